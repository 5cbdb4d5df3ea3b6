import type { Api } from "./api.js";
import { callOperation } from "./call-operation.js";
import { type Places, pullTool } from "./pull-tool.js";
import { docsTool, operationTools } from "./search-tool.js";
import type { ServerTool } from "./server-tool.js";

/** Clients show all tools to the model, so a large API has a few that find and call its operations. */
export const MOST_OPERATIONS = 40;

export function toolsFor(api: Api, allowsWrites: boolean, places?: Places): ServerTool[] {
  const pull = places && pullTool(api, places);
  const operations =
    api.operations.length > MOST_OPERATIONS ? operationTools(api, allowsWrites) : ownTools(api, allowsWrites);
  return [...operations, ...(pull ? [pull] : []), docsTool()];
}

const ownTools = (api: Api, allowsWrites: boolean): ServerTool[] =>
  api.operations
    .filter(({ tool }) => allowsWrites || tool.annotations.readOnlyHint)
    .map((operation) => {
      const { name, title, description, annotations, inputSchema, outputSchema } = operation.tool;
      const definition = {
        name,
        title,
        description,
        annotations,
        inputSchema,
        outputSchema,
      } as ServerTool["definition"];
      return { definition, run: (call) => callOperation(operation, call, api) };
    });
