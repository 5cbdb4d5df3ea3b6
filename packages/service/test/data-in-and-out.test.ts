import { Readable } from "node:stream";
import openApi from "@metadata-service/openapi/openapi.json" with { type: "json" };
import type { Line } from "@metadata-service/spec-tools/input";
import { linesOf, moment } from "@metadata-service/test-kit/service/records";
import { PGLITE, TARGETS } from "@metadata-service/test-kit/service/targets";
import { describe, expect, it, onTestFinished } from "vitest";
import type { ImportReports, Reject } from "../src/index.js";
import { cutterOf } from "../src/lists/import-formats.js";
import { importRecords } from "../src/lists/import-records.js";
import { readJsonArray } from "../src/lists/read-json-array.js";
import { timestampOf } from "../src/lists/timestamp-of.js";
import { startServiceOf } from "../src/start-service.js";
import { json, KEY, startOn } from "./support/start.js";
import { fakeWriter } from "./support/store-records.js";

/** Splits a text into chunks with this number of bytes. */
async function* inChunks(text: string, size: number) {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function all<T>(parts: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const part of parts) found.push(part);
  return found;
}

const shown = async (lines: AsyncIterable<readonly Line[]>) =>
  (await all(lines)).flat().map(({ number, bytes, problem }) => [number, problem ?? bytes?.toString() ?? "too long"]);

describe("an RFC 3339 timestamp", () => {
  it.each([
    ["2026-11-20T08:30:00Z", "2026-11-20T08:30:00.000000+00:00"],
    ["2026-11-20t08:30:00.5z", "2026-11-20T08:30:00.5+00:00"],
    ["2026-11-20T10:30:00+02:00", "2026-11-20T10:30:00.000000+02:00"],
    ["2026-11-20T08:30:00.123456789-00:30", "2026-11-20T08:30:00.123456789-00:30"],
    ["2026-11-20 08:30:00Z", "2026-11-20 08:30:00Z"],
  ])("%s is stored as %s", (sent, kept) => {
    expect(timestampOf(sent)).toBe(kept);
  });
});

describe("reading a JSON array", () => {
  it.each([1, 2, 7, 1000])("finds its elements in chunks of %i bytes", async (size) => {
    const text = ' [\n {"a":"],}\\"\\\\"},\n[1,[2]] , "é",3\n,{"long":"line here"}]\n';
    expect(await shown(readJsonArray(inChunks(text, size), 18))).toEqual([
      [2, '{"a":"],}\\"\\\\"}'],
      [3, "[1,[2]] "],
      [3, '"é"'],
      [3, "3\n"],
      [4, "too long"],
    ]);
  });

  it.each([
    ["[]", []],
    ["", [[1, "the file is empty; it must be a JSON array"]]],
    ["[1", [[1, "the closing bracket of the array is missing; the file may be truncated"]]],
    ['{"a":1}', [[1, "the file is not a JSON array; if it has one record per line, use --format ndjson"]]],
    [
      "[1,]",
      [
        [1, "1"],
        [1, "a record is missing before this comma or bracket"],
      ],
    ],
    [
      "[1]\n2",
      [
        [1, "1"],
        [2, "there is text after the end of the array"],
      ],
    ],
  ])("reads %j, or reports what is wrong with it", async (text, found) => {
    expect(await shown(readJsonArray(inChunks(text, 3), 100))).toEqual(found);
  });
});

describe("reading CSV", () => {
  const schemas = new Map([
    ["n", { type: "number" }],
    ["b", { type: "boolean" }],
    ["list", { type: ["array", "null"] }],
  ]);
  const read = (text: string, separator?: string) =>
    shown(cutterOf("csv", (name) => schemas.get(name), separator)(inChunks(text, 5), 1000, () => {}));

  it("converts each cell to the type of its column", async () => {
    const text =
      '\ufeffuid,n,b,list,note\r\n"a, ""b""",1.50,true,"[{""x"":1}]",\n007,many,yes,[,"two\nlines"\n\nz,,,,é\n';
    expect(await read(text)).toEqual([
      [2, '{"uid":"a, \\"b\\"","n":1.50,"b":true,"list":[{"x":1}]}'],
      [3, '{"uid":"007","n":"many","b":"yes","list":"[","note":"two\\nlines"}'],
      [6, '{"uid":"z","note":"é"}'],
    ]);
  });

  it("reports rows with too few or too many cells, and reads the others", async () => {
    expect(await read("uid,n\na,1\nb\nc,2,3\nd,4")).toEqual([
      [2, '{"uid":"a","n":1}'],
      [3, "the row has 1 cells, but the header has 2 names"],
      [4, "the row has 3 cells, but the header has 2 names"],
      [5, '{"uid":"d","n":4}'],
    ]);
  });

  it("notices other separators in the header", async () => {
    expect(await read("uid;n\na;1\n")).toEqual([
      [
        1,
        'line 1: the columns seem to be separated by ";": add --separator ";" (if they are not, add --separator ",")',
      ],
    ]);
    expect(await read('uid;n\n"a;,";1.50\n', ";")).toEqual([[2, '{"uid":"a;,","n":1.50}']]);
  });

  it("stops and reports it if a quote makes the rows ambiguous", async () => {
    expect(await read('uid,n\na,1\n"b"x,2\nc,3\n')).toEqual([
      [2, '{"uid":"a","n":1}'],
      [3, 'the row is not valid CSV: after the closing quote of cell 1 is "x"; the rows after it were not read'],
    ]);
  });
});

describe.each(["ndjson", "json", "csv"] as const)("reading %s", (format) => {
  const text = (note: string) =>
    ({
      ndjson: `{"uid":"a"}\n{"uid":"b","note":"${note}"}\n{"uid":"c"}\n`,
      json: `[{"uid":"a"},\n{"uid":"b","note":"${note}"},\n{"uid":"c"}]`,
      csv: `uid,note\na,\nb,${note}\nc,\n`,
    })[format];
  const importOf = async (bytes: Uint8Array) => {
    const rejects: [number, string][] = [];
    const documents: string[] = [];
    const counts = await importRecords(Readable.from([bytes]), {
      collection: "orders",
      cut: cutterOf(format, () => ({ type: "string" }), undefined),
      maxBytes: 1000,
      replaces: true,
      read: (line) => {
        const document = String(line);
        documents.push(document);
        return { uid: JSON.parse(document).uid, createdAt: "", updatedAt: "", document };
      },
      writer: fakeWriter(),
      onReject: ({ line, reason }) => void rejects.push([line, reason]),
    });
    return { counts, rejects, documents };
  };

  it("accepts UTF-8 and UTF-16 with a byte order mark", async () => {
    const little = Buffer.from(`\ufeff${text("é💚")}`, "utf16le");
    const expected = await importOf(Buffer.from(text("é💚")));
    expect(expected.documents.map((document) => JSON.parse(document).note)).toEqual([undefined, "é💚", undefined]);
    for (const bytes of [Buffer.from(`\ufeff${text("é💚")}`), little, Buffer.from(little).swap16()]) {
      const { documents, counts } = await importOf(bytes);
      expect(documents).toEqual(expected.documents);
      expect(counts).toMatchObject({ lines: 3, rejected: 0, bytes: bytes.length });
    }
  });

  it("rejects other encodings with the line", async () => {
    const line = format === "csv" ? 3 : 2;
    const rest = format === "csv" ? [] : [expect.stringContaining('"c"')];
    const { rejects, documents } = await importOf(Buffer.from(text("Gr\xf6\xdfe"), "latin1"));
    expect(rejects).toEqual([
      [line, `line ${line} is not UTF-8; save the file as ${format === "csv" ? "CSV " : ""}UTF-8`],
    ]);
    expect(documents).toEqual([expect.stringContaining('"a"'), ...rest]);
    const cut = Buffer.from(`\ufeff${text("x")}`, "utf16le").subarray(0, -1);
    expect((await importOf(cut)).rejects).toEqual([
      [expect.any(Number), expect.stringMatching(/^line \d is not UTF-16, which the file begins with/)],
    ]);
  });
});

describe.each(TARGETS)("imports and exports on $name", (target) => {
  const start = async () => {
    const under = await startOn(target);
    onTestFinished(() => under.end());
    const { administration } = under.service;
    const run = async (what: string, source: AsyncIterable<Uint8Array>, format: ImportReports["format"] = "ndjson") => {
      const rejects: Reject[] = [];
      const reports = { format, onReject: (reject: Reject) => void rejects.push(reject) };
      const isList = what === "purchase-orders" || what === "reports";
      const counts = await (isList
        ? administration.importRecords(what, source, reports)
        : administration.importMetadata(what, source, reports));
      return { counts, rejects: rejects.map(({ line, reason }) => [line, reason]) };
    };
    return { ...under, administration, run };
  };

  it("round-trip metadata, orders and reports", async () => {
    const [from, to] = [await start(), await start()];
    const items = [
      { key: "k", type: "string", value: "\u0000\ud800💚" },
      { key: "n", type: "number", value: 1.5e-7 },
    ];
    for (const uid of ["b", "\ud800", "a"]) await json(from.create({ uid, items }), 201);
    const orders = [
      {
        uid: "2",
        created_at: "2026-11-20T10:30:00.1+02:00",
        updated_at: "2026-11-20T08:30:00.1234567+00:00",
        style: [1],
      },
      { uid: "1", created_at: moment(2), updated_at: moment(3) },
    ];
    const reports = [{ uid: "r", createdDate: moment(1), updatedDate: moment(1), caseNumber: "c" }];
    await from.run("purchase-orders", linesOf(orders));
    await from.run("reports", linesOf(reports));

    const copy = async (what: string, written: () => AsyncIterable<string>) => {
      const lines = await all(written());
      const { counts, rejects } = await to.run(what, linesOf(lines));
      expect([rejects, counts.created]).toEqual([[], lines.length]);
      expect((await to.run(what, linesOf(lines))).counts.unchanged).toBe(lines.length);
      return lines;
    };
    const metadata = await copy("inspection", () => from.administration.exportMetadata("inspection"));
    expect(metadata).toHaveLength(3);
    expect(await all(to.administration.exportMetadata("inspection"))).toEqual(metadata);
    for (const name of ["purchase-orders", "reports"]) {
      const list = await copy(name, () => from.administration.exportRecords(name));
      expect(await all(to.administration.exportRecords(name))).toEqual(list);
    }
    const pages = "/api/v3/purchase-orders";
    expect(await json(to.get(pages))).toEqual(await json(from.get(pages)));
    expect((await json<object[]>(to.get(pages))).length).toBe(2);
  });

  it("never overwrite metadata, and report the line, field and reason of rejected records", async () => {
    const { run, administration } = await start();
    const record = (uid: string, value: unknown, more: object = {}) => ({
      uid,
      items: [{ key: "k", type: "number", value }],
      ...more,
    });
    const { counts, rejects } = await run(
      "analytics",
      linesOf([
        record("a", 1, { createdDate: "2020-01-01T00:00:00.25+01:00", updatedDate: "2021-01-01T00:00:00Z" }),
        record("a", 2),
        record("a", 1),
        record("b", "one"),
        record("c", 1, { createdDate: "2021-02-29T00:00:00Z" }),
        record("c", 1, { updatedDate: "2021-02-28T00:00:00.1234567Z" }),
        record("c", 1, { color: "red" }),
      ]),
    );
    expect(counts).toMatchObject({ lines: 7, created: 1, unchanged: 1, changed: 0, rejected: 5 });
    expect(rejects).toEqual([
      [4, expect.stringMatching(/^items\[0\]\.value must be a number/)],
      [5, expect.stringMatching(/^createdDate must be a date-time/)],
      [6, expect.stringMatching(/^updatedDate must be a date-time with at most six digits/)],
      [7, expect.stringMatching(/^color/)],
      [2, 'uid "a" exists already with other items; nothing was changed'],
    ]);
    expect(await all(administration.exportMetadata("analytics"))).toEqual([
      JSON.stringify({
        ...record("a", 1),
        createdDate: "2019-12-31T23:00:00.250000+00:00",
        updatedDate: "2021-01-01T00:00:00.000000+00:00",
      }),
    ]);
  });

  it("accept orders as a JSON array and as CSV", async () => {
    const { run, get } = await start();
    const array = JSON.stringify(
      [
        { uid: "1", created_at: "2026-11-20T08:30:00Z", updated_at: "2026-11-20T08:30:00Z", total_quantity: 12 },
        { uid: "2", created_at: "yesterday", updated_at: moment(1) },
      ],
      undefined,
      1,
    );
    expect((await run("purchase-orders", inChunks(array, 11), "json")).rejects).toEqual([
      [8, expect.stringMatching(/^created_at must be a date-time/)],
    ]);
    const csv =
      "uid,created_at,updated_at,total_quantity,po_number\n3,2026-11-20T08:30:01Z,2026-11-20T08:30:01Z,7,007\n";
    const { counts, rejects } = await run(
      "purchase-orders",
      inChunks(`${csv}4,2026-11-20T08:30:02Z,x,many,1\n`, 9),
      "csv",
    );
    expect([counts.created, rejects]).toEqual([
      1,
      [[3, expect.stringMatching(/^(?:updated_at|total_quantity) must be/)]],
    ]);
    expect(await json(get("/api/v3/purchase-orders"))).toEqual([
      {
        uid: "1",
        created_at: "2026-11-20T08:30:00.000000+00:00",
        updated_at: "2026-11-20T08:30:00.000000+00:00",
        total_quantity: 12,
      },
      {
        uid: "3",
        created_at: "2026-11-20T08:30:01.000000+00:00",
        updated_at: "2026-11-20T08:30:01.000000+00:00",
        total_quantity: 7,
        po_number: "007",
      },
    ]);
  });
});

it("metadata whose fields have other names, and more of them, are exported and imported", async () => {
  const document = structuredClone(openApi);
  const names: Readonly<Record<string, string>> = { uid: "id", items: "entries", createdDate: "createdAt" };
  const renamed = (name: string) => names[name] ?? name;
  for (const schema of [document.components.schemas.Metadata, document.components.schemas.MetadataInput]) {
    const fields = Object.entries(schema.properties).map(([name, field]) => [renamed(name), field]);
    const note = { type: "string", description: "A note." };
    Object.assign(schema, {
      properties: { ...Object.fromEntries(fields), note },
      required: schema.required.map(renamed),
    });
  }
  const database = await PGLITE.create();
  const service = await startServiceOf(document, { ...database.options, apiKey: KEY, logLevel: "error" });
  onTestFinished(async () => {
    await service.stop();
    await database.remove();
  });
  const { administration } = service;
  const entries = [{ key: "k", type: "number", value: 1 }];
  const response = await fetch(`${service.url}/api/v2/metadata/inspection`, {
    method: "POST",
    headers: { apiKey: KEY, "content-type": "application/json" },
    body: JSON.stringify({ id: "a", entries, note: "n" }),
  });
  expect(response.status).toBe(201);
  const [line = "{}", ...more] = await all(administration.exportMetadata("inspection"));
  expect([JSON.parse(line), more]).toEqual([
    { id: "a", entries, note: "n", createdAt: expect.any(String), updatedDate: expect.any(String) },
    [],
  ]);
  const rejects: Reject[] = [];
  const source = linesOf([JSON.parse(line), { id: "b", entries: [{ key: "k" }] }]);
  await administration.importMetadata("analytics", source, { onReject: (reject) => void rejects.push(reject) });
  expect(rejects).toMatchObject([{ line: 2, reason: expect.stringMatching(/^entries\[0\]/) }]);
  expect(await all(administration.exportMetadata("analytics"))).toEqual([line]);
});
