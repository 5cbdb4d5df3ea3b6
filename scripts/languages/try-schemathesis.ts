import { cp } from "node:fs/promises";
import { join } from "node:path";
import { startMock } from "@metadata-service/mock";
import { startService } from "@metadata-service/service";
import { inFolder } from "../lib/in-folder.js";
import { root } from "../lib/repo.js";
import { missing, shell } from "./shell.js";
import type { Outcome } from "./try-language.js";

const CASES = 3000;
const API_KEY = "schemathesis-key";
const NEEDS = ["sh", "python3"];

/** Runs Schemathesis with the project's hooks on the mock and then on the service, with the command that users run. */
export const trySchemathesis = (pypi: boolean): Promise<[title: string, Outcome][]> =>
  inFolder("schemathesis", async (folder) => {
    await cp(join(root, "packages/contract/schemathesis"), folder, { recursive: true });
    const servers = {
      mock: () => startMock({ apiKeys: [API_KEY] }),
      service: () => startService({ apiKey: API_KEY, data: join(folder, "data") }),
    };
    const outcomes: [string, Outcome][] = [];
    for (const [name, start] of Object.entries(servers))
      outcomes.push([`Schemathesis on the ${name}`, await tryServer(folder, start, pypi)]);
    return outcomes;
  });

type Server = { url: string; stop(): Promise<void> };

async function tryServer(folder: string, start: () => Promise<Server>, pypi: boolean): Promise<Outcome> {
  const lacking = missing(NEEDS);
  if (lacking.length > 0) return { result: "skipped", message: `${lacking.join(", ")} not found` };
  if (!pypi) return { result: "skipped", message: "PyPI cannot be reached" };
  const server = await start();
  try {
    const OPENAPI = join(root, "openapi/generated/openapi.json");
    const { ok, output } = await shell("run.sh", folder, { BASE_URL: server.url, API_KEY, OPENAPI });
    return verdict(ok, output);
  } finally {
    await server.stop();
  }
}

/** Judges a run of Schemathesis: it only passes if no case failed and it tried as many cases as it should. */
export function verdict(ok: boolean, output: string): Outcome {
  const cases = Number(/^\s*(\d+) generated/m.exec(output)?.[1] ?? 0);
  if (!ok) return { result: "failed", message: output.slice(output.indexOf("= FAILURES =")).slice(0, 4000) };
  if (cases < CASES) return { result: "failed", message: `${cases} cases; at least ${CASES} are required` };
  return { result: "passed", message: `0 failures in ${cases} cases` };
}
