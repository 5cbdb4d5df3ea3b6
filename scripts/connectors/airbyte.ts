import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { execute, root } from "../lib/repo.js";
import type { Engine, Server } from "./engine.js";
import type { Environment } from "./python.js";

const MANIFEST = join(root, "packages/cli/src/generated/airbyte.yaml");

/** A line that the engine prints (the Airbyte protocol), with the fields that are used here. */
interface Message {
  type: string;
  record?: { stream: string; data: { uid: string | number } };
  state?: object;
  trace?: { error?: { message: string; internal_message?: string } };
  connectionStatus?: { status: string; message?: string };
  catalog?: { streams: Stream[] };
}

interface Stream {
  name: string;
  supported_sync_modes: string[];
  source_defined_primary_key?: string[][];
}

/** `source-declarative-manifest`, which runs low-code connectors. */
export function airbyte({ program }: Environment): Engine {
  async function messages(
    command: string,
    { url, apiKey }: Server,
    folder: string,
    files: Record<string, unknown> = {},
  ) {
    await mkdir(folder, { recursive: true });
    const args: string[] = [];
    for (const [name, content] of Object.entries({ config: { base_url: url, api_key: apiKey }, ...files })) {
      const path = join(folder, `${name}.json`);
      await writeFile(path, JSON.stringify(content));
      args.push(`--${name}`, path);
    }
    const { ok, output } = await execute([
      program("source-declarative-manifest"),
      command,
      ...args,
      "--manifest-path",
      MANIFEST,
    ]);
    const lines = output.split("\n").filter((line) => line.startsWith("{"));
    const found = lines.map((line) => JSON.parse(line) as Message);
    const errors = found.flatMap(({ trace }) => trace?.error ?? []);
    if (!ok || errors.length > 0)
      throw new Error(
        errors.map((one) => `${one.message}\n${one.internal_message ?? ""}`).join("\n") || output.slice(-2000),
      );
    return found;
  }

  async function streams(server: Server, folder: string): Promise<Stream[]> {
    return (await messages("discover", server, folder)).flatMap(({ catalog }) => catalog?.streams ?? []);
  }

  return {
    name: "airbyte",
    checks: (server, folder) => ({
      "check accepts a valid key": async () => statusProblem(await messages("check", server, folder), "SUCCEEDED"),
      "check rejects an invalid key": async () =>
        statusProblem(await messages("check", { ...server, apiKey: "wrong" }, folder), "FAILED"),
      "discover names every list with its primary key": async () => {
        const found = await streams(server, folder);
        const keyless = found.filter((stream) => stream.source_defined_primary_key?.[0]?.[0] !== "uid");
        return [
          ...(found.length === 3 ? [] : [`${found.length} streams`]),
          ...keyless.map(({ name }) => `${name} has no primary key`),
        ];
      },
    }),
    async read(server, folder) {
      const catalog = {
        streams: (await streams(server, folder)).map((stream) => ({
          stream,
          sync_mode: stream.supported_sync_modes.includes("incremental") ? "incremental" : "full_refresh",
          destination_sync_mode: "append",
        })),
      };
      const [before, stored] = await Promise.all(
        ["last-state", "stored"].map((name) => readJson(join(folder, `${name}.json`))),
      );
      const found = await messages("read", server, folder, { catalog, ...(before !== undefined && { state: before }) });
      await writeFile(join(folder, "last-state.json"), JSON.stringify(found.flatMap(({ state }) => state ?? [])));
      const loaded = new Map<string, string[]>();
      for (const { record } of found)
        if (record) loaded.set(record.stream, [...(loaded.get(record.stream) ?? []), String(record.data.uid)]);
      // The records that a destination with primary keys would contain.
      const kept = new Map(Object.entries((stored ?? {}) as Record<string, string[]>));
      for (const [name, uids] of loaded)
        kept.set(name, stored === undefined ? uids : [...new Set([...(kept.get(name) ?? []), ...uids])]);
      await writeFile(join(folder, "stored.json"), JSON.stringify(Object.fromEntries(kept)));
      return { loaded: new Map([...loaded].map(([name, uids]) => [name, uids.length])), stored: kept };
    },
  };
}

function statusProblem(messages: readonly Message[], expected: string): string[] {
  const status = messages.flatMap(({ connectionStatus }) => connectionStatus ?? [])[0];
  return status?.status === expected ? [] : [`the status is ${status?.status}: ${status?.message}`];
}

const readJson = async (path: string): Promise<unknown> => {
  const text = await readFile(path, "utf8").catch(() => undefined);
  return text === undefined ? undefined : JSON.parse(text);
};
