import type { OperationRules, Rules } from "@metadata-service/server-rules";

/** Returns a curl command for a first request: of a list, or else of any operation that needs no parameters. */
export function sampleRequest({ operations, api }: Rules, url: string, apiKey: string): string {
  const list = operations.find(({ pagination }) => pagination !== undefined);
  const first = list ?? operations.find(isSimple);
  const uses = (first?.security[0] ?? []).flatMap(({ scheme }) => api.securitySchemes[scheme] ?? []);
  const carried = uses.flatMap(({ kind, credential }) => {
    const key = kind === "basic" ? Buffer.from(`user:${apiKey}`).toString("base64") : apiKey;
    return credential ? [{ ...credential, text: credential.prefix + key }] : [];
  });
  const of = (place: string) => carried.filter((one) => one.in === place);
  const headers = [
    ...of("header").map(({ name, text }) => `${name}: ${text}`),
    ...of("cookie").map(({ name, text }) => `Cookie: ${name}=${text}`),
  ];
  const query = [
    ...(list ? ["limit=2"] : []),
    ...of("query").map(({ name, text }) => `${encodeURIComponent(name)}=${text}`),
  ];
  const target = `${first?.path ?? "/"}${query.length > 0 ? "?" : ""}${query.join("&")}`;
  return ["curl", ...headers.map((header) => `-H ${quoted(header)}`), quoted(url + target)].join(" ");
}

const isSimple = ({ method, path, parameters }: OperationRules): boolean =>
  method === "GET" && !path.includes("{") && !parameters.some(({ required }) => required);

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
