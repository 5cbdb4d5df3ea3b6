import type { Case } from "../../case.js";
import { sampled } from "../../effort.js";
import { isJson } from "../../grammar/is-json.js";
import { specialCharacters } from "../../text/characters.js";
import { type Creator, checkEach, refuse } from "./creator.js";
import { body, escaped, refusalOfText } from "./json-texts.js";
import { placesOf } from "./places.js";

/**
 * Valid bodies that end differently. None of their prefixes is valid JSON, although a lenient parser may complete some
 * of them.
 */
const beginnings: Record<string, (uid: string) => string> = {
  "a record": body,
  "a record that ends with its uid": (uid) => `{"items":[{"value":"b","type":"string","key":"a"}],"uid":"${uid}"}`,
  "a record that ends with a number": (uid) => `{"uid":"${uid}","items":[{"key":"a","type":"number","value":12.5e1}]}`,
  "a record that ends with a literal": (uid) =>
    `{"uid":"${uid}","items":[{"key":"a","type":"boolean-array","value":[true,false]}]}`,
};

/** The white space of JSON, and the byte order mark that a parser skips at the start. */
const ALLOWED = [" ", "\t", "\n", "\r", "\ufeff"];

/** Functions that insert a character between two tokens of a body. */
const BETWEEN: Record<string, (text: string, mark: string) => string> = {
  "before a body": (text, mark) => mark + text,
  "after a body": (text, mark) => text + mark,
  "between two fields": (text, mark) => text.replace(',"items"', () => `,${mark}"items"`),
  "between two elements": (text, mark) => text.replace("[1,2]", () => `[1,${mark}2]`),
};

/**
 * Cases with one edit at each position of a body, and with each character that looks like white space but is not
 * allowed between its tokens.
 */
export function jsonEditCases(creator: Creator): Case[] {
  const make = refusalOfText(creator);
  const edits: Record<string, (text: string, i: number) => string> = {
    "left out": (text, i) => text.slice(0, i) + text.slice(i + 1),
    twice: (text, i) => text.slice(0, i + 1) + text.slice(i),
    "and the next one swapped": (text, i) => text.slice(0, i) + text.charAt(i + 1) + text.charAt(i) + text.slice(i + 2),
  };
  const strange = specialCharacters()
    .map(({ text }) => text.slice(1, -1))
    .filter((mark) => /^[\p{Z}\p{C}]$/u.test(mark) && !ALLOWED.includes(mark));
  return [
    ...Object.entries(beginnings).map(([name, write]) =>
      make(`every proper prefix of ${name}`, async (context) => {
        const whole = write(context.uid());
        const lengths = Array.from({ length: whole.length - 1 }, (_, i) => i + 1);
        await checkEach(
          context.effort === "quick" ? lengths.slice(-4) : lengths,
          (length) => `its first ${length} of ${whole.length} characters`,
          (length) => refuse(context, creator, { rawBody: whole.slice(0, length) }),
        );
      }),
    ),
    ...Object.entries(edits).map(([how, edit]) =>
      make(`a body with any one character ${how}, unless the result is JSON,`, async (context) => {
        const text = body(context.uid());
        const places = Array.from({ length: text.length }, (_, i) => i).filter((i) => !isJson(edit(text, i)));
        await checkEach(
          sampled(places, context.effort, 20),
          (i) => edit(text, i).slice(Math.max(0, i - 12), i + 12),
          (i) => refuse(context, creator, { rawBody: edit(text, i) }),
        );
      }),
    ),
    ...Object.entries(BETWEEN).map(([where, write]) =>
      make(`a character that only looks like white space ${where}`, (context) =>
        checkEach(
          sampled(strange, context.effort, 20),
          (mark) => `U+${mark.codePointAt(0)?.toString(16)}`,
          (mark) => refuse(context, creator, { rawBody: write(body(context.uid()), mark) }),
        ),
      ),
    ),
    ...(["key", "type", "value"] as const).map((field) =>
      make(`duplicate ${field} of an item in every place`, (context) =>
        checkEach(
          placesOf(creator),
          ({ name }) => name,
          async ({ wrap }) => {
            const items = wrap({ key: "tried", type: "string", value: "the-value" });
            const text = JSON.stringify({ uid: context.uid(), items });
            const at = text.indexOf('"key":"tried"');
            const again = { key: "tried", type: "string", value: "the-value" }[field];
            for (const name of [field, escaped(field)])
              for (const value of [again, "x"]) {
                const rawBody = `${text.slice(0, at)}"${name}":"${value}",${text.slice(at)}`;
                await refuse(context, creator, { rawBody }, field);
              }
          },
        ),
      ),
    ),
  ];
}
