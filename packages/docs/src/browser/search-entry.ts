/** Something that the search can find. */
export interface SearchEntry {
  /** Its URL, relative to the root of the site. */
  id: string;
  kind: "Guide" | "Operators" | "Page" | "Operation" | "Webhook" | "Callback" | "Schema" | "Decision";
  title: string;
  /** The page or section that it belongs to. */
  place: string;
  text: string;
  /** The code on it, which mentions a lot that it is not about. */
  code?: string;
  /** Identifiers in code that refer to exactly this entry. */
  names?: string;
  /** Other words for what it is about, which readers may type. */
  words?: string;
}
