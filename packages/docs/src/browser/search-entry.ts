/** Something that the search can find. */
export interface SearchEntry {
  /** Its URL, relative to the root of the site. */
  id: string;
  kind: "Guide" | "Operation" | "Webhook" | "Callback" | "Schema" | "Decision";
  title: string;
  /** The page or section that it belongs to. */
  place: string;
  text: string;
  /** Identifiers in code that refer to exactly this entry. */
  names?: string;
  /** Other words for what it is about, which readers may type. */
  words?: string;
}
