import type { ApiModel } from "@metadata-service/spec-tools";
import { markdown } from "@metadata-service/spec-tools/languages";
import type { Guide } from "../guides/guides.js";

/** Returns `llms.txt`: an overview for language models and other tools, with links to the Markdown of each page. */
export function llmsIndex({ title, summary = "" }: ApiModel, guides: Guide[]): string {
  return `# ${markdown.text(title)}

> ${markdown.text(summary)} A spec, a typed client, a mock and a contract suite.

${guides.length > 0 ? `Every sample of a guide was run. Behaviour that the API's published description does not define is marked "assumed", with the number of its decision record.\n` : ""}All of it in one file: [llms-full.txt](llms-full.txt).

${guides.length > 0 ? `## Guides\n\n${guides.map(({ name, title, summary }) => `- [${title}](guides/${name}.md): ${summary}`).join("\n")}\n\n` : ""}## Reference

- [Reference](reference.md): every operation, parameter, response and schema, with examples and samples
- [OpenAPI 3.1 description, JSON](openapi.json)
- [OpenAPI 3.1 description, YAML](openapi.yaml)

## Optional

- [Changelog](changelog.md): what changed in which version of the API
`;
}

export const llmsFull = (guides: Guide[], reference: string) =>
  [...guides.map(({ markdown }) => markdown.trim()), reference.trim()].join("\n\n---\n\n").concat("\n");
