import { create, onRefusedItem, post } from "../kit/create-faults.js";
import { type Fault, type Mutant, mutantsOf } from "../kit/fault.js";
import { LEVELS, type Where } from "../kit/items.js";

const FAMILY = "rules of a body";
const NUMBERS: { name: string; takes(text: string): boolean; shown: string; repair: string }[] = [
  {
    name: "9007199254740993 is rounded",
    takes: (t) => /^-?\d{16,18}$/.test(t),
    shown: "9007199254740993",
    repair: "9007199254740992",
  },
  {
    name: "twenty digits are rounded",
    takes: (t) => /^-?\d{19,}$/.test(t),
    shown: "12345678901234567890",
    repair: "12345678901234567000",
  },
  {
    name: "too many decimals are rounded",
    takes: (t) => /\.\d{18,}$/.test(t),
    shown: "0.1234567890123456789",
    repair: "0.12345678901234568",
  },
  {
    name: "1e400 is the highest number",
    takes: (t) => /^-?\d+(\.\d+)?[eE]\+?[3-9]\d\d$/.test(t),
    shown: "1e400",
    repair: "1.7976931348623157e308",
  },
  { name: "1e-400 is zero", takes: (t) => /^-?\d+(\.\d+)?[eE]-[3-9]\d\d$/.test(t), shown: "1e-400", repair: "0" },
];
const NUMBER_PLACES = [
  { where: "a number", text: (n: string) => `{"key":"k","type":"number","value":${n}}` },
  { where: "an element of a number-array", text: (n: string) => `{"key":"k","type":"number-array","value":[1,${n}]}` },
  {
    where: "a nested number",
    text: (n: string) => `{"key":"o","type":"object","value":[{"key":"k","type":"number","value":${n}}]}`,
  },
];
const takenNumbers = mutantsOf(FAMILY, {
  name: "a number that would be altered is taken",
  rule: "0006: a number that read as a double and printed again is another is answered with 400",
  places: NUMBERS.flatMap((each) =>
    NUMBER_PLACES.map((place) => ({ ...each, ...place, name: `${each.name}, ${place.where}` })),
  ),
  fault: ({ takes, repair, where }) => takingNumbers(takes, repair, where),
  witness: ({ shown, text }) => [post(`{"uid":"numbers","items":[${text(shown)}]}`)],
});

/** Accepts numbers as written in a place: after a colon, in an array, or nested. */
function takingNumbers(takes: (text: string) => boolean, repair: string, where: string): Fault {
  const pattern = where.startsWith("an element")
    ? /([[,]\s*)(-?[\d][\d.eE+-]*)/g
    : /("value"\s*:\s*)(-?[\d][\d.eE+-]*)/g;
  return ({ namespace, text, request }) => {
    if (
      namespace === undefined ||
      (where.startsWith("a nested") !== /"value"\s*:\s*\[\s*\{/.test(text) && !where.startsWith("an element"))
    )
      return undefined;
    const repaired = text.replace(pattern, (whole, before: string, number: string) =>
      takes(number) ? before + repair : whole,
    );
    return repaired === text ? undefined : { request: { ...request, body: repaired } };
  };
}

const REFUSED_NUMBERS: { name: string; odd(n: number): boolean; shown: number }[] = [
  { name: "negative numbers", odd: (n) => n < 0, shown: -1 },
  { name: "fractions", odd: (n) => !Number.isInteger(n), shown: 0.1 },
  { name: "more than two decimals", odd: (n) => /\.\d{3}/.test(String(n)), shown: 1.125 },
  { name: "numbers past 2^31", odd: (n) => Math.abs(n) > 2 ** 31, shown: 2 ** 31 + 1 },
  { name: "numbers past 2^53", odd: (n) => Math.abs(n) > Number.MAX_SAFE_INTEGER, shown: 2 ** 53 },
  { name: "numbers past 1e21", odd: (n) => Math.abs(n) >= 1e21, shown: 1e21 },
  { name: "the highest number", odd: (n) => Math.abs(n) > 1e308, shown: 1.7976931348623157e308 },
  { name: "numbers below 1e-6", odd: (n) => n !== 0 && Math.abs(n) < 1e-6, shown: 1e-7 },
  { name: "numbers below 1e-300", odd: (n) => n !== 0 && Math.abs(n) < 1e-300, shown: 5e-324 },
  { name: "17 digits", odd: (n) => String(n).replace(/\D/g, "").length >= 17, shown: 0.30000000000000004 },
  { name: "zero", odd: (n) => n === 0, shown: 0 },
];
const refusedNumbers = mutantsOf(FAMILY, {
  name: "a right number is refused",
  rule: "0006: any JSON number that is the same when it is read as a double and printed again",
  places: REFUSED_NUMBERS.flatMap((each, i) =>
    ["number", "number-array"].map((type, j) => {
      const where = LEVELS[(i + j) % LEVELS.length] as Where;
      return { ...each, type, where, name: `${each.name}, ${type} ${where.name}` };
    }),
  ),
  fault: ({ where, type, odd }) =>
    onRefusedItem(where, (item) => item.type === type && [item.value].flat().some((n) => odd(Number(n)))),
  witness: ({ where, type, shown }) => [
    create({ uid: "numbers", items: where.wrap({ key: "k", type, value: type === "number" ? shown : [shown] }) }),
  ],
});

export const numbers: Mutant[] = [...takenNumbers, ...refusedNumbers];
