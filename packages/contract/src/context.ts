import type { Context } from "./case.js";
import { type Document, successOf } from "./document.js";
import { excerpt, judgeResponse, mediaType, parse, Violation } from "./judge.js";
import { requestOf } from "./request.js";
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
}

/** The context of one run on one target. */
export function createContext(options: ContextOptions): Context {
  const { validator, target } = options;
  const shared = new Map<string, Promise<unknown>>();
  let created = 0;

  async function patient(request: WireRequest, expected: string | undefined): Promise<WireResponse> {
    for (let tries = 0; ; tries++) {
      const response = await target.send(request);
      const wait = Number(response.headers["retry-after"]);
      if (response.status !== 429 || expected === "429" || tries >= options.patience || !(wait <= 60)) return response;
      await new Promise((done) => setTimeout(done, wait * 1000));
    }
  }

  const judge: Context["judge"] = async (operation, request, status) => {
    const response = await patient(request, status);
    if (String(response.status) !== status)
      throw new Violation(
        `status ${response.status}, expected ${status}: ${request.method} ${request.path} -> ${excerpt(response.body)}`,
      );
    return { request, response, body: judgeResponse(validator, operation, response) };
  };

  return {
    document: options.document,
    target,
    validator,
    seed: options.seed,
    runs: options.runs,
    maxRecords: options.maxRecords,
    uid: () => `${options.uidPrefix}${(++created).toString(36)}`,
    judge,
    exchange: (operation, inputs, expect = {}) =>
      judge(operation, requestOf(operation, inputs, target.apiKey), expect.status ?? successOf(operation).status),
    async judgeError(request, status, errorBody) {
      const response = await patient(request, undefined);
      if (response.status !== status)
        throw new Violation(`status ${response.status}, expected ${status}: ${request.method} ${request.path}`);
      if (mediaType(response) !== "application/json")
        throw new Violation(`status ${status} has content type "${mediaType(response)}", not application/json`);
      const breaches = errorBody === undefined ? [] : validator.breaches(errorBody, parse(response));
      if (breaches.length > 0) throw new Violation(`the error body breaks its schema: ${describeBreaches(breaches)}`);
      return response;
    },
    once<T>(key: string, make: () => Promise<T>): Promise<T> {
      const made = shared.get(key) ?? make();
      shared.set(key, made);
      return made as Promise<T>;
    },
  };
}
