import { demand } from "./refusal.js";

const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|[{}[\],:]/g;
const DEEPEST = 64;

/**
 * Reads JSON and loses nothing of it: a field that appears twice in an object, and a number that a double cannot hold,
 * are refused, where `JSON.parse` would keep the last one, and the nearest one.
 */
export function readJson(text) {
  let value;
  try {
    value = JSON.parse(text);
  } catch (error) {
    demand(false, `the body is not valid JSON: ${error.message}`);
  }
  checkTokens(text);
  return value;
}

/** Goes through the tokens of a valid text once; `open` has the arrays and objects around each, and where it is in them. */
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
    demand(open.length <= DEEPEST, `the body nests deeper than ${DEEPEST} levels`);
    before = token;
  }
}

function enter(open, name) {
  const { names } = open.at(-1);
  open.at(-1).at = name;
  demand(!names.has(name), `${placeOf(open)} appears twice`);
  names.add(name);
}

/** Such as `items[2].value`. */
const placeOf = (open) =>
  open
    .map(({ names, at }) => (names ? `.${at}` : `[${at}]`))
    .join("")
    .replace(/^\./, "") || "the body";

/** One way to write each decimal number: `1.50e2` and `150` are both `15e1`. */
function decimal(number) {
  const [, sign, whole, fraction = "", exponent = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(number) ?? [];
  if (whole === undefined) return undefined;
  const digits = `${whole}${fraction}`.replace(/^0+/, "");
  const significant = withoutFinalZeros(digits);
  if (significant === "") return "0";
  return `${sign}${significant}e${BigInt(exponent) + BigInt(digits.length - significant.length - fraction.length)}`;
}

/** An expression like `/0+$/` would take time that grows with the square of the number of zeros. */
function withoutFinalZeros(digits) {
  let end = digits.length;
  while (digits[end - 1] === "0") end--;
  return digits.slice(0, end);
}
