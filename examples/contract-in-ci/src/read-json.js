import { demand } from "./refusal.js";

const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null|[{}[\],:]/g;
const DEEPEST = 64;
const MOST_VALUES = 100_000;

/**
 * Parses JSON without losing data: duplicate fields and numbers that a 64-bit float cannot represent
 * are rejected. `JSON.parse` would keep the last field, and the nearest number.
 */
export function readJson(text) {
  let value;
  try {
    value = JSON.parse(text);
  } catch (error) {
    demand(false, `the body is not valid JSON: ${error.message}`);
  }
  checkTokens(text);
  demand(countValues(text) <= MOST_VALUES, `the body has more than ${MOST_VALUES} values`);
  return value;
}

/** Counts the values in valid JSON, arrays and objects included. The name before each colon is not a value. */
function countValues(text) {
  let values = 0;
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === ":") values--;
    else if (!/^[\]},]$/.test(token)) values++;
  }
  return values;
}

/**
 * Checks the tokens of valid JSON; `open` contains the arrays and objects around a token, with the position in each.
 */
function checkTokens(text) {
  const open = [];
  let before = "";
  for (const [token] of text.matchAll(TOKEN)) {
    const around = open.at(-1);
    if (token === "{") open.push({ names: new Set(), at: "" });
    else if (token === "[") open.push({ at: 0 });
    else if (token === "}" || token === "]") open.pop();
    else if (token === "," && !around.names) around.at++;
    else if (token === ":") enter(open, JSON.parse(before));
    else if (/^[-\d]/.test(token))
      demand(
        decimal(token) === decimal(String(Number(token))),
        `${placeOf(open)}: ${token} is too large for a 64-bit floating-point number`,
      );
    demand(open.length <= DEEPEST, `the body has more than ${DEEPEST} levels of nesting`);
    before = token;
  }
}

function enter(open, name) {
  const { names } = open.at(-1);
  open.at(-1).at = name;
  demand(!names.has(name), `${placeOf(open)} is duplicated`);
  names.add(name);
}

/** Returns a place such as `items[2].value`. */
const placeOf = (open) =>
  open
    .map(({ names, at }) => (names ? `.${at}` : `[${at}]`))
    .join("")
    .replace(/^\./, "") || "the body";

/** Normalizes a decimal number: `1.50e2` and `150` both become `15e1`. */
function decimal(number) {
  const [, sign, whole, fraction = "", exponent = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(number) ?? [];
  if (whole === undefined) return undefined;
  const digits = `${whole}${fraction}`.replace(/^0+/, "");
  const significant = withoutFinalZeros(digits);
  if (significant === "") return "0";
  return `${sign}${significant}e${BigInt(exponent) + BigInt(digits.length - significant.length - fraction.length)}`;
}

/**
 * Removes trailing zeros. With a regular expression like `/0+$/`, the time would be quadratic in the number of zeros.
 */
function withoutFinalZeros(digits) {
  let end = digits.length;
  while (digits[end - 1] === "0") end--;
  return digits.slice(0, end);
}
