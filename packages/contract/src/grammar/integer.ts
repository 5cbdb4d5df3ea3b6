import { type Form, form } from "./form.js";

/** Returns notations of the integer `n` that a server must reject in a query (decision 0030); `n` itself is valid. */
export const invalidIntegers = (n: number): Form[] =>
  [...formsOf(n), ...STRANGE].map((text) => form(text, "not a canonical integer"));

/** Each notation with `n` for the integer, or its code in another base; blanks and other marks are added below. */
const NOTATIONS = "+n 0n 00n n.0 n. n.5 ne0 nE0 nn nx xn n, n,n n; --n -n- (n) [n] {n} \"n\" 'n' n_0 $n n%".split(" ");
const BEFORE = " ¦\t¦\u200b¦\ufeff¦- ".split("¦");
const AFTER = " ¦\n¦\u00a0¦\u0000¦\u200b¦\u00ad".split("¦");

const formsOf = (n: number): string[] => [
  ...NOTATIONS.map((notation) => (notation === "nn" ? `${n}n` : notation.replaceAll("n", String(n)))),
  ...BEFORE.map((mark) => mark + n),
  ...AFTER.map((mark) => n + mark),
  ...[`0x${n.toString(16)}`, `0b${n.toString(2)}`, `0o${n.toString(8)}`, `${n} ${n}`],
  `%${String(n).charCodeAt(0).toString(16)}${String(n).slice(1)}`,
];

const STRANGE = [
  ..."1e1 1E0 1e+0 1_0 \u0661 \uff11 \u00b2 \u0967 -0 +0 0.0 one ten NaN Infinity -Infinity null undefined".split(" "),
  ..."true false none all * - + . e [] {}".split(" "),
  ...[",", ".", "'", "_", " ", "\u00a0", "\u202f"].map((separator) => `1${separator}000`),
  " ",
];
