import type { Call } from "./operation.js";

const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** The request as a command for a terminal. */
export function asCurl({ method, url, headers, body }: Call): string {
  const lines = [`curl ${method === "GET" ? "" : `-X ${method} `}${quote(url)}`];
  for (const [name, value] of Object.entries(headers))
    if (name !== "Accept") lines.push(`-H ${quote(`${name}: ${value}`)}`);
  if (body !== undefined) lines.push(`-d ${quote(body)}`);
  return lines.join(" \\\n  ");
}
