import type { Case, Context, Statuses } from "../cases/case.js";
import { type Operation, successOf } from "../document/document.js";
import { isStrict } from "../document/promises.js";
import { attempt } from "../judging/attempt.js";
import { ContractViolation, excerpt } from "../judging/judge-response.js";
import { isRecord } from "../lib/objects.js";
import { keepLimits } from "../requests/body-limits.js";
import type { Inputs } from "../requests/request.js";
import { checkReturned } from "./returned-values.js";

/** What a rule specifies about a case; the rest follows from the operation. */
export interface Draft extends Partial<Omit<Case, "id" | "name" | "operation" | "keyword" | "demand" | "run">> {
  /** The rule, by which the report groups cases. */
  rule: string;
  /** What the case tries, in words; `why` follows it. */
  name: string;
  /** The id, without the operation; true for the name alone. @default the rule and the name */
  id?: string | true;
  /** Where the document demands it, as a JSON pointer. @default the operation, or the extension of the family */
  at?: string;
  run: Case["run"];
}

/** The place in the document of a demand that names none; the family of the case replaces it. */
export const UNSAID = "";

/**
 * Creates a case: of the documented success, in the phase `parallel`, for any target, and one that writes unless it is about
 * a GET, if the draft says nothing else. Who demands it is known to its family.
 */
export const testCase = (operation: Operation, { rule, name: what, id, at = UNSAID, ...rest }: Draft): Case => {
  const name = `${rule}: ${what}${rest.why === undefined ? "" : ` (${rest.why})`}`;
  return {
    branch: "",
    phase: "parallel",
    wire: false,
    ...rest,
    id: `${operation.id} ${id === true ? what : (id ?? name)}`,
    name,
    operation: operation.id,
    status: rest.status ?? successOf(operation).status,
    keyword: rule,
    demand: { by: "document", at },
    writes: rest.writes ?? operation.method !== "GET",
  };
};

/** The inputs of a request, or a function that makes them when the case runs. */
type Making = Inputs | ((context: Context) => Inputs);
type Request = Omit<Draft, "run"> & { inputs: Making };

const inputsOf = (making: Making, context: Context) => (typeof making === "function" ? making(context) : making);

/** A case with a request that must succeed, and whose response shows what was sent. */
export const accepted = (operation: Operation, { inputs, ...draft }: Request): Case =>
  testCase(operation, {
    ...draft,
    run: async (context) => {
      const sent = inputsOf(inputs, context);
      const { body } = await context.exchange(operation, sent);
      checkReturned(operation, sent.body, body);
    },
  });

/** A case with a request that must be rejected; `named` is what its message must name, `or` other statuses that may do so. */
export const rejected = (
  operation: Operation,
  { inputs, named = [], or = [], ...draft }: Request & { named?: string | string[]; or?: readonly string[] },
): Case => {
  const status = draft.status ?? refusalOf(operation);
  return testCase(operation, {
    ...draft,
    status,
    run: async (context) => {
      const sent = inputsOf(inputs, context);
      keepLimits(operation, sent);
      const { body } = await context.exchange(operation, sent, { status: [status, ...or] });
      checkMessage(operation, body, named);
    },
  });
};

/**
 * Returns the documented status for an invalid request: 422 if it is documented and 400 is not. Others, such as 409,
 * mean something else.
 */
export function refusalOf({ responses }: Operation): string {
  const isDocumented = (name: string) => responses.some(({ status }) => status === name);
  return isDocumented("422") && !isDocumented("400") ? "422" : "400";
}

/** Returns the statuses for an invalid value in a path: the server may as well not find anything there. */
export const pathRefusalOf = (operation: Operation): Statuses =>
  operation.responses.some(({ status }) => status === "404") && !isStrict(operation)
    ? [refusalOf(operation), "404"]
    : refusalOf(operation);

/**
 * Checks that the message of an error names the invalid field or parameter (decision 0008), if the API promises more
 * than OpenAPI says. Error bodies with other schemas need not do that.
 */
export function checkMessage(operation: Operation, body: unknown, names: string | string[]): void {
  const message = messageOf(body);
  if (message === undefined || !isStrict(operation)) return;
  for (const name of [names].flat())
    if (!message.includes(name) && !unquoted(message).includes(name))
      throw new ContractViolation(
        `the message does not name the invalid field or parameter ${name}: ${excerpt(message)}`,
      );
}

/** The message of an error in the format of this API; undefined in others, which may say it elsewhere. */
export function messageOf(body: unknown): string | undefined {
  const message = isRecord(body) ? body["message"] : undefined;
  return typeof message === "string" ? message : undefined;
}

/** A message may quote a name as JSON does. */
const unquoted = (message: string): string =>
  message.replace(/\\(?:u([0-9a-f]{4})|(["\\]))/gi, (_, code: string | undefined, sign: string) =>
    code === undefined ? sign : String.fromCharCode(Number.parseInt(code, 16)),
  );

/** Runs checks, several at a time; reports the first one that fails, with its name. */
export async function checkEach<T>(
  values: Iterable<T>,
  nameOf: (value: T) => string,
  check: (value: T) => Promise<unknown>,
): Promise<void> {
  const failures = await Promise.all(
    [...values].map((value) =>
      attempt(() => check(value)).then(
        () => undefined,
        (error: Error) => ({ name: nameOf(value), error }),
      ),
    ),
  );
  const failed = failures.filter((failure) => failure !== undefined);
  const violations = failed.filter(({ error }) => error instanceof ContractViolation);
  const [first] = violations.length > 0 ? violations : failed;
  if (!first) return;
  if (!(first.error instanceof ContractViolation)) throw first.error;
  const more = violations.length > 1 ? ` (and ${violations.length - 1} more of ${failures.length})` : "";
  throw new ContractViolation(`${first.name}: ${first.error.message}${more}`, first.error.exchange);
}
