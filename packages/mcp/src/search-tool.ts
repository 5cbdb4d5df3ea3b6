import { readFile } from "node:fs/promises";
import MiniSearch from "minisearch";
import type { Api, Operation } from "./api.js";
import { callOperation, wrongArguments } from "./call-operation.js";
import { failure } from "./results.js";
import type { ServerTool } from "./server-tool.js";

const READS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

const QUERY = {
  type: "object" as const,
  properties: { query: { type: "string", minLength: 1, description: "Words to look for." } },
  required: ["query"],
  additionalProperties: false,
};

const SEARCH = { prefix: true, boost: { title: 4 } };

/** Finds the words of a query, and words that begin with them; a long word that is nowhere may have a typo. */
const findWords = (index: MiniSearch, query: string) =>
  index.search(query, {
    ...SEARCH,
    fuzzy: (term) => (term.length > 4 && index.search(term, SEARCH).length === 0 ? 0.2 : false),
  });

/** How many results a search returns. */
const MOST = 5;

/** A section of the docs, as the build of the package writes it. */
interface Section {
  readonly title: string;
  readonly page: string;
  readonly text: string;
}

/** The tool that searches the docs, which are in the package. */
export function docsTool(): ServerTool {
  let loading: Promise<{ sections: Section[]; search: MiniSearch }> | undefined;
  const load = async () => {
    const sections: Section[] = JSON.parse(await readFile(new URL("./docs-index.json", import.meta.url), "utf8"));
    const search = new MiniSearch({ fields: ["title", "page", "text"] });
    search.addAll(sections.map((section, id) => ({ id, ...section })));
    return { sections, search };
  };
  return {
    definition: {
      name: "search_docs",
      title: "Search the documentation",
      description:
        "Searches the guides and the reference of the API: paging, sync, errors, limits, fields. It works offline. Use it before you guess what a field or an error means.",
      annotations: READS,
      inputSchema: QUERY,
      outputSchema: {
        type: "object",
        properties: {
          sections: {
            type: "array",
            items: {
              type: "object",
              properties: { title: { type: "string" }, page: { type: "string" }, text: { type: "string" } },
            },
          },
        },
      },
    },
    async run(call) {
      const wrong = wrongArguments("search_docs", QUERY, call.arguments);
      if (wrong) return failure(wrong);
      loading ??= load();
      const { sections, search } = await loading;
      const found = findWords(search, String(call.arguments["query"]))
        .slice(0, MOST)
        .flatMap(({ id }) => sections[id] ?? []);
      const text = found.map(({ title, page, text: own }) => `# ${page}: ${title}\n\n${own}`).join("\n\n");
      return {
        content: [{ type: "text", text: text || "Nothing was found. Try other words." }],
        structuredContent: { sections: found },
      };
    },
  };
}

/** Tools for an API with many operations: one that finds operations, and those that call one. */
export function operationTools(api: Api, allowsWrites: boolean): ServerTool[] {
  const allowed = api.operations.filter(({ tool }) => allowsWrites || tool.annotations.readOnlyHint);
  const search = new MiniSearch({ fields: ["title", "name", "description"] });
  const documents = allowed.map(({ tool: { name, title, description } }, id) => ({
    id,
    name: `${name} ${split(name)}`,
    title,
    description,
  }));
  search.addAll(documents);
  const find: ServerTool = {
    definition: {
      name: "find_operation",
      title: "Find an operation",
      description: `Finds operations of the API (${api.title}) by words, with their arguments. Call one with call_reading_operation${allowsWrites ? ", or call_writing_operation if reads is false" : ""}.`,
      annotations: READS,
      inputSchema: QUERY,
      outputSchema: { type: "object", properties: { operations: { type: "array", items: { type: "object" } } } },
    },
    async run(call) {
      const wrong = wrongArguments("find_operation", QUERY, call.arguments);
      if (wrong) return failure(wrong);
      const found = findWords(search, String(call.arguments["query"])).slice(0, MOST);
      const operations = found
        .flatMap(({ id }) => allowed[id] ?? [])
        .map(({ tool }) => ({
          operation: tool.name,
          description: tool.description,
          reads: tool.annotations.readOnlyHint,
          inputSchema: tool.inputSchema,
        }));
      return { content: [{ type: "text", text: JSON.stringify(operations) }], structuredContent: { operations } };
    },
  };
  const readers = allowed.filter(({ tool }) => tool.annotations.readOnlyHint);
  const writers = allowed.filter(({ tool }) => !tool.annotations.readOnlyHint);
  return [
    find,
    caller("call_reading_operation", "that only reads", readers, api),
    ...(writers.length > 0 ? [caller("call_writing_operation", "that changes data", writers, api)] : []),
  ];
}

/** `listPurchaseOrders` -> `list Purchase Orders`. */
const split = (name: string) => name.replace(/(?<=[a-z\d])(?=[A-Z])|_/g, " ");

function caller(name: string, what: string, operations: readonly Operation[], api: Api): ServerTool {
  const reads = name === "call_reading_operation";
  const inputSchema = {
    type: "object" as const,
    properties: {
      operation: { type: "string", description: "Its name, as find_operation returns it." },
      arguments: { type: "object", description: "Its arguments, by its inputSchema." },
    },
    required: ["operation"],
    additionalProperties: false,
  };
  return {
    definition: {
      name,
      title: `Call an operation ${what}`,
      description: `Calls an operation of the API ${what}. Find its name and its arguments with find_operation first.`,
      annotations: { readOnlyHint: reads, destructiveHint: !reads, idempotentHint: reads, openWorldHint: true },
      inputSchema,
      outputSchema: {
        type: "object",
        properties: {
          result: {},
          records: { type: "array" },
          total: { type: "integer" },
          next_offset: { type: "integer" },
          notice: { type: "string" },
        },
      },
    },
    async run(call) {
      const wrong = wrongArguments(name, inputSchema, call.arguments);
      if (wrong) return failure(wrong);
      const wanted = String(call.arguments["operation"]);
      const operation = operations.find(({ tool }) => tool.name === wanted);
      if (!operation)
        return failure(`There is no operation ${JSON.stringify(wanted)} ${what}. Look for it with find_operation.`);
      return callOperation(operation, { ...call, arguments: Object(call.arguments["arguments"] ?? {}) }, api);
    },
  };
}
