const segments = new Intl.Segmenter();

/** The number of columns that a text takes on a terminal: two for East Asian characters and emoji. */
export function textWidth(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  let width = 0;
  for (const { segment } of segments.segment(text)) width += widthOf(segment);
  return width;
}

/** Truncates a text to a number of columns; truncated text ends with an ellipsis. */
export function cut(text: string, columns: number): string {
  if (textWidth(text) <= columns) return text;
  let width = 1;
  let kept = "";
  for (const { segment } of segments.segment(text)) {
    width += widthOf(segment);
    if (width > columns) break;
    kept += segment;
  }
  return `${kept}…`;
}

export const pad = (text: string, columns: number): string => text + " ".repeat(Math.max(0, columns - textWidth(text)));

const WIDE =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff01-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}|\ufe0f/u;

function widthOf(segment: string): number {
  if (/^[\p{Mn}\p{Me}\p{Cf}]+$/u.test(segment)) return 0;
  return WIDE.test(segment) ? 2 : 1;
}
