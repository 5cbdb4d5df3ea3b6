import type { Context, Exchange } from "./case.js";
import { type Document, type Operation, successOf } from "./document.js";
import { type Effort, hashOf } from "./effort.js";
import { excerpt, judgeResponse, mediaType, parse, Violation, type WireExchange } from "./judge.js";
import { type Inputs, requestOf } from "./request.js";
import { slots } from "./slots.js";
import type { Target, WireRequest, WireResponse } from "./target.js";
import { describeBreaches, type Validator } from "./validator.js";

/** How a run of the suite is set up; the defaults suit a server on this machine. */
export interface ContextOptions {
  document: Document;
  validator: Validator;
  target: Target;
  /** Begins every uid that is created. */
  uidPrefix: string;
  seed: number;
  runs: number;
  maxRecords: number;
  /** How often an unasked-for 429 is waited out, as its `Retry-After` says. */
  patience: number;
  /** @default standard */
  effort?: Effort;
}

/** How many requests are under way at once, over all cases: as many as are fine (decision 0012). */
const IN_FLIGHT = 20;

/** How many unasked-for 429s a run waits out, over all cases; a server that goes on is not only busy. */
const WAITS = 40;

/** The context of one run on one target. */
export function createContext(options: ContextOptions): Context {
  const { validator } = options;
  const target = { ...options.target, send: slots(IN_FLIGHT, (request: WireRequest) => options.target.send(request)) };
  const shared = new Map<string, Promise<unknown>>();
  let created = 0;
  let waits = 0;

  async function patient(request: WireRequest, expected: string | undefined): Promise<WireResponse> {
    for (let tries = 0; ; tries++) {
      const response = await target.send(request);
      const wait = Number(response.headers["retry-after"]);
      if (response.status !== 429 || expected === "429" || tries >= options.patience || !(wait <= 60)) return response;
      if (++waits > WAITS) return response;
      await new Promise((done) => setTimeout(done, wait * 1000));
    }
  }

  const judge = async (operation: Operation, request: WireRequest, status: string): Promise<Exchange> => {
    const response = await patient(request, status);
    const exchange = { request, response };
    if (String(response.status) !== status)
      throw new Violation(
        `status ${response.status}, expected ${status}: ${request.method} ${request.path} -> ${excerpt(response.body)}`,
        exchange,
      );
    try {
      return { request, response, body: judgeResponse(validator, operation, response) };
    } catch (error) {
      throw error instanceof Violation ? error.with(exchange) : error;
    }
  };

  const judgeError: Context["judgeError"] = async (request, status, errorBody) => {
    const response = await patient(request, undefined);
    const fail = (message: string) => new Violation(message, { request, response });
    if (response.status !== status)
      throw fail(`status ${response.status}, expected ${status}: ${request.method} ${request.path}`);
    if (mediaType(response) !== "application/json")
      throw fail(`status ${status} has content type "${mediaType(response)}", not application/json`);
    const breaches = errorBody === undefined ? [] : validator.breaches(errorBody, parse(response));
    if (breaches.length > 0) throw fail(`the error body breaks its schema: ${describeBreaches(breaches)}`);
    return response;
  };

  const context = (id: string): Context => {
    let last: WireExchange | undefined;
    const judged: Context["judge"] = async (...args) => {
      const exchange = await judge(...args);
      last = exchange;
      return exchange;
    };
    return {
      document: options.document,
      target,
      validator,
      seed: options.seed,
      runs: options.runs,
      maxRecords: options.maxRecords,
      effort: options.effort ?? "standard",
      uid: () => `${options.uidPrefix}${(++created).toString(36)}`,
      forCase: context,
      last: () => last,
      judge: judged,
      exchange: (operation, inputs, expect = {}) =>
        judged(
          operation,
          requestOf(operation, placed(operation, inputs, id), target.apiKey),
          expect.status ?? successOf(operation).status,
        ),
      judgeError,
      once<T>(key: string, make: () => Promise<T>): Promise<T> {
        const made = shared.get(key) ?? make();
        shared.set(key, made);
        return made as Promise<T>;
      },
    };
  };
  return context("");
}

/** The inputs with each listed path parameter set: to what they say, else to one of its values by the id of the case. */
function placed(operation: Operation, inputs: Inputs, id: string): Inputs {
  const path = { ...inputs.path };
  for (const { name, in: place, schema } of operation.parameters) {
    const values = schema.node.enum;
    if (place !== "path" || name in path || !values?.length) continue;
    path[name] = values[hashOf(id) % values.length];
  }
  return { ...inputs, path };
}
