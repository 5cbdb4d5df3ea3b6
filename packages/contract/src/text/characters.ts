import type { Form } from "../grammar/form.js";

/** Classes of characters that servers replace, drop or trim as a class; each character in them is tried. */
const CLASSES: Record<string, RegExp> = {
  "a space or separator": /^\p{Z}$/u,
  "a control character": /^\p{Cc}$/u,
  "a format character": /^\p{Cf}$/u,
  "a dash": /^\p{Pd}$/u,
  "a quotation mark": /^[\p{Pi}\p{Pf}"'`\u00b4\u201a\u201b\u201e\u201f\u2032\u2033]$/u,
  "an ASCII punctuation character": /^[!-/:-@[-`{-~]$/,
  "a variation selector": /^[\ufe00-\ufe0f]$/,
};

/** The Basic Multilingual Plane, which contains nearly all characters in use, and the tag characters of plane 14. */
const RANGES = [
  [0, 0xffff],
  [0xe0000, 0xe007f],
] as const;

const assigned = /^[^\p{Cn}\p{Cs}\p{Co}]$/u;

function* charactersOf([first, last]: readonly [number, number]): Generator<string> {
  for (let point = first; point <= last; point++) {
    const character = String.fromCodePoint(point);
    if (assigned.test(character)) yield character;
  }
}

/** Returns one string for each character of each class. */
export function specialCharacters(): Form[] {
  const all = RANGES.flatMap((range) => [...charactersOf(range)]);
  return Object.entries(CLASSES).flatMap(([about, pattern]) =>
    all.filter((character) => pattern.test(character)).map((character) => ({ text: `a${character}b`, about })),
  );
}

/** The planes beyond the first one that have assigned characters. */
const BEYOND = [
  [0x10000, 0x3ffff],
  [0xe0000, 0xeffff],
] as const;
/** One character in so many of them is tried; a block has at least 16. */
const STEP = 13;

/** Returns strings of a fixed length with all assigned characters of the first plane, and some of every other block. */
export function everyCharacter(length = 512): Form[] {
  const beyond = BEYOND.flatMap((range) => [...charactersOf(range)].filter((_, i) => i % STEP === 0));
  const all = [...charactersOf(RANGES[0]), ...beyond];
  return Array.from({ length: Math.ceil(all.length / length) }, (_, i) => {
    const part = all.slice(i * length, (i + 1) * length);
    const first = part[0]?.codePointAt(0) ?? 0;
    return { text: part.join(""), about: `characters from U+${first.toString(16).toUpperCase().padStart(4, "0")} on` };
  });
}
