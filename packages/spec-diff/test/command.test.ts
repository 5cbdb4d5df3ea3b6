/** The command `spec-diff` as users run it: built, and in a folder outside this repository. */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const inRepo = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const command = inRepo("packages/spec-diff/bin/spec-diff.js");
let folder: string;

interface Result {
  code: number;
  out: string;
  err: string;
}

const run = promisify(execFile);
const git = (...args: string[]) =>
  run("git", ["-c", "user.name=Test", "-c", "user.email=test@example.com", ...args], { cwd: folder });

async function specDiff(...args: string[]): Promise<Result> {
  try {
    const { stdout, stderr } = await run(process.execPath, [command, ...args], { cwd: folder });
    return { code: 0, out: stdout, err: stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, out: stdout, err: stderr };
  }
}

const ROOT = `openapi: 3.1.0
info: { title: Things, version: 1.0.0 }
paths:
  /things:
    get:
      operationId: listThings
      responses:
        "200":
          description: All things.
          content:
            application/json:
              schema: { $ref: "./thing.yaml" }
`;
const THING = "type: object\nproperties:\n  id: { type: string }\n  note: { type: string }\n";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "spec-diff-"));
  await mkdir(join(folder, "api"));
  await writeFile(join(folder, "api/openapi.yaml"), ROOT);
  await writeFile(join(folder, "api/thing.yaml"), THING);
  await git("init", "--quiet");
  await git("add", ".");
  await git("commit", "--quiet", "--message", "First");
  await git("tag", "v1");
  await writeFile(join(folder, "api/thing.yaml"), THING.replace("  note: { type: string }\n", ""));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe("spec-diff", () => {
  it("compares a git revision with a file, including the files that they refer to", async () => {
    const { code, out, err } = await specDiff("v1:api/openapi.yaml", "api/openapi.yaml");
    expect(err).toBe("");
    expect(out).toContain("GET /things: `note` is no longer returned (200)");
    expect(out).toContain("set info.version to 2.0.0");
    expect(code).toBe(1);
  });

  it("compares two revisions, and finds no changes between a revision and itself", async () => {
    const { code, out } = await specDiff("v1:api/openapi.yaml", "HEAD:api/openapi.yaml");
    expect(out).toBe("Nothing breaks a client of 1.0.0.\n");
    expect(code).toBe(0);
  });

  it("writes JSON for programs and Markdown for pull requests", async () => {
    const json = JSON.parse((await specDiff("v1:api/openapi.yaml", "api/openapi.yaml", "--format", "json")).out);
    expect(json).toMatchObject({ before: "1.0.0", after: "1.0.0", passes: false });
    expect(json.changes).toEqual([
      expect.objectContaining({ verdict: "breaking", side: "response", rule: "response-property-removed" }),
    ]);
    const { out } = await specDiff("v1:api/openapi.yaml", "api/openapi.yaml", "--format", "markdown");
    expect(out).toContain("## Changes from 1.0.0 to 1.0.0");
    expect(out).toContain("### Breaking\n\n- GET /things: `note` is no longer returned (200)");
  });

  it("reads both JSON and YAML", async () => {
    await writeFile(join(folder, "same.json"), await readFile(inRepo("openapi/generated/openapi.json")));
    await writeFile(join(folder, "same.yaml"), await readFile(inRepo("openapi/generated/openapi.yaml")));
    expect(await specDiff("same.json", "same.yaml")).toMatchObject({ code: 0, err: "" });
  });

  it("rejects files that are not UTF-8, and revisions of them", async () => {
    await mkdir(join(folder, "latin"));
    await writeFile(join(folder, "latin/openapi.yaml"), ROOT);
    await writeFile(join(folder, "latin/thing.yaml"), `${THING}description: Gr\xf6\xdfe\n`, "latin1");
    await writeFile(join(folder, "latin.json"), '{"openapi":"3.1.0",\n"x":"\xe9"}', "latin1");
    await git("add", ".");
    await git("commit", "--quiet", "--message", "Latin");
    for (const [source, line] of [
      ["latin/openapi.yaml", "latin/thing.yaml, line 5 is not UTF-8; save the file as UTF-8"],
      ["latin.json", "latin.json, line 2 is not UTF-8; save the file as UTF-8"],
      ["HEAD:latin/openapi.yaml", "line 5 is not UTF-8; save the file as UTF-8"],
    ] as const)
      expect(await specDiff(source, "api/openapi.yaml")).toMatchObject({ code: 2, err: expect.stringContaining(line) });
  });

  it.each([
    [["nowhere.yaml", "api/openapi.yaml"], "There is no file nowhere.yaml. Give a path, or REVISION:PATH"],
    [["v9:api/openapi.yaml", "api/openapi.yaml"], "git cannot read v9:api/openapi.yaml"],
    [["api/thing.yaml", "api/openapi.yaml"], "api/thing.yaml is not an OpenAPI 3 document"],
    [["api/openapi.yaml"], "Expected two files, OLD and NEW, but got 1."],
    [
      ["api/openapi.yaml", "api/openapi.yaml", "--format", "html"],
      "--format is html. It must be one of text, markdown, json.",
    ],
    [["--bogus"], "--bogus"],
  ])("rejects %j with one sentence and exit code 2", async (args, message) => {
    const { code, err, out } = await specDiff(...args);
    expect(err).toContain(message);
    expect(err).not.toContain("    at ");
    expect(out).toBe("");
    expect(code).toBe(2);
  });

  it("ends without an error if the reader of its output has seen enough", async () => {
    const child = spawn(process.execPath, [command, "--help"], { cwd: folder });
    child.stdout.destroy();
    let messages = "";
    child.stderr.on("data", (chunk: Buffer) => {
      messages += chunk;
    });
    const [code] = await once(child, "close");
    expect([code, messages]).toEqual([0, ""]);
  });

  it("prints its help", async () => {
    const { code, out } = await specDiff("--help");
    expect(out).toContain("Usage: spec-diff OLD NEW");
    expect(code).toBe(0);
  });

  it("runs through the link that npm creates", async () => {
    const link = join(folder, "spec-diff");
    await symlink(command, link);
    const { stdout } = await run(link, ["--help"]);
    expect(stdout).toContain("Usage: spec-diff");
  });
});
