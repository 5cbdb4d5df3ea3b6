/** How descriptions, which are Markdown that others wrote, are put into the reference. */
export interface Descriptions {
  block(text: string): string;
  /** In a list, on one line. */
  inline(text: string): string;
}

/** Begins something that is more than one paragraph: a list, a table, code, or a second paragraph. */
const BLOCKS = /\n\s*(?:\n|[-*+]\s|\d+[.)]\s|\||```|~~~|#|>)|^\s*(?:[-*+]|\d+[.)])\s/;

/** Writes an element of a list: what it is about, its description, and what follows from other keywords. */
export function bullet({ inline, block }: Descriptions, about: string, description = "", more = ""): string {
  if (!BLOCKS.test(description.trim()))
    return `- ${about}${description && `: ${inline(description)}`}${more && `${description ? "" : ":"} ${more}`}`;
  const parts = [`- ${about}:`, ...[block(description), more].map(indented)];
  return parts.filter(Boolean).join("\n\n");
}

/** Lines that belong to the element of a list above them. */
export const indented = (text: string): string => text.replaceAll(/^(?=.)/gm, "  ");
