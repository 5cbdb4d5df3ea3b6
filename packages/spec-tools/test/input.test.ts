/** Lines, rows and texts are read as they are, in chunks of any size. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { stopOnPrototypes } from "../src/generate/spec/spec-files.js";
import { decodeText, InputFault, readCsv, readLines, readTextFile, separatorOf, toUtf8 } from "../src/input.js";

const SIZES = [1, 2, 3, 5, 7, 64, 100_000];

async function* inChunks(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function all<T>(parts: AsyncIterable<readonly T[]>): Promise<T[]> {
  const found: T[] = [];
  for await (const part of parts) found.push(...part);
  return found;
}

const linesOf = async (bytes: Uint8Array, size: number, maxBytes = 1000) =>
  (await all(readLines(inChunks(bytes, size), maxBytes))).map(({ number, bytes }) => [number, bytes?.toString()]);

describe.each(SIZES)("in chunks of %i bytes,", (size) => {
  it("lines end at LF, and nowhere else", async () => {
    const text = 'a\u2028b\u2029c\u0085d\re\u0000\n\n\r\n{"é💚":1}\r\n';
    const expected = [
      [1, "a\u2028b\u2029c\u0085d\re\u0000"],
      [2, ""],
      [3, "\r"],
      [4, '{"é💚":1}\r'],
    ];
    expect(await linesOf(Buffer.from(text), size)).toEqual(expected);
    expect(await linesOf(Buffer.from(`${text}last`), size)).toEqual([...expected, [5, "last"]]);
    expect(await linesOf(Buffer.from("12345\n123456\n1\n123456"), size, 5)).toEqual([
      [1, "12345"],
      [2, undefined],
      [3, "1"],
      [4, undefined],
    ]);
  });

  it("byte order marks are removed, and UTF-16 is converted", async () => {
    const read = async (bytes: Buffer) => {
      const parts: Uint8Array[] = [];
      let count = 0;
      const convert = toUtf8(inChunks(bytes, size), (added) => {
        count += added;
      });
      for await (const part of convert) parts.push(part);
      expect(count).toBe(bytes.length);
      return Buffer.concat(parts).toString("latin1");
    };
    const text = "é\u0000\ufeff💚\n\u2028";
    const utf8 = Buffer.from(text).toString("latin1");
    const little = Buffer.from(`\ufeff${text}`, "utf16le");
    expect(await read(Buffer.from(text))).toBe(utf8);
    expect(await read(Buffer.from(`\ufeff${text}`))).toBe(utf8);
    expect(await read(little)).toBe(utf8);
    expect(await read(Buffer.from(little).swap16())).toBe(utf8);
    expect(await read(Buffer.from("a\xe9", "latin1"))).toBe("a\xe9");
    for (const mark of ["", "efbbbf", "fffe", "feff"]) expect(await read(Buffer.from(mark, "hex"))).toBe("");
    expect(await read(Buffer.from("ef", "hex"))).toBe("\xef");
  });

  it("rows of CSV begin on their lines", async () => {
    const rows = await all(readCsv(inChunks(Buffer.from('\ufeff\r\nu,"b\r\nc"\r\n'), size), {}));
    expect(rows).toEqual([]);
    const text = 'u,v\r\n"a ""b""\r\n,\n",2\r\n\r\n,\nc,""\n"","\n"\nd\n';
    const found = await all(readCsv(inChunks(Buffer.from(text), size), {}));
    expect(found).toEqual([
      { number: 2, header: ["u", "v"], cells: ['a "b"\r\n,\n', "2"], text: '"a ""b""\r\n,\n",2' },
      { number: 7, header: ["u", "v"], cells: ["c", ""], text: 'c,""' },
      { number: 8, header: ["u", "v"], cells: ["", "\n"], text: '"","\n"' },
      {
        number: 10,
        header: ["u", "v"],
        cells: undefined,
        text: "d",
        problem: "the row has 1 cells, but the header has 2 names",
      },
    ]);
  });

  it("rows before a fault are read", async () => {
    const found: unknown[] = [];
    const read = async () => {
      for await (const rows of readCsv(inChunks(Buffer.from("u\na\nb\n\xe9\nc\n", "latin1"), size), {}))
        found.push(...rows.map(({ cells }) => cells));
    };
    await expect(read()).rejects.toMatchObject({
      line: 4,
      message: "line 4 is not UTF-8; save the file as CSV UTF-8",
    });
    expect(found).toEqual([["a"], ["b"]]);
  });
});

describe("the separator of CSV", () => {
  it.each([
    [",", ","],
    [";", ";"],
    ["|", "|"],
    ["tab", "\t"],
    ["TAB", "\t"],
    ["\t", "\t"],
    ["\\t", "\t"],
  ])("%j is %j", (name, separator) => expect(separatorOf(name)).toBe(separator));

  it.each(["", ":", ";;", "constructor"])("cannot be %j", (name) => {
    expect(() => separatorOf(name)).toThrow(`--separator must be "," ";" "|" or tab, not ${JSON.stringify(name)}`);
  });

  it("is a comma if the header has as many commas as others", async () => {
    const header = async (text: string) =>
      (await all(readCsv(inChunks(Buffer.from(`${text}\n1\n`), 9), {}))).map((row) => row.header);
    expect(await header("u")).toEqual([["u"]]);
    expect(await header("u;a,b")).toEqual([["u;a", "b"]]);
    await expect(header("u;a;b,c")).rejects.toThrow('add --separator ";"');
  });
});

describe("a text file", () => {
  it("that is not UTF-8 is rejected with the file and the line", async () => {
    const folder = await mkdtemp(join(tmpdir(), "input-"));
    try {
      const path = join(folder, "spec.yaml");
      await writeFile(path, "\ufeffé\n");
      expect(await readTextFile(path)).toBe("é\n");
      await writeFile(path, Buffer.from("a\nb\n\xe9\n", "latin1"));
      await expect(readTextFile(path)).rejects.toThrow(`${path}, line 3 is not UTF-8; save the file as UTF-8`);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it("of the spec is rejected too", async () => {
    const folder = await mkdtemp(join(tmpdir(), "input-"));
    try {
      await writeFile(join(folder, "openapi.yaml"), Buffer.from("a: b\nc: \xe9\n", "latin1"));
      await expect(stopOnPrototypes(folder)).rejects.toThrow(
        "openapi/openapi.yaml:2: not UTF-8; save the file as UTF-8.",
      );
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it.each([
    ["c3", 1],
    ["0ac3", 2],
    ["0a0ac30a", 3],
    ["eda080", 1],
    ["fffe6100", 1],
  ])("with the bytes %s is wrong in line %i", (hex, line) => {
    const decode = () => decodeText(Buffer.from(hex, "hex"));
    expect(decode).toThrow(InputFault);
    expect(decode).toThrow(`line ${line} is not UTF-8`);
  });
});
