import { createRules, type Rules, slowPatternNotices } from "@metadata-service/server-rules";
import { createControl } from "./control/create-control.js";
import { createEngine, type Engine, type EngineOptions } from "./core/create-engine.js";
import { prepareScenarios } from "./core/scenarios/prepare-scenarios.js";
import type { Scenario } from "./core/scenarios/scenario.js";
import { createMockServer } from "./http/create-mock-server.js";
import { sampleRequest } from "./http/sample-request.js";
import { serveFile } from "./http/serve-file.js";
import { serveStartPage } from "./http/serve-start-page.js";
import { createUnreadLimit } from "./http/unread-limit.js";
import { loadBundledDocument } from "./load-bundled-document.js";
import { createRequestLog, type LogEntry } from "./log/request-log.js";
import { type MockOptions, withDefaults } from "./mock-options.js";
import { verifyRules } from "./spec/verify-rules.js";

/** A running mock. */
export interface Mock {
  /** The base URL, for example `http://127.0.0.1:4010`. */
  readonly url: string;
  /** A valid API key: the first of `apiKeys`. */
  readonly apiKey: string;
  /** The last 1000 requests with the reason for each response, newest last. */
  readonly requests: readonly LogEntry[];
  /** A curl command for a first request. */
  readonly sampleRequest: string;
  /** Stops the mock and closes open connections. */
  stop(): Promise<void>;
  /**
   * Discards created, changed and deleted records and the log, regenerates the lists, and returns to the initial
   * scenario.
   */
  reset(): void;
  /**
   * Switches to a scenario and regenerates the lists; created records are kept.
   *
   * @throws Violation if the scenario is unknown or invalid
   */
  use(scenario: string | Scenario): void;
}

/** @internal A mock and what the command needs to run it. */
export interface RunningMock extends Mock {
  /**
   * Serves a new version of the spec from now on. Created records are discarded, because their format may have changed.
   */
  replaceDocument(document: object): Promise<void>;
  onRequest(listener: (entry: LogEntry) => void): void;
  /** Indexes the lists in advance, so that the first request with a window is as fast as later ones. */
  prepare(onProgress: (done: number, total: number) => void): Promise<void>;
}

/**
 * Starts a mock of the service.
 *
 * @throws Error if the port is in use, the scenario is unknown or the spec cannot be read
 * @example
 * const mock = await startMock({ scenario: "rate-limited" });
 * await fetch(`${mock.url}/api/v1/reports`, { headers: { apiKey: mock.apiKey } });
 * await mock.stop();
 */
export async function startMock(options: MockOptions = {}): Promise<Mock> {
  return runMock(options);
}

/** The maximum number of unsent bytes for all clients together, apart from the last response: several large pages. */
const MOST_UNREAD_BYTES = 16 * 1024 * 1024;

/** @internal Starts a mock for the command. */
export async function runMock(options: MockOptions): Promise<RunningMock> {
  const { port, host, seed, ...settings } = withDefaults(options);
  let rules = createRules(options.document ?? (await loadBundledDocument()));
  const { scenarioList, scenarios, initial } = prepareScenarios(settings, seed, () => rules);
  const log = createRequestLog();
  const engineFor = (served: Rules) => prepareEngine(served, options, { ...settings, seed, scenarios, scenarioList });
  let engine = engineFor(rules);
  if (options.document) verifyRules(rules);

  /** Notifies open control pages. */
  let changed = () => {};
  const control = {
    use(scenario: string | Scenario) {
      const next = scenarioList.find(scenario);
      engine.memory.relist(next);
      scenarios.use(next);
      changed();
    },
    reset() {
      scenarios.use(initial);
      engine.memory.relist(initial);
      engine.memory.forget();
      log.clear();
      changed();
    },
  };
  let url = "";
  const apiKey = settings.apiKeys[0] ?? "";
  const state = () => ({
    url,
    seed,
    scenario: scenarios.current.name,
    scenarios: scenarioList.all,
    records: engine.memory.counts(),
  });
  const unread = createUnreadLimit(MOST_UNREAD_BYTES);
  const pages = createControl({ log, unread, state, ...control });
  changed = pages.announce;
  const server = await createMockServer({
    port,
    host,
    allowedHosts: [host, ...settings.allowedHosts],
    log,
    unread,
    seed,
    scenarios,
    engine: () => engine,
    handleOther(request, response) {
      if (pages.handle(request, response) || serveFile(request, response)) return true;
      return serveStartPage(engine.rules, { url, apiKey }, request, response);
    },
  });
  url = server.url;
  return {
    url: server.url,
    apiKey,
    get requests() {
      return log.entries;
    },
    stop: server.stop,
    ...control,
    async replaceDocument(document) {
      const next = createRules(document);
      verifyRules(next);
      [rules, engine] = [next, engineFor(next)];
      changed();
    },
    onRequest: (listener) => void log.listen(listener),
    prepare: (onProgress) => engine.memory.prepare(onProgress),
    get sampleRequest() {
      return sampleRequest(engine.rules, url, apiKey);
    },
  };
}

/** Creates the engine for a spec, and reports the resources for which no valid record can be generated. */
function prepareEngine(
  rules: Rules,
  { onDefect = () => {}, onNotice = () => {} }: MockOptions,
  engineOptions: Omit<EngineOptions, "onDefect">,
): Engine {
  const engine = createEngine(rules, { ...engineOptions, onDefect });
  for (const problem of [...engine.memory.problems(), ...slowPatternNotices(rules.document)]) onNotice(problem);
  return engine;
}
