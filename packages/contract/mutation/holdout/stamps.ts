import type { WireResponse } from "../../src/index.js";
import { isClash, onCreate, onReturn } from "../kit/create-faults.js";
import type { CreatedRecord } from "../kit/exchange.js";
import { type Mutant, mutantsOf, type Witness } from "../kit/fault.js";
import { moment } from "../kit/list-witnesses.js";
import { item } from "../kit/samples.js";
import { NAMESPACE_PLACES } from "../kit/spec.js";
import { send } from "./shared.js";

const STAMPS = "server's stamps";
const STAMP_RULE = "Decision 0007: timestamps are in RFC 3339 with fractional seconds and a numeric offset";
const SAME_RULE = "Decision 0005: the same items get a 201 with the stored record, including its original timestamps";
const [x, y] = [item("string", "x"), item("string", "y")] as const;

const dataOf = (response: WireResponse | undefined): CreatedRecord | undefined =>
  (JSON.parse(response?.body || "{}") as { data?: CreatedRecord }).data;

/** Changes the timestamps of new or stored records in one namespace. */
const stamped = (
  name: string,
  rule: string,
  isRetry: boolean,
  change: (created: CreatedRecord) => Partial<CreatedRecord>,
  view: Witness["view"],
): Mutant[] =>
  mutantsOf(STAMPS, {
    name,
    rule,
    places: NAMESPACE_PLACES,
    fault: ({ namespace }) => {
      const seen = new Set<string>();
      return onReturn((created, exchange) => {
        if (exchange.namespace !== namespace) return undefined;
        const isKnown = seen.has(created.uid);
        seen.add(created.uid);
        return isKnown || !isRetry ? { ...created, ...change(created) } : undefined;
      });
    },
    witness: ({ namespace }) => ({ steps: [send([x], { namespace }), send([x], { namespace })], view }),
  });

const FORM = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+[+-]\d\d:\d\d$/;
const forms = (responses: WireResponse[]): unknown =>
  responses.map((response) =>
    [dataOf(response)?.createdDate, dataOf(response)?.updatedDate].map((text) => FORM.test(String(text))),
  );
const equal = (responses: WireResponse[]): unknown => {
  const [first, second] = responses.map(dataOf);
  return [
    first?.createdDate === second?.createdDate,
    first?.updatedDate === second?.updatedDate,
    first?.createdDate === first?.updatedDate,
  ];
};
const near = (responses: WireResponse[]): unknown =>
  responses.map((response) => Math.abs(Date.parse(dataOf(response)?.createdDate ?? "") - Date.now()) < 3_600_000);

const zulu = (text: string): string => text.replace("+00:00", "Z");
const local = (text: string): string => moment(text, 7 * 3600).replace(/[+-]\d\d:\d\d$/, "+00:00");

export const stamps: readonly Mutant[] = [
  ...stamped(
    "a new record has the local time as if it were UTC",
    "Schema Metadata.createdDate: when the record was created",
    false,
    ({ createdDate }) => ({ createdDate: local(createdDate), updatedDate: local(createdDate) }),
    near,
  ),
  ...stamped(
    "updatedDate is read from the clock again",
    "Decision 0007: if a record was never changed, its updatedDate is its createdDate",
    false,
    ({ createdDate }) => ({ updatedDate: createdDate.replace(/\d{3}(?=[+-])/, "123") }),
    equal,
  ),
  ...stamped(
    "updatedDate ends with Z",
    STAMP_RULE,
    false,
    ({ updatedDate }) => ({ updatedDate: zulu(updatedDate) }),
    forms,
  ),
  ...stamped(
    "createdDate has no fraction",
    STAMP_RULE,
    false,
    ({ createdDate }) => ({ createdDate: createdDate.replace(/\.\d+/, "") }),
    forms,
  ),
  ...stamped(
    "a stored record has timestamps that end with Z",
    STAMP_RULE,
    true,
    ({ createdDate, updatedDate }) => ({ createdDate: zulu(createdDate), updatedDate: zulu(updatedDate) }),
    forms,
  ),
  ...stamped(
    "a repeated create request changes updatedDate",
    SAME_RULE,
    true,
    ({ updatedDate }) => ({ updatedDate: moment(updatedDate, 1) }),
    equal,
  ),
  ...stamped(
    "a stored record is one hour later",
    SAME_RULE,
    true,
    ({ createdDate, updatedDate }) => ({
      createdDate: moment(createdDate, 3600),
      updatedDate: moment(updatedDate, 3600),
    }),
    equal,
  ),
  ...mutantsOf(STAMPS, {
    name: "a conflict changes updatedDate",
    rule: "Decision 0005: nothing is ever overwritten",
    places: NAMESPACE_PLACES,
    fault: ({ namespace }) => {
      const clashed = new Set<string>();
      return onCreate(({ uid }, exchange) =>
        exchange.namespace === namespace
          ? {
              after(answer) {
                if (isClash(answer)) clashed.add(uid);
                const { created } = answer;
                return created && clashed.has(uid)
                  ? answer.with({ data: { ...created, updatedDate: moment(created.updatedDate, 2) } })
                  : undefined;
              },
            }
          : undefined,
      );
    },
    witness: ({ namespace }) => ({
      steps: [send([x], { namespace }), send([y], { namespace }), send([x], { namespace })],
      view: ([first, , third]) => equal([first, third].filter((response) => response !== undefined)),
    }),
  }),
];
