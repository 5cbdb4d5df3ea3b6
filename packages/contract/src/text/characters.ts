import type { Sample } from "./sample.js";

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
export function specialCharacters(): Sample[] {
  const all = RANGES.flatMap((range) => [...charactersOf(range)]);
  return Object.entries(CLASSES).flatMap(([about, pattern]) =>
    all.filter((character) => pattern.test(character)).map((character) => ({ text: `a${character}b`, about })),
  );
}

/** Returns strings of a fixed length with all assigned characters of the first plane. */
export function everyCharacter(length = 512): Sample[] {
  const all = [...charactersOf(RANGES[0])];
  return Array.from({ length: Math.ceil(all.length / length) }, (_, i) => {
    const part = all.slice(i * length, (i + 1) * length);
    const first = part[0]?.codePointAt(0) ?? 0;
    return { text: part.join(""), about: `characters from U+${first.toString(16).toUpperCase().padStart(4, "0")} on` };
  });
}
