/** One step of a path into a JSON value: a field name or an array index. */
export type PathStep = string | number;

const PLAIN_NAME = /^[A-Za-z_$][\w$]*$/;
const LONGEST_NAME = 60;

/** Formats a path into a JSON value for people: `items[2].value`, `items[0]["日本"]`; `the body` for the root. */
export function formatPath(steps: readonly PathStep[], root = "the body"): string {
  let text = "";
  for (const step of steps) {
    if (typeof step === "number") text += `[${step}]`;
    else if (step.length <= LONGEST_NAME && PLAIN_NAME.test(step)) text += text ? `.${step}` : step;
    else text += `[${quote(step)}]`;
  }
  return text || root;
}

/**
 * Quotes text from a request: truncates long text and escapes control characters, which headers and terminals cannot
 * show.
 */
export function quote(text: string): string {
  const shown = text.length > LONGEST_NAME ? `${text.slice(0, LONGEST_NAME).replace(/[\ud800-\udbff]$/, "")}…` : text;
  return JSON.stringify(shown).replace(/[\u007f-\u009f\u2028\u2029]/g, escapeUnit);
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
