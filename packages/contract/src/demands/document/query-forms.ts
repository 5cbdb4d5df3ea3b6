import type { Case } from "../../cases/case.js";
import type { Suite } from "../../cases/family.js";
import type { Operation, Parameter } from "../../document/document.js";
import { DATE_TIMES } from "../../grammar/date-time.js";
import { ContractViolation } from "../../judging/judge-response.js";
import { encodedName, isInteger, isMoment, nameOf, openBounds, recordsText, textParameters } from "../query-parts.js";
import { checkEach, testCase } from "../test-case.js";

type Pair = readonly [name: string, value: string];

const written = (pairs: readonly Pair[]) => pairs.map((pair) => pair.join("=")).join("&");

/** Returns the same query in other notations. */
function formsOf(whole: readonly Pair[], bounds: readonly Pair[]): Record<string, string> {
  const plain = written(whole);
  const encode = (value: string) => [...Buffer.from(value)].map((byte) => `%${byte.toString(16)}`).join("");
  return {
    "in another order": written(whole.toReversed()),
    "with encoded values": written(whole.map(([name, value]) => [name, encode(value)])),
    "with encoded names": written(whole.map(([name, value]) => [encode(name), value])),
    "with encodings in upper case": written(whole.map(([name, value]) => [encode(name).toUpperCase(), value])),
    ...Object.fromEntries(
      bounds.flatMap(([name, value]) => [
        [
          `with ${name} encoded in lower case`,
          `${plain}&${encodedName(name)}=${value.replaceAll(":", "%3a").replace("Z", "%2b00%3a00")}`,
        ],
        [`with ${name} first`, `${encodedName(name)}=${value.replace("Z", "%2B00:00")}&${plain}`],
      ]),
    ),
  };
}

/** Different notations of the same query are the same query (RFC 3986, section 2). */
export function queryFormCases(_: Suite, operation: Operation): Case[] {
  const parameters = textParameters(operation);
  const whole = parameters.filter(isInteger).map((parameter) => [nameOf(parameter), wholeFor(parameter)] as const);
  if (!operation.pagination || whole.length === 0) return [];
  const bounds = openBounds(parameters);
  const plain = written(whole);
  const forms = formsOf(whole, bounds);
  const same = (name: string, one: string, others: string[]) =>
    testCase(operation, {
      rule: "query",
      name,
      wire: true,
      run: async (context) => {
        const { body } = await context.exchange(operation, { search: one });
        await checkEach(
          others,
          (search) => `?${search}`,
          async (search) => {
            const other = await context.exchange(operation, { search });
            if (recordsText(operation, other.body) !== recordsText(operation, body))
              throw new ContractViolation(`?${search} returns other records than ?${one}`);
          },
        );
      },
    });
  const limit = parameters.some(({ name }) => name === "limit") ? "limit=1&" : "";
  return [
    ...Object.entries(forms).map(([name, search]) =>
      same(`the same query ${name} returns the same page`, plain, [search]),
    ),
    ...parameters.filter(isMoment).map(({ name }) =>
      testCase(operation, {
        rule: "query",
        name: `every valid form of a date-time as ${name} is accepted`,
        wire: true,
        run: (context) =>
          checkEach(
            DATE_TIMES,
            ({ text }) => text,
            ({ text }) =>
              context.exchange(operation, { search: `${limit}${encodedName(name)}=${encodeURIComponent(text)}` }),
          ),
      }),
    ),
  ];
}

/** Returns a valid number for an integer parameter; not its default, if possible. */
function wholeFor({ name, example, schema: { node } }: Parameter): string {
  const { minimum = 0, maximum = Number.MAX_SAFE_INTEGER, multipleOf = 1 } = node;
  const usual = name === "limit" ? 7 : 12;
  const fits = !node.enum && usual >= minimum && usual <= maximum && usual % multipleOf === 0;
  return String(fits ? usual : (example ?? node.enum?.[0] ?? node.default ?? minimum));
}
