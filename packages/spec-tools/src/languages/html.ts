const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** A text for use in an element or a quoted attribute. */
export const text = (value: string): string => value.replace(/[&<>"']/g, (one) => ENTITIES[one] ?? one);
