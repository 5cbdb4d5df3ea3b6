/** Tests the hover texts that editors show for the published types, using TypeScript's language service. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { describe, expect, it } from "vitest";

/** Code that uses every public name. It is neither run nor written to a file. */
const CODE = `import * as api from "@metadata-service/client";
import { createClient, item, toObject } from "@metadata-service/client";
const client = createClient({ baseUrl: "x", apiKey: "k", retry: { attempts: 2 }, concurrency: 5 });
const created = client.createMetadata("inspection", { uid: "u", items: [item.string("a", "b"), item.object("c", [])] });
const stored = (await created).data;
const items = stored.items;
const first = items[0];
const orders = client.listPurchaseOrders({ limit: 5, offset: 3 }, { drift: "throw", concurrency: 3 });
for await (const order of orders) order.poStatus;
for await (const page of orders.pages()) page.records;
for await (const batch of orders.batches()) batch;
const all = await orders.toArray();
const body = await orders.page();
const response = await orders.page().withResponse();
for await (const { records, checkpoint } of client.syncReports({ since: "x", overlap: 3 })) records;
const third = client.listPurchaseOrdersV3({ updated_from: "2026-11-01T00:00:00Z" });
const thirdPage = await third.page();
const thirdOrder = thirdPage[0];
const plain = toObject(items);
const raw = client.raw;
let input: api.MetadataInput, sent: api.MetadataItemInput, one: api.MetadataItem, page3: api.PurchaseOrdersV3Page;
let report: api.Report, reports: api.ReportsPage, query: api.ListReportsQuery, event: api.ClientEvent;
`;

const FILE = fileURLToPath(new URL("hovers.virtual.ts", import.meta.url));

function startService() {
  const read = (name: string) => (name === FILE ? CODE : ts.sys.readFile(name));
  return ts.createLanguageService({
    ...ts.sys,
    useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
    readFile: read,
    fileExists: (name) => name === FILE || ts.sys.fileExists(name),
    getScriptFileNames: () => [FILE],
    getScriptVersion: () => "1",
    getScriptSnapshot: (name) => {
      const text = read(name);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => fileURLToPath(new URL(".", import.meta.url)),
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    getCompilationSettings: () => ({
      strict: true,
      module: ts.ModuleKind.NodeNext,
      target: ts.ScriptTarget.ES2022,
      lib: ["lib.es2023.d.ts", "lib.dom.d.ts"],
    }),
  });
}

interface Hover {
  name: string;
  /** The type as shown. */
  type: string;
  /** The documentation below the type. */
  text: string;
}

/** Returns the hover of each identifier. */
function hoversOf(service: ts.LanguageService): Hover[] {
  const source = service.getProgram()?.getSourceFile(FILE);
  const hovers: Hover[] = [];
  const visit = (node: ts.Node): void => {
    const info = ts.isIdentifier(node) ? service.getQuickInfoAtPosition(FILE, node.getStart(source)) : undefined;
    if (info) {
      const tags = (info.tags ?? []).map(({ name, text }) => `@${name} ${ts.displayPartsToString(text)}`);
      const text = [ts.displayPartsToString(info.documentation), ...tags].join("\n");
      hovers.push({ name: node.getText(source), type: ts.displayPartsToString(info.displayParts), text });
    }
    ts.forEachChild(node, visit);
  };
  if (source) visit(source);
  return hovers;
}

describe("hover texts", () => {
  const service = startService();
  const hovers = hoversOf(service);
  const hoverOf = (name: string) => hovers.find((hover) => hover.name === name) ?? expect.fail(`nothing for ${name}`);

  it("belong to code that compiles", () => {
    const errors = service
      .getSemanticDiagnostics(FILE)
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
    expect(errors).toEqual([]);
    expect(hovers.length).toBeGreaterThan(100);
  });

  it("name types as a person would: no generated paths, nothing elided, nothing too long", () => {
    const bad = hovers.filter(({ type }) =>
      /components\[|operations\[|paths\[|\["|Schema<|more \.\.\.|import\(/.test(type),
    );
    expect(bad).toEqual([]);
    // A union of names may take a few lines. `ClientEvent` is longer, because it lists the fields of each event.
    expect(hovers.filter(({ name, type }) => name !== "ClientEvent" && type.length > 400)).toEqual([]);
  });

  it.each([
    ["stored", "const stored: api.Metadata"],
    ["items", "(property) MetadataInput.items: api.MetadataItemInput[]"],
    ["first", "const first: api.MetadataItem"],
    ["orders", "const orders: api.PagedList<api.PurchaseOrder, api.PurchaseOrdersPage>"],
    ["third", "const third: api.PagedList<api.PurchaseOrderV3, api.PurchaseOrdersV3Page>"],
    ["thirdOrder", "const thirdOrder: api.PurchaseOrderV3"],
    ["records", "(property) Page<PurchaseOrder>.records: api.PurchaseOrder[]"],
    ["all", "const all: api.PurchaseOrder[]"],
    ["string", "(method) ItemBuilders.string(key: string, value: string): api.StringItemInput"],
  ])("show %s as %s", (name, type) => {
    expect(hovers.filter((hover) => hover.name === name).map((hover) => hover.type)).toContain(type);
  });

  it("contain the bounds and the default of each parameter, and describe each option", () => {
    // Lines may break anywhere in the text.
    const onOneLine = (name: string) => hoverOf(name).text.replaceAll(/\s+/g, " ");
    expect(onOneLine("limit")).toMatch(/1 to 100\..*@default 100; 10 for `page\(\)`/);
    expect(onOneLine("offset")).toMatch(/At least 0\..*@default 0/);
    const documented = ["baseUrl", "apiKey", "retry", "attempts", "concurrency", "drift", "since", "overlap"];
    for (const name of [
      ...documented,
      "createMetadata",
      "listPurchaseOrders",
      "syncReports",
      "batches",
      "pages",
      "toArray",
    ])
      expect(hoverOf(name).text.length, name).toBeGreaterThan(30);
    for (const name of ["attempts", "concurrency", "drift", "overlap"])
      expect(hoverOf(name).text, name).toContain("@default");
  });
});

it("the published types show no generated paths in an editor", () => {
  for (const file of ["methods", "models"]) {
    const text = readFileSync(new URL(`../dist/generated/${file}.d.ts`, import.meta.url), "utf8");
    expect(text).not.toMatch(/components\[|operations\[/);
  }
});
