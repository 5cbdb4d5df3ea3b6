/** What the command sends is what it was given: numbers, texts, encodings, lines and rows. */
import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { beforeEach, describe, expect, test } from "vitest";
import type { CommandTable } from "../src/command-table.js";
import { commandTable } from "../src/generated/command-table.js";
import { parseParameter } from "../src/parse-value.js";
import { lines } from "./support/contents.js";
import { type RecordsServer, report, startRecordsServer } from "./support/records-server.js";
import { bin, newFolder, run, type Setting, serverEnv } from "./support/run.js";

let server: RecordsServer;
beforeEach(async () => {
  server = await startRecordsServer(0);
  return () => server.stop();
});

const metadata = (args: string[], setting: Setting = {}) => run(args, { env: serverEnv(server), ...setting });

async function file(name: string, content: string | Uint8Array): Promise<string> {
  const path = join(await newFolder(), name);
  await writeFile(path, content);
  return path;
}

/** Creates the records of a file; returns the outcome and the rejects. */
async function create(name: string, content: string | Uint8Array, ...flags: string[]) {
  const from = await file(name, content);
  const rejects = join(dirname(from), "rejected.ndjson");
  const { code, stderr } = await metadata(["create", "inspection", "--from", from, "--rejects", rejects, ...flags]);
  const rejected = lines(await readFile(rejects, "utf8").catch(() => ""));
  return { from, rejects, rejected, code, stderr: stderr.replaceAll(`${dirname(from)}/`, "") };
}

const line = (uid: string, value: string, more = "") =>
  `{"uid":"${uid}","items":[{"key":"n","type":"number","value":${value}}]${more}}`;
const inexact = (place: string, number: string) =>
  `${place} must be a number that a 64-bit float holds unchanged, not ${number}; send it as a string`;

const INEXACT = ["9007199254740993", "12345678901234567890", "1e400", "-1e400", "1e-400", "0.1000000000000000055"];
const EXACT = ["0.1", "1.0", "1e2", "-0", "1.50", "9007199254740992", "123456789012345680000", "5e-324"];
const NO_NUMBERS = ["0x10", " 12 ", "1,5", "+1", "١٢", "NaN", "Infinity", "007", "1_000", "12px"];

describe("a number", () => {
  test.each(INEXACT)("%s, which a 64-bit float changes, is rejected wherever it is", async (number) => {
    for (const [word, place] of [
      [`n:number=${number}`, "n:number"],
      [`n:number-array=1,${number}`, "n:number-array"],
      [`n:number-array=[1,${number}]`, "n:number-array: [1]"],
      [`n:object=[{"key":"w","type":"number","value":${number}}]`, "n:object: [0].value"],
    ] as const)
      expect(await metadata(["create", "inspection", "lot-1", word])).toMatchObject({
        code: 2,
        stderr: expect.stringContaining(`metadata: ${inexact(place, number)}.\n`),
      });
    const nested = `{"uid":"b","items":[{"key":"o","type":"object","value":[{"key":"n","type":"number-array","value":[1,${number}]}]}]}`;
    const { code, rejected } = await create("a.ndjson", `${line("a", number)}\n${nested}\n`);
    expect(code).toBe(4);
    expect(rejected).toEqual([
      `{"line":1,"reason":"${inexact("items[0].value", number)}","record":${line("a", number)}}`,
      `{"line":2,"reason":"${inexact("items[0].value[0].value[1]", number)}","record":${nested}}`,
    ]);
    const csv = await create("a.csv", `uid,n:number,l:number-array\na,${number},\nb,,"1,${number}"\n`);
    expect(csv.rejected.map((one) => JSON.parse(one))).toEqual([
      expect.objectContaining({ line: 2, reason: inexact("n:number", number) }),
      expect.objectContaining({ line: 3, reason: inexact("l:number-array", number) }),
    ]);
    expect(server.requests).toEqual([]);
  });

  test.each(EXACT)("%s is sent with the same digits", async (number) => {
    await metadata(["create", "inspection", "a", `n:number=${number}`]);
    await create("b.csv", `uid,n:number\nb,${number}\n`);
    await create("c.ndjson", line("c", number));
    expect(server.bodies).toEqual([line("a", number), line("b", number), line("c", number)]);
  });

  test.each(NO_NUMBERS)("%j is not one", async (text) => {
    const reason = `n:number must be a number, not ${JSON.stringify(text)}`;
    expect((await metadata(["create", "inspection", "a", `n:number=${text}`])).stderr).toContain(reason);
    const { rejected } = await create("a.csv", `uid,n:number\na,"${text}"\n`);
    expect(JSON.parse(rejected[0] ?? "")).toMatchObject({ line: 2, reason });
    expect(server.requests).toEqual([]);
  });

  test("in a parameter is sent as it is, because parameters are text", () => {
    const parameter = { key: "id", flag: "id", type: "integer" } as const;
    expect(parseParameter(parameter, ["9007199254740993"], "ID")).toBe("9007199254740993");
    expect(parseParameter(parameter, ["12"], "ID")).toBe(12);
    expect(() => parseParameter(parameter, ["1.5"], "ID")).toThrow('ID must be an integer, not "1.5"');
    expect(() => parseParameter({ ...parameter, type: "json" }, ['{"a":1e400}'], "--filter")).toThrow(
      `--filter: ${inexact("a", "1e400")}`,
    );
  });
});

describe("NDJSON", () => {
  test("is sent byte for byte", async () => {
    const given = [
      `  { "uid" : "a",\t"items":[ {"key":"\u2028\u2029\u0085é💚","type":"string","value":"\\ud800\\u0000\\u00e9\\/" } ] } `,
      '{"__proto__":{"uid":"x"},"constructor":1,"uid":"b","items":[{"2":1,"1":1.50}]}',
      '{"uid":"c","items":["\ufeff"]}',
    ];
    const { code } = await create("a.ndjson", `\ufeff${given[0]}\r\n\r\n \t\n${given[1]}\n${given[2]}`);
    expect(code).toBe(0);
    expect(server.bodies.sort()).toEqual([...given].sort());
  });

  test("that is wrong is rejected with the number of its line, and kept as it is", async () => {
    const bytes = Buffer.concat([
      Buffer.from(`${line("a", "1", ',"uid":"b"')}\n\n{oops\n{"uid":"\u0000"}\n"`),
      Buffer.from([0xe9, 0x22, 0x0a]),
      Buffer.from(line("d", "1")),
    ]);
    const { rejected, code } = await create("a.ndjson", bytes);
    expect(code).toBe(4);
    expect(rejected).toEqual([
      `{"line":1,"reason":"uid is given twice","record":${line("a", "1", ',"uid":"b"')}}`,
      expect.stringMatching(/^\{"line":3,"reason":"the body is not JSON: unexpected .*","record":"\{oops"\}$/),
      expect.stringMatching(/^\{"line":4,"reason":"the body is not JSON: unexpected .*","record":".*\\u0000.*"\}$/),
      '{"line":5,"reason":"line 5 is not UTF-8; save the file as UTF-8","base64":"Iuki"}',
    ]);
    expect(server.bodies).toEqual([line("d", "1")]);
  });

  test("in lines of a megabyte is read, and cut at LF only", async () => {
    const long = line("a", "1", `,"note":"${"\u2028x".repeat(300_000)}"`);
    expect((await create("a.ndjson", `${long}\n${line("b", "2")}`)).code).toBe(0);
    expect(new Set(server.bodies)).toEqual(new Set([long, line("b", "2")]));
  });
});

describe("the encoding", () => {
  const text = (uid: string) => `uid,note\n${uid}1,plain\n${uid}2,Größe 💚\n`;
  const utf16 = (uid: string, isBig: boolean) => {
    const bytes = Buffer.from(`\ufeff${text(uid)}`, "utf16le");
    return isBig ? bytes.swap16() : bytes;
  };
  const notes = () => server.bodies.map((body) => JSON.parse(body).items[0].value).sort();

  test.each([
    ["UTF-8", Buffer.from(text("a"))],
    ["UTF-8 with a byte order mark", Buffer.from(`\ufeff${text("a")}`)],
    ["UTF-16, little-endian", utf16("a", false)],
    ["UTF-16, big-endian", utf16("a", true)],
  ])("%s is read, from a file and from standard input", async (_, bytes) => {
    expect((await create("a.csv", bytes)).code).toBe(0);
    expect(notes()).toEqual(["Größe 💚", "plain"]);
    server.bodies.length = 0;
    const args = ["create", "inspection", "--from", "-", "--format", "csv"];
    expect((await metadata(args, { stdin: bytes })).code).toBe(0);
    expect(notes()).toEqual(["Größe 💚", "plain"]);
  });

  test("Windows-1252 is rejected with the line, before a character is lost", async () => {
    const bytes = Buffer.from("uid,note\na1,plain\na2,Gr\xf6\xdfe\na3,x\n", "latin1");
    expect(await create("a.csv", bytes)).toMatchObject({
      code: 1,
      stderr: "metadata: a.csv, line 3 is not UTF-8; save the file as CSV UTF-8.\n",
    });
    expect(notes()).toEqual(["plain"]);
    const header = await create("b.csv", Buffer.from("uid,Gr\xf6\xdfe\na1,plain\n", "latin1"));
    expect(header.stderr).toBe("metadata: b.csv, line 1 is not UTF-8; save the file as CSV UTF-8.\n");
    const inQuotes = Buffer.from('uid,note\nb1,"plain\n\xf6"\nb2,x\n', "latin1");
    const args = ["create", "inspection", "--from", "-", "--format", "csv"];
    expect((await metadata(args, { stdin: inQuotes })).stderr).toBe(
      "metadata: Standard input, line 3 is not UTF-8; save the file as CSV UTF-8.\n",
    );
    expect(notes()).toEqual(["plain"]);
  });

  test("UTF-16 that is cut or damaged is rejected", async () => {
    const cut = Buffer.concat([utf16("a", true), Buffer.from([0])]);
    expect(await create("a.csv", cut)).toMatchObject({
      code: 1,
      stderr: "metadata: a.csv, line 4 is not UTF-16, which the file begins with; save the file as UTF-8.\n",
    });
    const lone = Buffer.from(`\ufeff${text("b").replace("plain", "\udc00")}`, "utf16le");
    expect((await create("b.csv", lone)).stderr).toContain("b.csv, line 2 is not UTF-16");
    expect(notes()).not.toContain("\ufffd");
  });

  test("a byte order mark alone is an empty file, and another one inside is a character", async () => {
    for (const mark of ["efbbbf", "fffe", "feff", ""])
      expect(await create("a.csv", Buffer.from(mark, "hex"))).toMatchObject({ code: 0, rejected: [] });
    await create("b.csv", "\ufeffuid,note\na,\ufeffx\n");
    expect(notes()).toEqual(["\ufeffx"]);
  });

  test("of an argument that is not UTF-8 is rejected", async () => {
    expect(await metadata(["create", "inspection", "a", "note=\ufffd"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('"note=\ufffd" is not UTF-8. Set the terminal to UTF-8, or use --from FILE.'),
    });
  });
});

describe("CSV", () => {
  const items = () => server.bodies.map((body) => JSON.parse(body).items);

  test.each([
    [";", ";"],
    ["\t", "tab"],
    ["|", "|"],
  ])("with the separator %j is noticed, and read with --separator", async (separator, name) => {
    const csv = `${["uid", "note", "n:number"].join(separator)}\na${separator}"x${separator},y"${separator}1.5\n`;
    expect(await create("a.csv", csv)).toMatchObject({
      code: 1,
      stderr: `metadata: a.csv, line 1: the columns seem to be separated by "${name}": add --separator "${name}" (if they are not, add --separator ",").\n`,
    });
    expect(server.requests).toEqual([]);
    expect((await create("b.csv", csv, "--separator", name)).code).toBe(0);
    expect(items()).toEqual([
      [
        { key: "note", type: "string", value: `x${separator},y` },
        { key: "n", type: "number", value: 1.5 },
      ],
    ]);
  });

  test("may have separators in names and cells that are none", async () => {
    await create("a.csv", 'uid,"a;b;c;d"\n1,x;y\n');
    await create("b.csv", "uid,a;b;c\n2,x;y\n", "--separator", ",");
    expect(items().flat()).toEqual([
      { key: "a;b;c;d", type: "string", value: "x;y" },
      { key: "a;b;c", type: "string", value: "x;y" },
    ]);
    expect(await create("c.ndjson", "", "--separator", ";")).toMatchObject({ code: 2 });
    expect((await create("d.csv", "", "--separator", ":")).stderr).toContain(
      '--separator must be "," ";" "|" or tab, not ":"',
    );
  });

  test("is rejected by the line where a row begins, with every wrong cell", async () => {
    const { rejected, code } = await create(
      "a.csv",
      'uid,note,n:number,b:boolean\r\na,"1\r\n2\r\n3",1,true\r\n\r\n,,,\r\nb,"4\n5",heavy,yes\r\nc,x,1e400,true\r\nd,x\r\ne,x,1,true,more\r\n',
    );
    expect(code).toBe(4);
    expect(items()).toEqual([
      [
        { key: "note", type: "string", value: "1\r\n2\r\n3" },
        { key: "n", type: "number", value: 1 },
        { key: "b", type: "boolean", value: true },
      ],
    ]);
    expect(rejected).toEqual([
      '{"line":7,"reason":"n:number must be a number, not \\"heavy\\"; b:boolean must be true or false, not \\"yes\\"","record":{"uid":"b","items":[{"key":"note","type":"string","value":"4\\n5"},{"key":"n","type":"number","value":"heavy"},{"key":"b","type":"boolean","value":"yes"}]}}',
      `{"line":9,"reason":"${inexact("n:number", "1e400")}","record":{"uid":"c","items":[{"key":"note","type":"string","value":"x"},{"key":"n","type":"number","value":"1e400"},{"key":"b","type":"boolean","value":true}]}}`,
      '{"line":10,"reason":"the row has 2 cells, but the header has 4 names","record":"d,x"}',
      '{"line":11,"reason":"the row has 5 cells, but the header has 4 names","record":"e,x,1,true,more"}',
    ]);
  });

  test.each([
    ['uid,note\na,x\n"b"y,z\nc,x\n', 'line 3: the row is not valid CSV: after the closing quote of cell 1 is "y"'],
    ['uid,note\na,x\nb,5" pipe\nc,x\n', "line 3: the row is not valid CSV: cell 2 contains a quote"],
    ['uid,note\na,x\nb,"open\nc,x\n', "line 3: the row is not valid CSV: the quote of cell 2 is not closed"],
  ])("with a misplaced quote is read up to it: %j", async (csv, message) => {
    const { code, stderr } = await create("a.csv", csv);
    expect([code, stderr]).toEqual([1, expect.stringContaining(`metadata: a.csv, ${message}`)]);
    expect(server.bodies).toHaveLength(1);
  });

  test.each([
    ["uid,n:weight\na,1\n", "n: unknown type weight; use one of string, number,"],
    ["uid,n:constructor\na,1\n", "n: unknown type constructor; use one of"],
    ["uid,ratio 1:2\na,1\n", 'If "ratio 1:2" is the whole name, write "ratio 1:2:string".'],
    ["uid,note,uid\na,x,b\n", "uid is given twice"],
  ])("with a wrong header is not sent: %j", async (csv, message) => {
    const { code, stderr } = await create("a.csv", csv);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
    expect(server.requests).toEqual([]);
  });

  test("with lines that end with CR is not taken for an empty file", async () => {
    expect((await create("a.csv", "uid,note\ra,x\r")).stderr).toBe(
      "metadata: a.csv, line 1 ends with CR; save the file as CSV UTF-8.\n",
    );
  });

  test("may contain JSON in cells, which keeps its digits", async () => {
    const value = '[{"key":"n","type":"number",\n"value":1.50}]';
    await create("a.csv", `uid,o:object,n:number\na,"${value.replaceAll('"', '""')}",\n`);
    await metadata(["create", "inspection", "b", `o:object=${value}`]);
    const sent = `[{"key":"o","type":"object","value":${value.replace("\n", " ")}}]`;
    expect(server.bodies).toEqual([`{"uid":"a","items":${sent}}`, `{"uid":"b","items":${sent}}`]);
    const { rejected } = await create("b.csv", `uid,o:object\na,"{\n""a"":1e400}"\nb,{x}\n`);
    expect(rejected.map((one) => JSON.parse(one))).toEqual([
      expect.objectContaining({ line: 2, reason: `o:object: ${inexact("a", "1e400")}` }),
      expect.objectContaining({ line: 4, reason: 'o:object must be JSON, not "{x}"' }),
    ]);
  });

  test("may use any key, more than once, on the command line too", async () => {
    const names = ["__proto__", "constructor", "toString:string", "a:b:string", "note", "note"];
    await create("a.csv", `uid,${names.join()},\nx,1,2,3,4,5,6,\n`);
    await metadata(["create", "inspection", "y", ...names.map((name, i) => `${name}=${i + 1}`)]);
    const keys = ["__proto__", "constructor", "toString", "a:b", "note", "note"];
    const expected = keys.map((key, i) => ({ key, type: "string", value: `${i + 1}` }));
    expect(items()).toEqual([expected, expected]);
    expect((await create("b.csv", "uid,note,\nx,1,2\n")).rejected).toEqual([
      '{"line":2,"reason":"column 3 has no name in the header","record":"x,1,2"}',
    ]);
  });
});

describe("rejected records", () => {
  test("are sent again, after they were fixed, with the command in the README", async () => {
    const readme = await readFile(new URL("../README.md", import.meta.url), "utf8");
    const [, command = ""] = /Fix the records in this file, and send it:\n\n```sh\n(.*)\n```/.exec(readme) ?? [];
    const { rejects, rejected } = await create(
      "a.csv",
      `uid,n:number,big,\na,heavy,9007199254740993,\nb,12345678901234567890,x,\nc,1,2,3\n`,
    );
    expect(rejected).toHaveLength(3);
    const fixed = rejected
      .join("\n")
      .replace('"value":"heavy"', '"value":1.50')
      .replace('"type":"number","value":"12345678901234567890"', '"type":"string","value":"12345678901234567890"')
      .replace('"record":"c,1,2,3"', '"record":{"uid":"c","items":[1e2]}');
    await writeFile(rejects, fixed);
    const script = `metadata() { "${process.execPath}" "${bin}" "$@"; }\n${command}`;
    const { stderr } = await promisify(execFile)("bash", ["-c", script], {
      cwd: dirname(rejects),
      env: { PATH: process.env["PATH"], HOME: dirname(rejects), ...serverEnv(server) },
    });
    expect(stderr).toBe("3 stored, 0 already there, 0 rejected.\n");
    expect(server.bodies.sort()).toEqual([
      '{"uid":"a","items":[{"key":"n","type":"number","value":1.50},{"key":"big","type":"string","value":"9007199254740993"}]}',
      '{"uid":"b","items":[{"key":"n","type":"string","value":"12345678901234567890"},{"key":"big","type":"string","value":"x"}]}',
      '{"uid":"c","items":[1e2]}',
    ]);
  });

  test("that were not fixed are rejected again, with the same record", async () => {
    const { rejects, rejected } = await create("a.ndjson", `${line("a", "1e400")}\n{oops\n`);
    const again = `${rejects}.again`;
    await metadata(["create", "inspection", "--from", rejects, "--format", "rejects", "--rejects", again]);
    expect(lines(await readFile(again, "utf8"))[0]).toBe(rejected[0]);
    expect((await create("b.ndjson", '{"line":1}\n', "--format", "rejects")).rejected).toEqual([
      '{"line":1,"reason":"the line has no field \\"record\\"","record":"{\\"line\\":1}"}',
    ]);
  });

  test("keep their text in the journal, and in the output", async () => {
    const text = `${line("a", "12345678901234567890")}\n${line("b", "1")}\n`;
    const from = await file("a.ndjson", text);
    const stop = new AbortController();
    server.onRequest = () => stop.abort(new Error("stopped by the test"));
    const args = ["create", "inspection", "--from", from, "--json"];
    expect((await metadata(args, { signal: stop.signal })).code).toBe(1);
    expect(await readFile(`${from}.progress`, "utf8")).toContain("12345678901234567890");
    server.onRequest = () => {};
    const { stdout } = await metadata(args);
    expect(stdout).toContain(`"rejects":[{"line":1,"reason":"${inexact("items[0].value", "12345678901234567890")}"`);
    expect(stdout).toContain(`"record":${line("a", "12345678901234567890")}}]}`);
  });

  test("in a journal that was damaged lead to a message that names its line", async () => {
    const from = await file("a.ndjson", `${line("a", "1")}\n`);
    await writeFile(`${from}.progress`, '{"start":1}\n\0\0\n{"st');
    expect(await metadata(["create", "inspection", "--from", from])).toMatchObject({
      code: 1,
      stderr: `metadata: ${from}.progress, line 2 is not valid, so it is unknown which records were sent. If it is another file, name another one with --state; otherwise delete it to send all records again.\n`,
    });
  });

  test.each(["garbage", "5\n", "{}\n", '{"uid":"a"}'])(
    "are not sent if the journal is another file, %j",
    async (content) => {
      const from = await file("a.ndjson", `${line("a", "1")}\n`);
      await writeFile(`${from}.progress`, content);
      const { code, stderr } = await metadata(["create", "inspection", "--from", from]);
      expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining("line 1 is not valid") });
      expect(await readFile(`${from}.progress`, "utf8")).toBe(content);
      expect(server.requests).toEqual([]);
    },
  );
});

describe("the body of another request", () => {
  const table = (kind: "json" | "text"): CommandTable => ({
    ...commandTable,
    commands: [
      {
        operation: "deleteThings",
        words: ["things", "delete"],
        summary: "Delete things",
        method: "DELETE",
        path: "/things",
        arguments: [],
        parameters: [],
        body: { kind, mediaType: kind === "json" ? "application/json" : "text/plain", fields: [] },
        returns: "none",
      },
    ],
  });
  const send = async (kind: "json" | "text", body: string | Uint8Array) => {
    const sent: unknown[] = [];
    const connect = () => ({ deleteThings: async (content: unknown) => void sent.push(content) });
    const args = ["things", "delete", "--body", await file("body", body)];
    const { code, stderr } = await metadata(args, { table: table(kind), connect });
    return { code, stderr, sent: sent.map((one) => Buffer.from(one as Uint8Array).toString()) };
  };

  test("is sent as it is", async () => {
    const json = ' {"b": 1.50, "a": "\\u00e9\u2028"}\n';
    expect(await send("json", `\ufeff${json}`)).toMatchObject({ code: 0, sent: [json] });
    expect(await send("text", `\ufeffé`)).toMatchObject({ code: 0, sent: ["\ufeffé"] });
  });

  test("is rejected if it is no JSON, no UTF-8, or has numbers that would change", async () => {
    expect((await send("json", '{"n":1e400}')).stderr).toContain(inexact("n", "1e400"));
    expect((await send("json", '{"n":1,"n":2}')).stderr).toContain("n is given twice");
    for (const kind of ["json", "text"] as const)
      expect(await send(kind, Buffer.from('"\n\xe9"', "latin1"))).toMatchObject({
        code: 1,
        stderr: expect.stringContaining("is invalid: line 2 is not UTF-8; save the file as UTF-8"),
        sent: [],
      });
  });
});

test("a sync reads its state again, whatever line separators records contain", async () => {
  server.reports.set("odd", report(1, { uid: "odd", caseNumber: "a\u2028b\u2029c\u0085d\re" }));
  const to = join(await newFolder(), "a.ndjson");
  for (let turn = 0; turn < 3; turn++) {
    server.reports.set(`new-${turn}`, report(turn, { uid: `new-${turn}` }));
    expect(await metadata(["reports", "sync", "--to", to])).toMatchObject({ code: 0 });
  }
  const [odd] = lines(await readFile(to, "utf8")).map((one) => JSON.parse(one));
  expect(odd.caseNumber).toBe("a\u2028b\u2029c\u0085d\re");
});
