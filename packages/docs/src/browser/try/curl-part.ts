/** A part of a multipart form: a file of the reader, or a text, which has a media type if it is not plain. */
export type CurlPart =
  | { readonly file: string; readonly type: string }
  | { readonly text: string; readonly type?: string };

/** Returns the flag and the value that make curl send a part. */
export function curlPart(name: string, part: CurlPart): [flag: "-F" | "--form-string", value: string] {
  // In quotes, because curl takes what follows a semicolon or a comma for something else.
  if ("file" in part) {
    const file = /[;,"]/.test(part.file) ? JSON.stringify(part.file) : part.file;
    return ["-F", `${name}=@${file}${part.type && `;type=${part.type}`}`];
  }
  if (part.type) return ["-F", `${name}=${JSON.stringify(part.text)};type=${part.type}`];
  // curl reads a value that begins with `@` or `<` from a file, unless it is told that it is text.
  return [/^[@<"]|;/.test(part.text) ? "--form-string" : "-F", `${name}=${part.text}`];
}
