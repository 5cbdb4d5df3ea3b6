import { readdirSync, readFileSync } from "node:fs";
import { prepareDocument, readApi } from "@metadata-service/spec-tools";
import { parseYaml } from "@redocly/openapi-core";
import { completeEdit, type ShortEdit } from "./complete-edit.js";
import type { Edit } from "./edit.js";
import {
  type FieldRow,
  fieldEdit,
  type ItemTypeRow,
  itemTypeEdit,
  type ParameterRow,
  parameterEdit,
} from "./recipes.js";

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), "utf8");
const rows = <Row>(file: string): readonly Row[] => parseYaml(read(`edits/${file}.yaml`)) as Row[];

/** Replaces our spec with the text of another one, in JSON or YAML according to the name of its file. */
export const wholeSpec = (
  name: string,
  file: string,
  text: string,
  operations: readonly string[],
  rest: Partial<Edit> = {},
): Edit => ({
  name: `spec: ${name}`,
  removes: ["openapi.yaml", "paths", "components"],
  files: [
    [file.endsWith(".json") ? "openapi.json" : "openapi.yaml", "", text],
    ["redocly.yaml", "", "extends: [minimal]\nplugins: [./lint/plugin.js]\n"],
  ],
  operations,
  untested: "the tests are about the spec that it replaces",
  ...rest,
});

/** What a document in `zoo/` says about itself: in whose manner it is written, and the calls of the client to make. */
interface Zoo {
  readonly manner: string;
  readonly calls?: readonly string[];
}

/** A whole document of another team, with the linter's smallest set of rules. */
function documentEdit(file: string): Edit {
  const text = read(`zoo/${file}`);
  const document = parseYaml(text) as { readonly "x-zoo": Zoo };
  const { manner, calls } = document["x-zoo"];
  const operations = readApi(prepareDocument(document).document).operations.map(({ id }) => id);
  return wholeSpec(manner, file, text, operations, calls && { calls });
}

/** The catalogue of changes that API owners make to a spec; `edits/README.md` says how they are written. */
export const edits: readonly Edit[] = [
  ...["lists", "resources", "operations", "bodies", "documents"]
    .flatMap((file) => rows<ShortEdit>(file))
    .map(completeEdit),
  ...rows<ItemTypeRow>("item-types").map(itemTypeEdit),
  ...rows<ParameterRow>("parameters").map(parameterEdit),
  ...rows<FieldRow>("fields").map(fieldEdit),
  ...rows<Edit>("refusals").map((edit) => ({ ...edit, name: `refused: ${edit.name}` })),
  ...readdirSync(new URL("zoo", import.meta.url)).map(documentEdit),
];
