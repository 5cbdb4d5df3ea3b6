import { exactJson } from "@metadata-service/spec-tools/json";
import { python } from "@metadata-service/spec-tools/languages";
import type { ApiOperation } from "../reference/operations.js";
import { isInexact, type SampleCall, SampleFile } from "./sample-call.js";

/** Writes a request with Python's standard library alone. */
export function pythonSample({ shape }: ApiOperation, { request, body }: SampleCall): string {
  const { method, url, headers } = request;
  const isMultipart = shape.body?.media.kind === "multipart";
  const isJson = shape.body?.media.kind === "json";
  // Python would change a number of it.
  const isText = isJson && isInexact(body);
  // A body that may be empty is not always JSON.
  const readsJson = shape.success.kind === "json" && !shape.success.isOptional;
  const reads = {
    json: readsJson ? "json.load(response)" : "response.read().decode()",
    text: "response.read().decode()",
    binary: "len(response.read())",
    location: "response.url",
    unknown: "response.read()",
    none: "",
  }[shape.success.kind];
  const sentHeaders = isMultipart ? { ...headers, "Content-Type": BOUNDARY_TYPE } : headers;
  const parts = [
    text(url),
    ...(method === "GET" ? [] : [`method=${text(method)}`]),
    ...(request.body === undefined ? [] : [`data=${data()}`]),
    ...(Object.keys(sentHeaders).length > 0 ? [`headers=${headerDict(sentHeaders)}`] : []),
  ];
  const usesJson = (isJson && !isText) || readsJson;
  return `${usesJson ? "import json\n" : ""}from urllib.request import Request, urlopen

${isMultipart ? `${multipart(body as Record<string, unknown>)}\n` : ""}request = Request(
    ${parts.join(",\n    ")},
)
with urlopen(request) as response:
    print(response.status${reads && `, ${reads}`})
`;

  function data(): string {
    if (isMultipart) return "data";
    if (isText) return `${text(exactJson(body))}.encode()`;
    if (isJson) return `json.dumps(${python.json(body, "    ")}).encode()`;
    const content = body instanceof SampleFile ? body.content : String(request.body);
    return `${text(content)}.encode()`;
  }
}

const { text } = python;
const BOUNDARY = "a-line-that-no-part-has";
const BOUNDARY_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

const headerDict = (headers: Readonly<Record<string, string>>) =>
  `{${Object.entries(headers)
    .map(([name, value]) => `${text(name)}: ${text(value)}`)
    .join(", ")}}`;

/** Writes the code that encodes a multipart body, since Python's standard library cannot do that. */
function multipart(body: Record<string, unknown>): string {
  const parts = Object.entries(body).flatMap(([name, value]) => [value].flat().map((one) => partLines(name, one)));
  return `parts = [
    ${parts.join(",\n    ")},
]
data = b"".join(
    f"--${BOUNDARY}\\r\\nContent-Disposition: form-data; {name}\\r\\nContent-Type: {media_type}\\r\\n\\r\\n{content}\\r\\n".encode()
    for name, media_type, content in parts
)
data += b"--${BOUNDARY}--\\r\\n"
`;
}

/** A text that usually contains quotes. */
const quoted = (value: string) => (/['\\\p{C}]/u.test(value) ? text(value) : `'${value}'`);

function partLines(name: string, value: unknown): string {
  if (value instanceof SampleFile)
    return `(${quoted(`name="${name}"; filename="${value.name}"`)}, ${text(value.type)}, ${text(value.content)})`;
  const [type, content] =
    typeof value === "object" ? ["application/json", exactJson(value)] : ["text/plain", String(value)];
  return `(${quoted(`name="${name}"`)}, ${text(type)}, ${text(content)})`;
}
