/** A block in both forms: for the page, and for readers of plain Markdown. */
export interface Block {
  html: string;
  markdown: string;
}
