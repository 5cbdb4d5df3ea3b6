/** How a body of a media type is serialized. */
export type BodyKind = "json" | "form" | "multipart" | "text" | "binary";

export function kindOf(mediaType: string): BodyKind {
  const type = mediaType.split(";")[0]?.trim().toLowerCase() ?? "";
  if (/^application\/json$|\+json$|^\*\/\*$|^application\/\*$/.test(type)) return "json";
  if (type === "application/x-www-form-urlencoded") return "form";
  if (type.startsWith("multipart/")) return "multipart";
  return type.startsWith("text/") || type === "application/xml" || type.endsWith("+xml") ? "text" : "binary";
}
