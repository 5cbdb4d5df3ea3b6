import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { startTools, type Tools } from "../catalogue/tools.js";
import { copyRepo, type Finished, type RepoCopy } from "./copy-repo.js";

let copy: RepoCopy;
let tools: Tools;
let before: Map<string, string>;
const generated = () => copy.files(".", (path) => path.includes("generated/") || path.endsWith(".draft"));

beforeAll(async () => {
  copy = await copyRepo();
  tools = startTools(copy);
  before = await copy.files("openapi");
});
afterEach(async () => {
  for (const path of (await copy.files("openapi")).keys()) {
    const text = before.get(path);
    if (text !== undefined) await copy.edit(path, "", text);
    else copy.run("rm", path);
  }
});
afterAll(async () => {
  tools.stop();
  await copy.remove();
});

const reports = "openapi/paths/reports.yaml";
const text = "type: string\ndescription: A text.\nexamples: [a]\n";

type Edits = [file: string, from: string, to: string][];
type Says = (string | RegExp)[];

const UNLINTED: [Edits, Says] = [
  [
    [
      "openapi/components/schemas/Report.yaml",
      "    description: The number of the case that the report belongs to.\n",
      "",
    ],
  ],
  [/openapi\/components\/schemas\/Report\.yaml:\d+:\d+/, '"caseNumber" has no description; add one'],
];

/**
 * A mistake in the spec, the edits that make it, and what the message must contain: the file, the line, and how
 * to fix it.
 */
const cases: [what: string, edits: Edits, says: Says][] = [
  [
    "a $ref to a file that is missing",
    [[reports, "schemas/ReportsPage.yaml", "schemas/ReportPages.yaml"]],
    [/openapi\/paths\/reports\.yaml:\d+:\d+/, "Can't resolve $ref", "ReportPages.yaml"],
  ],
  [
    "an unknown page shape",
    [[reports, "shape: linked", "shape: cursor"]],
    [/openapi\/paths\/reports\.yaml:\d+:\d+/, 'Unknown page shape "cursor"; use standard, linked, array.'],
  ],
  [
    "aliases of aliases",
    [
      [
        "openapi/openapi.yaml",
        "info:\n",
        `x-a0: &a0 [a, a, a, a, a, a, a, a, a]\n${[0, 1, 2, 3, 4, 5, 6, 7].map((i) => `x-a${i + 1}: &a${i + 1} [${Array(9).fill(`*a${i}`).join(", ")}]\n`).join("")}info:\n`,
      ],
    ],
    [/openapi\/openapi\.yaml:\d+:\d+: This has more than 3,000,000 values, where each use of an alias counts/],
  ],
  [
    "an operationId used twice",
    [[reports, "operationId: listReports", "operationId: listPurchaseOrders"]],
    [
      /\[1\] openapi\/paths\/reports\.yaml:2:\d+/,
      'The operationId "listPurchaseOrders" is also used in openapi/paths/purchase-orders.yaml:2; rename one of the two.',
      "The spec has a problem;",
    ],
  ],
  [
    "a security scheme whose type is misspelt",
    [["openapi/openapi.yaml", "type: apiKey", "type: apikey"]],
    [/\[1\] openapi\/openapi\.yaml:\d+:13/, "Did you mean apiKey?", "The spec has a problem;"],
  ],
  [
    "a schema name used twice",
    [
      ["openapi/components/schemas/v2/ItemKey.yaml", "", text],
      ["openapi/components/schemas/DateItem.yaml", "./ItemKey.yaml", "./v2/ItemKey.yaml"],
    ],
    [/openapi\/components\/schemas\/\S+\.yaml:\d+:\d+/, "Two files are named ItemKey", "rename one"],
  ],
  [
    "YAML that does not parse",
    [[reports, "  summary: List reports", "  summary: [List reports"]],
    [/openapi\/paths\/reports\.yaml:\d+:\d+/, "Failed to parse"],
  ],
  [
    "a path that is there twice",
    [["openapi/openapi.yaml", "  /api/v1/reports:", "  /api/v3/purchase-orders:"]],
    [
      /openapi\/openapi\.yaml:\d+:\d+: duplicated mapping key/,
      "Remove or rename one of the two /api/v3/purchase-orders",
    ],
  ],
  [
    "a file that nothing refers to",
    [["openapi/components/schemas/Forgotten.yaml", "", text]],
    ["openapi/components/schemas/Forgotten.yaml", "nothing refers to this file; add a $ref to it, or remove it."],
  ],
];

const npmGenerate = async () => copy.run("npm", "run", "generate");

async function expectRefused(generate: () => Promise<Finished>, edits: Edits, says: Says): Promise<void> {
  const files = await generated();
  for (const edit of edits) await copy.edit(...edit);
  const { ok, output } = await generate();
  expect(ok).toBe(false);
  for (const part of says) expect(output).toMatch(part);
  // What the tools say about themselves is no help to the author of a spec.
  expect(output).not.toMatch(/turbo|npm error|Tasks:|#generate/);
  expect(await generated()).toEqual(files);
}

// Runs only the generator of the spec, loaded once for all cases.
test.each(cases)("%s stops generate, and no file is changed", (_, edits, says) =>
  expectRefused(() => tools.generateSpec(), edits, says),
);

test("a spec with lint errors stops npm run generate, and no file is changed", () =>
  expectRefused(npmGenerate, ...UNLINTED));

test("once the spec is fixed, npm run generate succeeds", async () => {
  expect(await npmGenerate()).toMatchObject({ ok: true });
});

test("the bundle has the numbers of the spec as they are written", async () => {
  const written = "maximum: 9007199254740993\n  multipleOf: 0.010000000000000000000";
  await copy.edit("openapi/components/parameters/Offset.yaml", "maximum: 9007199254740991", written);
  expect(await tools.generateSpec()).toMatchObject({ ok: true });
  const files = await copy.files("openapi/generated");
  for (const ending of ["json", "yaml", "dereferenced.json", "dereferenced.yaml"]) {
    const bundle = files.get(`openapi/generated/openapi.${ending}`) ?? "";
    expect(bundle).toMatch(/"?maximum"?: ?9007199254740993,?\s*"?multipleOf"?: ?0\.01\b/);
    expect(bundle).not.toContain("7d1f");
  }
});
