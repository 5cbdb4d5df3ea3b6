/** One thing that the search can find. */
export interface SearchEntry {
  /** Its address from the root of the site. */
  id: string;
  kind: "Guide" | "Operation" | "Schema" | "Decision";
  title: string;
  /** What it is a part of. */
  place: string;
  text: string;
  /** Names in code that mean exactly this. */
  names?: string;
}
