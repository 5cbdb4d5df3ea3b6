import { serverOf } from "@metadata-service/spec-tools";

/** Says that the path of the document's server is no part of the mock's addresses; nothing if it has none. */
export function serverPathNotices(document: Parameters<typeof serverOf>[0]): string[] {
  const url = serverOf(document);
  // A variable without a default may be any part of it.
  if (url.includes("{") || !URL.canParse(url, "http://localhost")) return [];
  const path = new URL(url, "http://localhost").pathname.replace(/\/+$/, "");
  return path === "" ? [] : [`What the document has at ${url} is at the root of the mock, without ${path}.`];
}
