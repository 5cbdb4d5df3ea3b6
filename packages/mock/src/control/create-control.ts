import type { IncomingMessage, ServerResponse } from "node:http";
import { errorBody, MAX_BODY_BYTES, quote, readJson, splitTarget, Violation } from "@metadata-service/server-rules";
import type { Scenario } from "../core/scenarios/scenario.js";
import { readBody } from "../http/read-body.js";
import type { UnreadLimit } from "../http/unread-limit.js";
import type { RequestLog } from "../log/request-log.js";
import { CONTROL_PAGE } from "./control-page.js";

/** The dependencies of the control pages. */
export interface ControlOptions {
  readonly log: RequestLog;
  /** Limits the unsent bytes of event streams. */
  readonly unread: UnreadLimit;
  /** The state of the mock, as JSON. */
  state(): object;
  use(scenario: string | Scenario): void;
  reset(): void;
}

/** The control API under `/__mock/`. */
export interface Control {
  /** Handles a request under `/__mock/`; returns false for any other request. */
  handle(request: IncomingMessage, response: ServerResponse): boolean;
  /** Notifies open pages of a change other than a request. */
  announce(): void;
}

const PREFIX = "/__mock/";
/** The maximum number of event streams. One more closes the oldest, whose page then reconnects. */
const MOST_STREAMS = 16;

/**
 * Creates the control API: `GET` for the page, `state`, `requests` and `events` (server-sent events); `POST` for
 * `reset` and `scenario`. Browsers may use it only from pages on this machine, so that no website can control the mock.
 */
export function createControl({ log, unread, state, use, reset }: ControlOptions): Control {
  const streams = new Set<ServerResponse>();
  const tell = (event: string) => {
    for (const stream of streams) {
      stream.write(event);
      unread.watch(stream);
    }
  };
  const announce = () => tell("event: state\ndata: {}\n\n");
  log.listen((entry) => {
    if (streams.size > 0) tell(`data: ${JSON.stringify(entry)}\n\n`);
  });
  const send = (request: IncomingMessage, response: ServerResponse, status: number, body: unknown) => {
    response.writeHead(status, {
      ...(isLocal(request) && cors(request)),
      "Content-Type": "application/json",
      "Cache-Control": "no-store",
    });
    response.end(JSON.stringify(body));
    unread.watch(response);
  };

  const routes: Record<string, Record<string, Handle>> = {
    "": { GET: (_request, response) => sendPage(response) },
    state: { GET: (request, response) => send(request, response, 200, state()) },
    requests: { GET: (request, response) => send(request, response, 200, log.entries) },
    events: {
      GET(request, response) {
        response.writeHead(200, { ...cors(request), "Content-Type": "text/event-stream", "Cache-Control": "no-store" });
        response.write(": the last requests are at requests\n\n");
        const [oldest] = streams;
        if (oldest && streams.size >= MOST_STREAMS) {
          streams.delete(oldest);
          oldest.end();
        }
        streams.add(response);
        response.on("close", () => streams.delete(response));
      },
    },
    reset: {
      POST(request, response) {
        reset();
        send(request, response, 200, state());
      },
    },
    scenario: {
      async POST(request, response) {
        const body = readJson((await readBody(request, MAX_BODY_BYTES)) ?? "");
        use(scenarioOf(body));
        send(request, response, 200, state());
      },
    },
  };

  return {
    announce,
    handle(request, response) {
      const { path } = splitTarget(request.url ?? "/");
      if (`${path}/` === PREFIX) {
        response.writeHead(302, { Location: PREFIX }).end();
        return true;
      }
      if (!path.startsWith(PREFIX)) return false;
      const fail = (status: number, message: string) => send(request, response, status, errorBody(400, message));
      const name = path.slice(PREFIX.length);
      const methods = Object.hasOwn(routes, name) ? routes[name] : undefined;
      if (!isLocal(request)) fail(403, "The mock can be controlled only from pages on this machine");
      else if (!methods)
        fail(404, `There is no such path; the paths under ${PREFIX} are ${Object.keys(routes).join(", ")}`);
      else if (isPreflight(request)) allow(request, response, Object.keys(methods));
      else run(methods, request, response, fail);
      return true;
    },
  };
}

/** Runs the handler for the request's method. */
function run(
  methods: Readonly<Record<string, Handle>>,
  request: IncomingMessage,
  response: ServerResponse,
  fail: (status: number, message: string) => void,
): void {
  const handle = methods[request.method ?? ""];
  if (!handle) fail(405, `The path allows ${Object.keys(methods).join(", ")}`);
  else
    Promise.resolve()
      .then(() => handle(request, response))
      .catch((error: Error) => fail(error instanceof Violation ? 400 : 500, error.message));
}

type Handle = (request: IncomingMessage, response: ServerResponse) => unknown;

/** Parses a scenario: `{"name": "flaky"}` selects one by name, and a body with more fields defines one. */
function scenarioOf(body: unknown): string | Scenario {
  if (!body || typeof body !== "object" || !("name" in body) || typeof body.name !== "string")
    throw new Violation(`Send {"name": …} or a scenario, not ${quote(JSON.stringify(body))}`);
  return Object.keys(body).length === 1 ? body.name : (body as Scenario);
}

/** Whether a request was sent by a program, or by a page on this machine. */
function isLocal({ headers: { origin, host } }: IncomingMessage): boolean {
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  const url = new URL(origin);
  return url.host === host || /^(localhost|127\.0\.0\.1|\[::1\]|.*\.localhost)$/.test(url.hostname);
}

/** Allows only the requesting origin, without credentials. */
function cors({ headers: { origin } }: IncomingMessage): Record<string, string> {
  return { Vary: "Origin", ...(origin !== undefined && { "Access-Control-Allow-Origin": origin }) };
}

function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === "OPTIONS" && headers["access-control-request-method"] !== undefined;
}

function allow(request: IncomingMessage, response: ServerResponse, methods: readonly string[]): void {
  const allowed = {
    "Access-Control-Allow-Methods": methods.join(", "),
    "Access-Control-Allow-Headers": "Content-Type",
  };
  response.writeHead(204, { ...cors(request), ...allowed }).end();
}

function sendPage(response: ServerResponse): void {
  response.writeHead(200, {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy":
      "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; connect-src 'self'; frame-ancestors 'none'",
  });
  response.end(CONTROL_PAGE);
}
