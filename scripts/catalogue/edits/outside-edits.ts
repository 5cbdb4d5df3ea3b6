import type { Edit } from "../edit.js";
import { foreignSpec } from "./document-edits.js";

const report = (from: string, to: string) => ["components/schemas/Report.yaml", from, to] as const;
const member = '{ name: "Ada", email: "ada@example.com" }';

/** Edits by a reviewer who had not read the catalogue: a spec without any examples, and names that break tools. */
export const outsideEdits: readonly Edit[] = [
  foreignSpec(
    "a city library: no examples, patterns in paths, covers, loans of members, problem details, CSV",
    "library.json",
    [
      "books_search",
      "books_add",
      "books_get",
      "books_put",
      "books_remove",
      "covers_get",
      "covers_put",
      "members_list",
      "members_join",
      "members_get",
      "members_patch",
      "loans_list",
      "loans_create",
      "loans_renew",
      "fines_pay",
      "fines_export",
      "hours",
    ],
    {
      calls: [
        `client.members_join(${member}).then(async ({ memberNo }) => { const { name } = await client.members_patch(memberNo, { name: "Eve" }); if (name !== "Eve") throw new Error("not patched"); })`,
        'client.books_search({ language: "de", orderBy: "title" }).then(({ results }) => results[0]?.copies.toFixed())',
        'client.fines_pay(1, { kind: "cash", amount: "2.50" }, { "Idempotency-Key": "a" })',
        'client.fines_export({ from: "2026-01-01" }).then((csv) => csv.trim())',
      ],
    },
  ),
  {
    name: "a property that linters call",
    files: [
      report("  country:\n", "  hasOwnProperty: { type: string, description: A text., examples: [a] }\n  country:\n"),
    ],
    calls: ["client.listReports().toArray().then(([record]) => record?.hasOwnProperty)"],
  },
  {
    name: "refused: a path without its slash",
    files: [["openapi.yaml", "  /api/v1/reports:", "  api/v1/reports:"]],
    refused: 'Start it with a slash: "/api/v1/reports".',
  },
  {
    name: "refused: a misspelt parameter of a path",
    files: [["openapi.yaml", "{namespace}", "{namspace}"]],
    refused: "The spec has a problem; nothing was generated.",
  },
  {
    name: "refused: one value in place of a list",
    files: [report("    examples: [VN, BD, IN, TR, PT, CN]", "    enum: VN")],
    refused: "Write a list: [VN].",
  },
];
