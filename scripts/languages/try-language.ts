import { cp, symlink } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { inFolder } from "../lib/in-folder.js";
import { root } from "../lib/repo.js";
import { classOf, EXPECTED_CLASSES, EXPECTED_ITEMS } from "./expected-items.js";
import type { Language } from "./languages.js";
import { type Exchange, LATER_FIELD, startRecordingProxy } from "./recording-proxy.js";
import { sameJson } from "./same-json.js";
import { missing, shell } from "./shell.js";

/** The steps for each generator, in this order; each one needs all previous ones. */
export const COLUMNS = ["generated", "compiled", "items decoded", "create", "lists"] as const;

/** The result of a step, with a measurement or the reason. */
export interface Outcome {
  result: "passed" | "failed" | "skipped";
  message: string;
}

/** A server to run samples on, and the records in its lists. */
export interface Target {
  url: string;
  apiKey: string;
  /** The uids of each list in order, by operationId. */
  lists: Record<string, string[]>;
}

/** What is available from registries other than npm. */
export interface Registries {
  /** openapi-generator, from Maven Central. */
  jar?: string | undefined;
  pypi?: boolean;
}

/** What a sample prints in its last line. */
interface Printed {
  uid: string;
  /** The items of the response, as the client writes them after decoding them. */
  items: unknown;
  /** The classes of the items; in a language without classes, the values of `type` that narrowed them. */
  decoded?: string[];
  types?: string[];
  [list: string]: unknown;
}

const samples = fileURLToPath(new URL("./samples/", import.meta.url));
const passed = (message = "yes"): Outcome => ({ result: "passed", message });
const failed = (message: string): Outcome => ({ result: "failed", message });
const skipped = (message: string): Outcome => ({ result: "skipped", message });

/** Generates a client outside the repository, compiles it with the sample and runs the sample on a server. */
export const tryLanguage = (language: Language, target: Target, had: Registries = {}): Promise<Outcome[]> =>
  inFolder(language.name, async (folder) => {
    const lacking = lackOf(language, had);
    const outcomes = lacking ? [skipped(lacking)] : await trySteps(language, target, folder, had);
    const last = outcomes.at(-1) as Outcome;
    // What comes after a step that did not pass has its result.
    return [...outcomes, ...COLUMNS.slice(outcomes.length).map(() => last)];
  });

/** Returns the outcomes of the steps, up to the first one that did not pass. */
async function trySteps(language: Language, target: Target, folder: string, { jar }: Registries): Promise<Outcome[]> {
  await cp(join(samples, language.name), folder, { recursive: true });
  await cp(join(root, "openapi/generated/openapi.json"), join(folder, "openapi.json"));
  await symlink(join(root, "node_modules"), join(folder, "node_modules"));
  if (language.jar && jar) await symlink(jar, join(folder, "openapi-generator-cli.jar"));
  const outcomes: Outcome[] = [];
  for (const [script, programs] of [
    ["generate.sh", language.generates],
    ["build.sh", language.builds],
  ] as const) {
    const lacking = missing(["sh", ...programs]);
    if (lacking.length > 0) return [...outcomes, skipped(`${lacking.join(", ")} not found`)];
    const { ok, output } = await shell(script, folder);
    if (!ok) return [...outcomes, failed(`${script}: ${tail(output)}`)];
    outcomes.push(passed());
  }
  if (language.noSample) return [...outcomes, skipped(language.noSample)];
  const proxy = await startRecordingProxy(target.url);
  try {
    const { ok, output } = await shell("run.sh", folder, { BASE_URL: proxy.url, API_KEY: target.apiKey });
    const printed = ok ? lastLine(output) : undefined;
    return [...outcomes, ...(printed ? judge(printed, proxy.exchanges, target) : [failed(`run.sh: ${tail(output)}`)])];
  } finally {
    await proxy.stop();
  }
}

/** Returns the reason why a client cannot be generated on this machine, if there is one. */
export function lackOf({ generates, builds, jar }: Language, had: Registries): string | undefined {
  const programs = missing(generates);
  if (programs.length > 0) return `${programs.join(", ")} not found`;
  if (jar && !had.jar) return "Maven Central cannot be reached";
  if ([...generates, ...builds].includes("python3") && missing(["python3"]).length === 0 && !had.pypi)
    return "PyPI cannot be reached";
  return undefined;
}

/** Compares the output of a sample with what it sent and with the records of the server. */
export function judge(printed: Printed, exchanges: Exchange[], target: Target): Outcome[] {
  const create = exchanges.find(({ sent }) => sent.includes(JSON.stringify(printed.uid)));
  const sent = create && (JSON.parse(create.sent) as { items: unknown });
  const received = create?.status === 201 ? JSON.parse(create.received).data : undefined;

  const decoded = printed.decoded ?? printed.types?.map(classOf) ?? [];
  const right = EXPECTED_CLASSES.filter((name, index) => decoded[index] === name).length;
  const figure = `${right} of ${EXPECTED_CLASSES.length}`;
  const items = () => {
    if (right < EXPECTED_CLASSES.length) return failed(`${figure}: ${decoded.join(", ")}`);
    if (!sameJson(withoutLaterFields(printed.items), received?.items))
      return failed("the client altered the items of the response");
    return passed(figure);
  };

  const creating = () => {
    if (create?.status !== 201) return failed(`${create?.status ?? "no request"} ${create?.received ?? ""}`);
    const differing = EXPECTED_ITEMS.findIndex((item, i) => !sameJson((sent?.items as unknown[])?.[i], item));
    if (differing < 0) return passed();
    return failed(`sent ${JSON.stringify((sent?.items as unknown[])?.[differing])}`);
  };

  const listing = () => {
    const refused = exchanges.find(({ method, status }) => method === "GET" && status >= 400);
    if (refused) return failed(`${refused.method} ${refused.path}: ${refused.status} ${refused.received}`);
    const wrong = Object.keys(target.lists).filter((name) => !sameJson(printed[name], target.lists[name]));
    const count = Object.keys(target.lists).length;
    return wrong.length > 0 ? failed(`incomplete: ${wrong.join(", ")}`) : passed(`${count} of ${count}`);
  };
  return [items(), creating(), listing()];
}

/** Some clients keep unknown fields, and some drop them; both are correct. */
const withoutLaterFields = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (name, each) => (name === LATER_FIELD ? undefined : each)) ?? "null");

function lastLine(output: string): Printed | undefined {
  const line = output.trimEnd().split("\n").at(-1) ?? "";
  try {
    return JSON.parse(line) as Printed;
  } catch {
    return undefined;
  }
}

const tail = (output: string) => output.trim().split("\n").slice(-15).join("\n");
