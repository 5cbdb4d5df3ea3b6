/**
 * What of this repository is about the API that it was written for: tests, benchmarks and samples that name its operations.
 * It stands aside while `openapi/` describes another API, and everything else is checked with that one.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ASIDE } from "./step.js";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** The operations of the API that this repository was written for. */
const OPERATIONS = ["createMetadata", "listPurchaseOrders", "listPurchaseOrdersV3", "listReports"];

/** What names something of it: operations, methods, paths, records, typed items and examples; otherwise a comment says so, or denies it. */
const NAMES =
  /\b(?:createMetadata|Created?Metadata\w*|(?:list|sync)(?:PurchaseOrders|Reports)(?:V3)?|purchase-orders|PurchaseOrder|Metadata(?:Input|Item\w*))\b|(?:\/|~1)api(?:\/|~1)v\d|\bAbout this API\b/;

const DENIES = /\bWith any API\b/;

/** Files that it may be in, and folders without any. */
const CODE = /\.(?:tsx?|mts|jsx?|mjs)$/;
const OTHERS = /^(?:node_modules|dist|generated|src|\..*)$/;
/** The parts of the repository that use the API. */
const FOLDERS = ["openapi", "packages", "scripts"];

/** Another API in `openapi/`, and what stands aside for it, relative to the repository. */
export interface OtherApi {
  readonly title: string;
  readonly aside: ReadonlySet<string>;
}

/** Returns the API in `openapi/` if it has none of the operations that this repository was written for. */
export function otherApi(folder = root): OtherApi | undefined {
  const bundle = readFileSync(join(folder, "openapi/generated/openapi.json"), "utf8");
  if (OPERATIONS.some((id) => bundle.includes(`"operationId": "${id}"`))) return undefined;
  const { info } = JSON.parse(bundle) as { info: { title: string } };
  const files = new Map(FOLDERS.flatMap((part) => codeIn(folder, part)));
  return {
    title: info.title,
    aside: withImporters(
      files,
      [...files].flatMap(([path, text]) => (NAMES.test(text) && !DENIES.test(text) ? path : [])),
    ),
  };
}

/** Says that a program is about another API than the one in `openapi/`, and returns true if it is. */
export function standsAside(name: string, path: string): boolean {
  const other = otherApi();
  if (!other?.aside.has(path)) return false;
  console.log(`${ASIDE}${name} is about another API than ${other.title}.`);
  return true;
}

function codeIn(folder: string, part: string): [path: string, text: string][] {
  return readdirSync(join(folder, part), { withFileTypes: true }).flatMap((entry) => {
    const path = `${part}/${entry.name}`;
    if (entry.isDirectory()) return OTHERS.test(entry.name) ? [] : codeIn(folder, path);
    return CODE.test(entry.name) ? [[path, readFileSync(join(folder, path), "utf8")]] : [];
  });
}

/** Adds the files that import one of the given ones. */
function withImporters(files: ReadonlyMap<string, string>, named: readonly string[]): Set<string> {
  const importers = new Map<string, string[]>();
  for (const [path, text] of files)
    for (const [, specifier = ""] of text.matchAll(/from "(\.[^"]*)"/g)) {
      const target = join(path, "..", specifier).replace(/\.js$/, ".ts");
      importers.set(target, [...(importers.get(target) ?? []), path]);
    }
  const all = new Set(named);
  for (const path of all) for (const importer of importers.get(path) ?? []) all.add(importer);
  return all;
}
