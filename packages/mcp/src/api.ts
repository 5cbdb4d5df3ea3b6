import {
  type CommandTable,
  connect,
  type Environment,
  type Methods,
  messageOf,
  type OperationCommand,
  serviceAt,
} from "@metadata-service/cli/parts";
import type { ClientOptions } from "@metadata-service/client";
import type { Flags } from "@metadata-service/spec-tools/flags";
import type { OperationTool, ToolTable } from "./tool-table.js";

/** An operation: as a tool, and how its method is called. */
export interface Operation {
  readonly tool: OperationTool;
  readonly command: OperationCommand;
}

/** The API that the tools call. */
export interface Api {
  readonly title: string;
  readonly operations: readonly Operation[];
  /** Finds address and key, as the command `metadata` does, for each call: a login while the server runs counts. */
  connect(options?: Partial<ClientOptions>): Promise<Methods>;
  /** Replaces the secrets of the API key in JSON. */
  hide(json: string): string;
  /** One or two sentences about an error, and how to fix it. */
  explain(error: unknown): string;
}

/** Secrets that are shorter could be ordinary words. */
const SHORTEST_SECRET = 4;

/** Creates the API for the flags and the environment of a process. */
export function createApi(flags: Flags, environment: Environment, { tools }: ToolTable): Api {
  const { title, commands }: CommandTable = environment.table;
  const byName = new Map(commands.map((command) => [command.operation, command]));
  const secrets = new Set<string>();
  let service: ReturnType<typeof serviceAt>;
  const watched: Environment = {
    ...environment,
    connect(options) {
      service = serviceAt(options.baseUrl, environment.env);
      for (const secret of secretsOf(options.apiKey)) secrets.add(secret);
      return environment.connect(options);
    },
  };
  const hide = (json: string) => [...secrets].reduce((text, secret) => text.replaceAll(secret, "***"), json);
  return {
    title,
    operations: tools.flatMap((tool) => {
      const command = byName.get(tool.operation);
      return command ? [{ tool, command }] : [];
    }),
    connect: (options) => connect(flags, watched, options),
    hide,
    explain: (error) => hide(messageOf(error, service)),
  };
}

/** The secrets in a key, as JSON and Basic authentication write them. */
function secretsOf(key: unknown): string[] {
  const all =
    typeof key === "string"
      ? [key]
      : Object.values(Object(key)).flatMap((one) =>
          typeof one === "string" ? [one] : Object.values(Object(one)).map(String),
        );
  const long = all.filter((secret) => secret.length >= SHORTEST_SECRET);
  return long.flatMap((secret) => [JSON.stringify(secret).slice(1, -1), Buffer.from(secret).toString("base64")]);
}
