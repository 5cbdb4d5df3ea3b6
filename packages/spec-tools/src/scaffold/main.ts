/** `npm run spec -- scaffold`: writes the files of a new resource into `openapi/`. */
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { stdin, stdout } from "node:process";
import { createInterface } from "node:readline/promises";
import { stringifyYaml } from "@redocly/openapi-core";
import { PAGE_SHAPES } from "../document/extensions.js";
import { describeFlags, type Flag, type Flags, parseFlags } from "../flags.js";
import { rootFile } from "../generate/spec/spec-files.js";
import { inRepo } from "../in-repo.js";
import { readTextFile } from "../input/decode-text.js";
import { run, UsageError } from "../run.js";
import { addToRoot, allowVerbs } from "./add-to-root.js";
import { pathEntries, resourceFiles, tagOf } from "./resource-files.js";
import { FIELD_TYPES, OPERATIONS, type ResourcePlan, resourcePlan, verbOf } from "./resource-plan.js";

const folder = inRepo("openapi");

const FLAGS: readonly Flag[] = [
  { name: "name", value: "NAME", help: "the name of a record, in the singular: Factory" },
  {
    name: "fields",
    value: "FIELDS",
    help: `its fields: name:string,state:open|closed,tags:string[],note:string?,lines:{sku:string,count:integer}[]; types: ${FIELD_TYPES.join(", ")}`,
  },
  { name: "operations", value: "LIST", help: "the operations to generate", default: OPERATIONS.join() },
  { name: "actions", value: "LIST", help: "what else can be done with a record: cancel,markPaid" },
  { name: "uploads", value: "LIST", help: "files that are stored with a record: photo,deliveryNote" },
  { name: "shape", value: "SHAPE", help: `the page shape of the list: ${PAGE_SHAPES.join(", ")}`, default: "standard" },
  { name: "plural", value: "NAME", help: "its plural", default: "derived from the name" },
  { name: "path", value: "PATH", help: "the path of the list", default: "/api/v1/ and the plural" },
  { name: "max-limit", value: "N", help: "the highest limit of the list, at least 10", default: "100" },
  { name: "dry-run", help: "say what would be written, and write nothing" },
  { name: "help", help: "print this help and exit" },
];

const HELP = `npm run spec -- scaffold --name Factory --fields name:string,machineCount:integer

Writes path items and schemas with examples, and adds them to openapi.yaml. No file is overwritten. In a terminal, it
asks for missing values.

${describeFlags(FLAGS)}`;

await run(async () => {
  const flags = parseFlags(process.argv.slice(2), FLAGS, false);
  if (flags.isOn("help")) return void stdout.write(HELP);
  const plan = await planOf(flags);
  const root = rootFile(folder);
  if (root.endsWith(".json"))
    throw new Error("openapi/openapi.json: scaffold only supports specs in YAML; convert it to openapi.yaml first.");
  const files = resourceFiles(plan, { has: (file) => existsSync(join(folder, file)) });
  const there = Object.keys(files).filter((file) => existsSync(join(folder, file)));
  if (there.length > 0)
    throw new Error(
      `openapi/${there.join(", openapi/")} ${there.length === 1 ? "already exists" : "already exist"}, so nothing was written. Choose another --name.`,
    );
  const text = addToRoot(await readTextFile(root), pathEntries(plan), tagOf(plan));
  const rules = join(folder, "redocly.yaml");
  const before = existsSync(rules) ? await readTextFile(rules) : "";
  const allowed = allowVerbs(before, plan.actions.map(verbOf));
  const listed = Object.keys(files).map((file) => `  openapi/${file}\n`);
  const added = `added to openapi/openapi.yaml${allowed === before ? "" : "; the verbs of its actions are allowed in openapi/redocly.yaml"}`;
  if (flags.isOn("dry-run"))
    return void stdout.write(`Would be written:\n${listed.join("")}and ${added}.\n\nNothing was written.\n`);
  for (const [file, document] of Object.entries(files)) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    // `wx` fails if the file was created meanwhile.
    await writeFile(join(folder, file), stringifyYaml(document, { noRefs: true, lineWidth: 120 }), { flag: "wx" });
  }
  await writeFile(root, text);
  if (allowed !== before) await writeFile(rules, allowed);
  stdout.write(
    `Written:\n${listed.join("")}and ${added}.\n\n${whereFieldsAre(plan, files)}Check the descriptions and adapt them to your API, then run: npm run generate\n`,
  );
});

/** Says where to add a field. */
function whereFieldsAre({ noun }: ResourcePlan, files: object): string {
  const fields = `components/schemas/${noun}Fields.yaml`;
  if (!(fields in files)) return "";
  const patch = `components/schemas/${noun}Patch.yaml`;
  const also = patch in files ? `, and to openapi/${patch} if an update may change it` : "";
  return `To add a field later, add it to openapi/${fields}${also}.\n`;
}

/** Plans the resource from flags, and asks for those that are missing. */
async function planOf(flags: Flags): Promise<ResourcePlan> {
  const asked = stdin.isTTY ? createInterface({ input: stdin, output: stdout }) : undefined;
  const answer = async (name: string, question: string, otherwise?: string): Promise<string> => {
    const given = flags.text(name);
    if (given !== undefined) return given;
    const isWanted = otherwise === undefined || flags.text("name") === undefined;
    const entered = isWanted
      ? (await asked?.question(`${question}${otherwise ? ` (${otherwise})` : ""}: `))?.trim()
      : "";
    if (entered) return entered;
    if (otherwise !== undefined) return otherwise;
    throw new UsageError(`--${name} is missing.\n\n${HELP}`);
  };
  try {
    return resourcePlan({
      name: await answer("name", "Name of a record, in the singular, such as Factory"),
      fields: await answer("fields", "Fields, such as name:string,state:open|closed,note:string?"),
      operations: await answer("operations", "Operations", OPERATIONS.join()),
      shape: await answer("shape", `Page shape: ${PAGE_SHAPES.join(", ")}`, "standard"),
      plural: flags.text("plural"),
      path: flags.text("path"),
      maxLimit: flags.text("max-limit") ?? "100",
      actions: flags.text("actions"),
      uploads: flags.text("uploads"),
    });
  } finally {
    asked?.close();
  }
}
