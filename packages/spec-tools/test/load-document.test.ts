import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rootFile } from "../src/generate/spec/spec-files.js";
import { inRepo } from "../src/in-repo.js";
import { loadDocument } from "../src/load/load-document.js";
import { readDocument } from "../src/read-document.js";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "load-document-"));
  await mkdir(join(folder, "spec"));
});
afterAll(() => rm(folder, { recursive: true }));

async function write(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

const head = 'openapi: 3.1.1\ninfo: { title: Things, version: "1" }\n';
const operation = (schema: string) =>
  `${head}paths:\n  /things:\n    get:\n      responses:\n        "200":\n          description: Done.\n          content: { application/json: { schema: ${schema} } }\n`;

describe("a document in files", () => {
  it("is the same as the one that npm run generate writes", async () => {
    const { "x-generated": _, ...generated } = (await readDocument()) as unknown as Record<string, unknown>;
    const root = rootFile(inRepo("openapi"));
    const loaded = await loadDocument(root);
    expect(loaded.document).toEqual(generated);
    expect(loaded.files).toContain(root);
  });

  it("may be referred to by an encoded name, and not be there in an extension", async () => {
    await write("spec/b c.yaml", "type: string\nx-see: { $ref: ./not-there.yaml#/a }\n");
    const path = await write("spec/encoded.yaml", operation('{ $ref: "b%20c.yaml" }'));
    const { document, files } = await loadDocument(path);
    expect(JSON.stringify(document)).toContain('{"type":"string","x-see":{"$ref":"./not-there.yaml#/a"}}');
    expect(files).toEqual([path, join(folder, "spec/b c.yaml")]);
    await expect(loadDocument(await write("spec/lost.yaml", operation("{ $ref: lost%20.yaml }")))).rejects.toThrow(
      "Can't resolve $ref",
    );
  });

  it("may close a bracket as deep as its name; the lines of its mistakes are those of the file", async () => {
    const text = `${operation("{ type: object }")}components:\n  schemas:\n    A: {\n      minLength: 1\n    }\n    B: { type: text }\n`;
    const right = await write("spec/brackets.yaml", text.replace("text", "string"));
    expect((await loadDocument(right)).document).toMatchObject({ components: { schemas: { A: { minLength: 1 } } } });
    const line = text.split("\n").indexOf("    B: { type: text }") + 1;
    await expect(loadDocument(await write("spec/brackets.yaml", text))).rejects.toThrow(`brackets.yaml:${line}:`);
  });

  it.each(["yaml", "json"])("has the place of a reference that leads nowhere, in %s", async (format) => {
    const content = { "application/json": { schema: { $ref: "#/components/schemas/Thign" } } };
    const paths = { "/things": { get: { responses: { 200: { description: "All.", content } } } } };
    const document = {
      openapi: "3.1.1",
      info: { title: "Things", version: "1" },
      paths,
      components: { schemas: { Thing: {} } },
    };
    const file = await write(`spec/dead.${format}`, JSON.stringify(document, null, 2));
    const message = /dead\.\w+:\d+:\d+: Can't resolve \$ref: there is no "Thign" .* Did you mean Thing\?/;
    await expect(loadDocument(file)).rejects.toThrow(message);
    await expect(loadDocument(file, { isTolerant: true })).rejects.toThrow(message);
  });

  it("cannot refer to a part of what is at a URL", async () => {
    const path = await write("spec/far.yaml", operation('{ $ref: "https://a.example/b.yaml#/components/schemas/B" }'));
    await expect(loadDocument(path)).rejects.toThrow(
      /far\.yaml:\d+:\d+: https:\/\/a\.example\/b\.yaml#\/components\/schemas\/B is not a file of this spec; save it/,
    );
  });

  it("is unchanged if it was prepared before", async () => {
    const { document, notes } = await loadDocument(inRepo("openapi/generated/openapi.json"));
    expect(document).toEqual(await readDocument());
    expect(notes).toEqual([]);
  });

  it.each(["yaml", "json"])("is rewritten, and says so: %s", async (format) => {
    const schemas = {
      Thing: { type: "object", required: ["id"], properties: { id: { type: "string", readOnly: true } } },
    };
    const body = { content: { "application/json": { schema: { $ref: "#/components/schemas/Thing" } } } };
    const post = { requestBody: body, responses: { "201": { description: "Done.", ...body } } };
    const text = JSON.stringify({
      openapi: "3.1.1",
      info: { title: "Things", version: "1" },
      paths: { "/things": { $ref: "#/components/pathItems/Things" } },
      components: { pathItems: { Things: { post } }, schemas },
    });
    const { document, notes } = await loadDocument(await write(`spec/split.${format}`, text));
    expect(document).toMatchObject({
      paths: { "/things": { post: { operationId: "postThings" } } },
      components: { schemas: { ThingRequest: { required: [] } } },
    });
    expect(notes).toEqual([expect.stringContaining("requests have ThingRequest and responses Thing")]);
  });

  it.each([
    [
      "another version, in YAML",
      "v.yaml",
      'openapi: 3.0.3\ninfo: { title: T, version: "1" }\npaths: {}\n',
      /v\.yaml:1:10: This is OpenAPI 3\.0\.3; only 3\.1 is supported/,
    ],
    [
      "another version, in JSON",
      "v.json",
      '{\n  "swagger": "2.0",\n  "info": {}\n}',
      /v\.json:2:14: This is OpenAPI 2\.0; only 3\.1 is supported/,
    ],
    [
      "a URL",
      "url.yaml",
      operation('{ $ref: "https://127.0.0.1:1/x.yaml" }'),
      /url\.yaml:9:\d+: .*https:\/\/127\.0\.0\.1:1\/x\.yaml is not a file of this spec/,
    ],
    ["a missing file", "missing.yaml", operation("{ $ref: ./no.yaml }"), /missing\.yaml:9:\d+: .*no\.yaml/],
    [
      "a file outside of its folder",
      "above.yaml",
      operation("{ $ref: ../secret.yaml }"),
      /above\.yaml:9:\d+: .*secret\.yaml is outside of the folder of the spec/,
    ],
    [
      "an absolute path",
      "absolute.yaml",
      operation("{ $ref: /etc/hostname }"),
      /absolute\.yaml:9:\d+: .*hostname is outside of the folder of the spec/,
    ],
    [
      "a link out of its folder",
      "link.yaml",
      operation("{ $ref: ./link-out.yaml }"),
      /link\.yaml:9:\d+: .*secret\.yaml is outside of the folder of the spec/,
    ],
    [
      "a pattern that is none",
      "pattern.yaml",
      operation('{ type: string, pattern: "[" }'),
      /pattern\.yaml:9:\d+: The pattern "\[" is not a valid/,
    ],
    ["no YAML", "broken.yaml", "openapi: [", /broken\.yaml:1:\d+: /],
    [
      "a name twice",
      "twice.yaml",
      "paths:\n  /a: {}\n  /a: {}\n",
      /twice\.yaml:3:\d+: duplicated mapping key\. .*two \/a\b/,
    ],
    ["no JSON", "broken.json", '{\n"openapi": "3.1.1",,}', /broken\.json:2:\d+: /],
  ])("is refused with file and line: %s", async (_name, name, text, message) => {
    await write("secret.yaml", "type: string\n");
    await symlink("../secret.yaml", join(folder, "spec/link-out.yaml")).catch(() => {});
    await expect(loadDocument(await write(`spec/${name}`, text))).rejects.toThrow(message);
  });

  it("is JSON in which a field may not be there twice, whatever its texts look like", async () => {
    const text = (more: string) =>
      `{"openapi":"3.1.1","info":{"title":"\\"a\\":","version":":1"${more}},"tags":[{"name":"a"},{"name":":b"}],"paths":{}}`;
    const load = async (name: string, more: string) =>
      loadDocument(await write(name, text(more)), { isTolerant: true, isExact: true });
    expect((await load("once.json", ',"summary":"s"')).document).toMatchObject({
      info: { title: '"a":', summary: "s" },
    });
    await expect(load("twice.json", ',"version":"2"')).rejects.toThrow(/twice\.json:1:\d+: duplicated mapping key/);
  });

  it("may be in a wider folder if that is named", async () => {
    await write("secret.yaml", "type: string\n");
    const path = await write("spec/above.yaml", operation("{ $ref: ../secret.yaml }"));
    const { document } = await loadDocument(path, { folder });
    expect(JSON.stringify(document)).toContain('"type":"string"');
  });

  it("that does not exist is named", async () => {
    await expect(loadDocument(join(folder, "nowhere.yaml"))).rejects.toThrow(/nowhere\.yaml/);
  });
});
