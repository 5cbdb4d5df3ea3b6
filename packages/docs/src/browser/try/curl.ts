import type { Call } from "./operation.js";

const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** Writes the request as a curl command. */
export function asCurl({ method, url, headers, body, cookie }: Call): string {
  const lines = [`curl ${method === "GET" ? "" : `-X ${method} `}${quote(url)}`];
  for (const [name, value] of Object.entries(headers))
    if (name !== "Accept") lines.push(`-H ${quote(`${name}: ${value}`)}`);
  if (cookie !== undefined) lines.push(`-H ${quote(`Cookie: ${cookie}`)}`);
  if (body instanceof FormData) for (const [name, value] of body) lines.push(`-F ${quote(`${name}=${partOf(value)}`)}`);
  else if (body instanceof File) lines.push(`--data-binary ${quote(`@${body.name}`)}`);
  else if (body !== undefined) lines.push(`--data-raw ${quote(String(body))}`);
  return lines.join(" \\\n  ");
}

const partOf = (value: FormDataEntryValue) =>
  typeof value === "string" ? value : `@${value.name}${value.type && `;type=${value.type}`}`;
