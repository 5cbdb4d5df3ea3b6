import { basename, join } from "node:path";
import {
  formatOf,
  gather,
  isDatabaseUrl,
  keepsState,
  type List,
  openTarget,
  UsageError,
} from "@metadata-service/cli/parts";
import type { Api, Operation } from "./api.js";
import { callWith, wrongArguments } from "./call-operation.js";
import { writeNewFile } from "./place-in-folder.js";
import { failure } from "./results.js";
import type { Call, ServerTool } from "./server-tool.js";

/** Where whole lists may be written. */
export interface Places {
  /** The real path of the folder of `--files`. */
  readonly folder: string;
  readonly allowsDatabases: boolean;
}

/** The tool that writes every record of a list into a file or a database. */
export function pullTool(api: Api, places: Places): ServerTool | undefined {
  const lists = api.operations.filter(({ tool }) => tool.page);
  if (lists.length === 0) return undefined;
  const databases = places.allowsDatabases
    ? " A database is a new .sqlite or .duckdb file, or a postgres:// URL without password, whose table is replaced."
    : "";
  return {
    definition: {
      name: "pull_to_file",
      title: "Pull a whole list",
      description: `Writes every record of a list into a new file in the folder that the user chose, and returns the number of records. The extension is the format: .ndjson, .csv or .parquet.${databases} Files are never overwritten.`,
      annotations: {
        readOnlyHint: false,
        destructiveHint: places.allowsDatabases,
        idempotentHint: false,
        openWorldHint: true,
      },
      inputSchema: {
        type: "object",
        properties: {
          list: { type: "string", enum: lists.map(({ tool }) => tool.name), description: "The list." },
          to: { type: "string", minLength: 1, description: "The file, such as reports.csv." },
          arguments: { type: "object", description: "The arguments of the list, without limit and offset." },
        },
        required: ["list", "to"],
        additionalProperties: false,
      },
      outputSchema: { type: "object", properties: { records: { type: "integer" }, to: { type: "string" } } },
    },
    async run(call) {
      const operation = lists.find(({ tool }) => tool.name === call.arguments["list"]);
      const wrong = wrongArguments("pull_to_file", this.definition.inputSchema, call.arguments);
      if (wrong || !operation) return failure(wrong ?? "There is no such list.");
      const filters = Object(call.arguments["arguments"] ?? {});
      const wrongFilters = wrongArguments(operation.tool.name, withoutPaging(operation), filters);
      if (wrongFilters) return failure(wrongFilters);
      const to = String(call.arguments["to"]);
      const records = await pull(operation, filters, to, { api, places, call });
      return {
        content: [{ type: "text", text: `Wrote ${records} records to ${to}.` }],
        structuredContent: { records, to },
      };
    },
  };
}

function withoutPaging({ tool: { inputSchema } }: Operation): Operation["tool"]["inputSchema"] {
  const { limit: _, offset: __, ...properties } = inputSchema.properties ?? {};
  return { ...inputSchema, properties };
}

async function pull(
  operation: Operation,
  filters: object,
  to: string,
  { api, places, call }: { api: Api; places: Places; call: Call },
) {
  const { name, identity, columns } = operation.command.list ?? { name: "records", identity: "", columns: [] };
  const isUrl = isDatabaseUrl(to);
  const format = formatOf(isUrl ? to : join(places.folder, basename(to)), undefined);
  if (keepsState(format) && !places.allowsDatabases)
    throw new UsageError(
      "Databases are targets only if metadata-mcp was started with --allow-writes. Use .csv, .ndjson or .parquet",
    );
  if (isUrl && URL.canParse(to) && new URL(to).password !== "")
    throw new UsageError("Passwords do not belong into arguments. Ask the user to start metadata-mcp with PGPASSWORD");
  let total: number | undefined;
  let done = 0;
  const client = await api.connect({
    onEvent: (event) => {
      if (event.type === "page") total = event.total ?? total;
    },
  });
  const write = async (path: string) => {
    const list = callWith(client, operation, { ...filters }, call.signal) as List;
    const target = await openTarget(path, format, { name, identity, fields: columns }, () => {});
    try {
      await target.replace(
        gather(list.batches(), (records) => {
          done += records.length;
          call.progress(done, total);
        }),
      );
    } finally {
      await target.close();
    }
  };
  await (isUrl ? write(to) : writeNewFile(places.folder, to, write));
  return done;
}
