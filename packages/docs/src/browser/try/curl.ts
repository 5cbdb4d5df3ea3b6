import { type CurlPart, curlPart } from "./curl-part.js";
import type { Call } from "./operation.js";

const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** Writes the request as a curl command. */
export async function asCurl({ method, url, headers, body, cookie }: Call): Promise<string> {
  const lines = [`curl ${method === "GET" ? "" : `-X ${method} `}${quote(url)}`];
  for (const [name, value] of Object.entries(headers))
    if (name !== "Accept") lines.push(`-H ${quote(`${name}: ${value}`)}`);
  if (cookie !== undefined) lines.push(`-H ${quote(`Cookie: ${cookie}`)}`);
  if (body instanceof FormData) for (const [name, value] of body) lines.push(await partOf(name, value));
  else if (body instanceof File) lines.push(`--data-binary ${quote(`@${body.name}`)}`);
  else if (body !== undefined) lines.push(`--data-raw ${quote(String(body))}`);
  return lines.join(" \\\n  ");
}

async function partOf(name: string, value: FormDataEntryValue): Promise<string> {
  const [flag, text] = curlPart(name, await contentOf(value));
  return `${flag} ${quote(text)}`;
}

async function contentOf(value: FormDataEntryValue): Promise<CurlPart> {
  if (typeof value === "string") return { text: value };
  const { name, type } = value;
  // What is no file of the reader, such as JSON, has this name (XMLHttpRequest, section 5).
  return name === "blob" ? { text: await value.text(), type } : { file: name, type };
}
