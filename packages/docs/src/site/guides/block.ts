/** A block in both formats: HTML for the page, and plain Markdown. */
export interface Block {
  html: string;
  markdown: string;
}
