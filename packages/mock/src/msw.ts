import bundled from "@metadata-service/openapi/openapi.json" with { type: "json" };
import numbers from "@metadata-service/openapi/openapi.numbers.json" with { type: "json" };
import { createRules, REQUEST_ID_HEADER, RESPONSE_HEADERS, requestId } from "@metadata-service/server-rules";
import { withMarks } from "@metadata-service/spec-tools/json";
import { HttpResponse, http, matchRequestUrl, type RequestHandler } from "msw";
import { createEngine } from "./core/create-engine.js";
import type { MockRequest, MockResponse } from "./core/exchange.js";
import { prepareScenarios } from "./core/scenarios/prepare-scenarios.js";
import type { Scenario } from "./core/scenarios/scenario.js";
import { FILE_TYPE, storedFile } from "./core/stored-file.js";
import { type CommonOptions, withDefaults } from "./mock-options.js";
import { faultyBody } from "./msw/faulty-body.js";

export type { Drift, Fault, Scenario, Transport } from "./core/scenarios/scenario.js";

/** Options of `createMockHandlers`. */
export interface MockHandlerOptions extends CommonOptions {
  /**
   * The base URL of the service, for example `https://api.example/base`; `*` is any host.
   *
   * @default "*"
   */
  baseUrl?: string;
}

/** The mock as handlers of Mock Service Worker. */
export interface MockHandlers {
  /** For `setupServer(...handlers)` in unit tests, `setupWorker(...handlers)` in a browser, or Storybook. */
  readonly handlers: RequestHandler[];
  /** Switches to a scenario and regenerates the lists; created records are kept. */
  use(scenario: string | Scenario): void;
  /** Discards created, changed and deleted records, regenerates the lists, and returns to the initial scenario. */
  reset(): void;
}

/**
 * Creates the mock as handlers for Mock Service Worker 2, for Node and browsers, with the same records, validation and
 * scenarios as the server. Requests to other paths pass through.
 *
 * @throws Violation if the scenario is unknown
 * @example
 * const mock = createMockHandlers();
 * const server = setupServer(...mock.handlers);
 */
export function createMockHandlers(options: MockHandlerOptions = {}): MockHandlers {
  const { baseUrl = "*" } = options;
  const { seed, ...settings } = withDefaults(options);
  const base = baseUrl.replace(/\/$/, "");
  const prefix = prefixOf(base);
  const rules = createRules(options.document ?? withMarks(bundled, numbers));
  const { scenarioList, scenarios, initial } = prepareScenarios(settings, seed, () => rules);
  const onDefect = (operation: string, violation: string) =>
    console.error(`The response of ${operation} violates the spec: ${violation}`);
  const engine = createEngine(rules, { ...settings, seed, scenarios, scenarioList, onDefect });

  const resolve = async ({ request }: { request: Request }): Promise<Response> => {
    const response = await toResponse(engine.respond(await toMockRequest(request, prefix)), request.method === "HEAD");
    // A reset connection has no headers.
    if (response.type !== "error")
      response.headers.set(REQUEST_ID_HEADER, requestId(request.headers.get(REQUEST_ID_HEADER) ?? undefined, rules));
    return response;
  };
  // Matched by the rules, because MSW reads a path such as `/{id}:cancel` or `/{post-id}` in another way.
  const isOurs = ({ request }: { request: Request }): boolean => {
    const url = new URL(request.url);
    const isBelow = matchRequestUrl(url, `${base}/*`, globalThis.location?.href).matches;
    return isBelow && isPath(url.pathname.slice(prefix.length));
  };
  // An undocumented method of a path gets a 405.
  const isPath = (path: string): boolean => rules.match("", path).found !== "nothing";
  const files = http.get(`${base}/files/:id`, ({ request }) => {
    const file = storedFile(new URL(request.url).pathname.slice(prefix.length));
    return file === undefined ? undefined : new HttpResponse(file, { headers: { "Content-Type": FILE_TYPE } });
  });
  return {
    handlers: [http.all(isOurs, resolve), files],
    use(scenario) {
      const next = scenarioList.find(scenario);
      engine.memory.relist(next);
      scenarios.use(next);
    },
    reset() {
      scenarios.use(initial);
      engine.memory.relist(initial);
      engine.memory.forget();
    },
  };
}

/** The path of a base URL, which may begin with `*` for any host, or be relative to the page. */
function prefixOf(base: string): string {
  if (base.startsWith("*")) return base.slice(1);
  return URL.canParse(base, "http://page.invalid")
    ? new URL(base, "http://page.invalid").pathname.replace(/\/$/, "")
    : "";
}

async function toMockRequest(request: Request, prefix: string): Promise<MockRequest> {
  const url = new URL(request.url);
  return {
    method: request.method,
    path: url.pathname.slice(prefix.length),
    search: url.search.slice(1),
    origin: url.origin + prefix,
    header: (name) => request.headers.get(name) ?? undefined,
    body: new Uint8Array(await request.arrayBuffer()),
  };
}

async function toResponse(
  { status, headers, body, raw, transport = {} }: MockResponse,
  isHead: boolean,
): Promise<Response> {
  const { delay, reset } = transport;
  if (delay) await new Promise((wake) => setTimeout(wake, delay));
  if (reset) return HttpResponse.error();
  const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  if (payload === undefined) {
    const { "Content-Type": _none, ...rest } = { ...RESPONSE_HEADERS, ...headers };
    return new HttpResponse(null, { status, headers: rest });
  }
  const bytes = typeof payload === "string" ? new TextEncoder().encode(payload) : payload;
  return new HttpResponse(isHead ? null : faultyBody(bytes, transport), {
    status,
    headers: { ...RESPONSE_HEADERS, ...headers },
  });
}
