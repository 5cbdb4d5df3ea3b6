import type { Case, Context } from "../../cases/case.js";
import { sampled } from "../../cases/effort.js";
import type { Suite } from "../../cases/family.js";
import { NOBODY } from "../../document/credentials.js";
import { errorBodyOf, type Operation, operationsOf, successOf } from "../../document/document.js";
import { pathPattern } from "../../document/path-pattern.js";
import { ContractViolation } from "../../judging/judge-response.js";
import type { Inputs } from "../../requests/request.js";
import { changesRecords } from "../../resources/record-parameters.js";
import { validInputs } from "../../resources/valid-inputs.js";
import { MAX_CONCURRENT_REQUESTS } from "../../target/concurrency.js";
import type { WireRequest } from "../../target/target.js";
import { everyPair } from "../arrangements.js";
import { choicesOf } from "../listed-paths.js";
import { encodedName, isPaged, takesAnyName } from "../query-parts.js";
import { checkEach, refusalOf, testCase } from "../test-case.js";

/** A request that always gets the same response. */
export interface Step {
  name: string;
  status: string;
  /** Sends the request, checks the response, and returns what must be the same each time. */
  send(context: Context): Promise<unknown>;
}

/** A registered method that no API uses. */
const UNUSED_METHOD = "REPORT";

interface Asking {
  inputs?: Inputs;
  /** Sends no key. */
  isAnonymous?: boolean;
  change?(request: WireRequest): WireRequest;
}

/** A request that always gets the same response, whatever other headers it has. */
interface StableStep extends Step {
  /** Makes the request again, for another case. */
  again(): StableStep;
  send(context: Context, headers?: Record<string, string>): Promise<unknown>;
}

/** Returns a function that makes steps for an operation: requests that belong to it, and those that belong to none. */
function stepsFor(operation: Operation) {
  return function step(name: string, status: string, asking: Asking = {}): StableStep {
    const { inputs = {}, isAnonymous = false, change } = asking;
    let made: Promise<WireRequest> | undefined;
    return {
      name,
      status,
      again: () => step(name, status, asking),
      async send(context, headers = {}) {
        made ??= context.request(
          operation,
          { ...validInputs(operation, context.uid()), ...inputs },
          isAnonymous ? NOBODY : context.target,
        );
        const own = change ? change(await made) : await made;
        const sent = { ...own, headers: { ...own.headers, ...headers } };
        if (status === "404" || status === "405")
          return (await context.judgeError(sent, Number(status), errorBodyOf(operation))).body;
        return (await context.judge(operation, sent, status)).response.body;
      },
    };
  };
}

/** Returns requests of every sort that an operation rejects, each with its own status. */
function refusalsOf({ document, validator }: Suite, operation: Operation, path: Record<string, string>): StableStep[] {
  const step = stepsFor(operation);
  const isTaken = operationsOf(document).some((other) => pathPattern(other.path).test(`${operation.path}/unknown`));
  const below = (request: WireRequest) => ({ ...request, path: `${request.path.split("?")[0]}/unknown` });
  const refusal = refusalOf(operation);
  const { keyHeader, body } = operation;
  return [
    ...(takesAnyName(operation)
      ? []
      : [step("an unknown parameter", refusal, { inputs: { path, search: "unexpected=1" } })]),
    ...(body?.kind === "json" && !validator.accepts(body.schema.pointer, {})
      ? [
          step("a body without its fields", refusal, { inputs: { path, rawBody: "{}" } }),
          step("a body that is not JSON", refusal, { inputs: { path, rawBody: '{"uid":' } }),
        ]
      : []),
    ...(keyHeader ? [step("a request without a key", "401", { inputs: { path }, isAnonymous: true })] : []),
    ...(isTaken ? [] : [step("an unknown path", "404", { inputs: { path }, change: below })]),
    step("a method that the path does not have", "405", {
      inputs: { path },
      change: (request) => ({ ...request, method: UNUSED_METHOD, body: undefined }),
    }),
  ];
}

/** The number of times that each request is sent: enough to detect a server that fails rarely. */
const TIMES = { quick: 21, standard: 121, thorough: 601 };

/** A request that is sent a hundred times gets the same response each time. */
export function repetitionCases(suite: Suite, operation: Operation): Case[] {
  if (changesRecords(operation)) return [];
  const success = successOf(operation).status;
  // A POST creates a new record each time, or is a conflict, unless the API promises the record that exists.
  const isRepeatable = operation.method !== "POST" || operation.promises.repeatedCreate !== undefined;
  return choicesOf(operation).flatMap(({ path, name }) => {
    const step = stepsFor(operation);
    const steps = [
      ...(isRepeatable ? [step("a valid request", success, { inputs: { path } })] : []),
      ...(isPaged(operation, 2)
        ? [step("a page of one record", success, { inputs: { search: "limit=1&offset=2" } })]
        : []),
      ...refusalsOf(suite, operation, path),
    ];
    return steps.map((each) =>
      testCase(operation, {
        rule: "repetition",
        name: `${each.name}${name}, sent repeatedly, gets the same response each time`,
        status: each.status,
        wire: true,
        run: (context) => repeat(context, each.again()),
      }),
    );
  });
}

async function repeat(context: Context, step: StableStep): Promise<void> {
  const first = await step.send(context);
  // Many wrong keys from one address may lead to a 429.
  const times = TIMES[context.effort] / (step.status === "401" ? 3 : 1);
  for (let sent = 1; sent < times; sent += MAX_CONCURRENT_REQUESTS)
    for (const body of await Promise.all(Array.from({ length: MAX_CONCURRENT_REQUESTS }, () => step.send(context))))
      if (body !== first) throw new ContractViolation(`the same request got different responses: ${first} and ${body}`);
}

/** Headers that differ between clients, and must not matter for a page, an error or a record. */
export const OTHER_HEADERS: Record<string, string>[] = [
  ...["text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "text/html, application/json", "*/*"].map(
    (accept) => ({ Accept: accept }),
  ),
  { "Accept-Language": "vi, en;q=0.5" },
  { "Accept-Encoding": "gzip" },
  { "User-Agent": "Mozilla/5.0" },
  { "User-Agent": "" },
  { "X-Request-Id": "second-try" },
  { "X-Requested-With": "XMLHttpRequest" },
  { traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01" },
  { "Idempotency-Key": "second-try" },
  { "If-None-Match": "*" },
  { "Cache-Control": "no-cache" },
  { Pragma: "no-cache" },
  { Cookie: "session=second; apiKey=other" },
  { Origin: "https://app.example" },
  { Referer: "https://app.example/page" },
  { Date: "Tue, 15 Nov 1994 08:12:31 GMT" },
  { "X-Limit": "3", "X-Offset": "2" },
];

/** Headers that an operation does not use change neither its pages nor its errors. */
export function otherHeaderCases(suite: Suite, list: Operation): Case[] {
  if (!isPaged(list, 2)) return [];
  // A list reads no body, and ignores what its type would be. A conditional request is answered differently.
  const headers = [...OTHER_HEADERS, { "Content-Type": "application/json" }, { "Content-Type": "text/plain" }].filter(
    (each) => !("If-None-Match" in each),
  );
  const step = stepsFor(list);
  const steps = [
    step("a page", successOf(list).status, { inputs: { search: "limit=2" } }),
    step("an invalid limit", refusalOf(list), { inputs: { search: "limit=0" } }),
    ...refusalsOf(suite, list, {}),
  ];
  return steps.map(({ name, status, again }) =>
    testCase(list, {
      rule: "other headers",
      name: `${name} has the same response whatever other headers the request has`,
      status,
      wire: true,
      run: async (context) => {
        const own = again();
        const first = await own.send(context);
        await checkEach(sampled(headers, context.effort), JSON.stringify, async (other) => {
          if ((await own.send(context, other)) !== first)
            throw new ContractViolation("the response is different with this header");
        });
      },
    }),
  );
}

/**
 * A case that sends each step after each other one, and after itself: no response may depend on the request before it.
 * It runs alone, so that nothing comes in between.
 */
export const sequenceCase = (
  operation: Operation,
  name: string,
  stepsOf: (context: Context) => Promise<Pick<Step, "name" | "send">[]> | Pick<Step, "name" | "send">[],
): Case =>
  testCase(operation, {
    rule: "sequences",
    name: `${name}, each after each, get the same response every time`,
    wire: true,
    phase: "alone",
    run: async (context) => {
      const first = new Map<unknown, string>();
      let before = "nothing";
      for (const step of everyPair(sampled(await stepsOf(context), context.effort, 3))) {
        const got = JSON.stringify(await step.send(context));
        const known = first.get(step) ?? got;
        first.set(step, known);
        if (got !== known)
          throw new ContractViolation(`${step.name} after ${before} gets a different response than before`);
        before = step.name;
      }
    },
  });

/** Sequences of requests for one list, and for all lists together. */
export function sequenceCases(suite: Suite): Case[] {
  const lists = suite.operations.filter((operation) => isPaged(operation, 22));
  const [first] = lists;
  if (!first) return [];
  const page = (list: Operation, search: string) =>
    stepsFor(list)(`${list.method} ${list.path}?${search}`, successOf(list).status, { inputs: { search } });
  const refused = (list: Operation) =>
    stepsFor(list)(`${list.path}?limit=0`, refusalOf(list), { inputs: { search: "limit=0" } });
  const others = (list: Operation) => refusalsOf(suite, list, {}).filter(({ status }) => !/^4(00|22)$/.test(status));
  const pagesOf = ({ pagination }: Operation): string[] => {
    const [updatedFrom, updatedTo] = [pagination?.updatedFrom, pagination?.updatedTo].map((name) =>
      encodedName(name ?? ""),
    );
    const moment = (year: number) => encodeURIComponent(`${year}-01-01T00:00:00Z`);
    const windows = [
      `${updatedFrom}=${moment(2000)}`,
      `${updatedTo}=${moment(2000)}`,
      `${updatedFrom}=${moment(2000)}&${updatedTo}=${moment(9999)}&offset=2`,
    ];
    return [
      ...["limit=10", "limit=2", "limit=2&offset=2", "limit=3&offset=2", "limit=22", "offset=2"],
      ...(updatedFrom && updatedTo ? windows.map((window) => `limit=2&${window}`) : []),
    ];
  };
  return [
    ...lists.map((list) =>
      sequenceCase(list, "pages and errors of a list", () => [
        ...pagesOf(list).map((search) => page(list, search)),
        refused(list),
        ...others(list).filter(({ status }) => status === "401"),
      ]),
    ),
    sequenceCase(first, "requests for different paths", () => [
      ...lists.map((list) => page(list, "limit=2")),
      refused(first),
      ...others(first),
    ]),
  ];
}
