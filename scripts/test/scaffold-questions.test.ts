/** `npm run spec -- scaffold` asks a person at a terminal for what its flags leave out. */
import { spawn, spawnSync } from "node:child_process";
import { afterAll, beforeAll, expect, test } from "vitest";
import { copyRepo, type RepoCopy } from "./copy-repo.js";

let copy: RepoCopy;
beforeAll(async () => {
  copy = await copyRepo();
});
afterAll(() => copy.remove());

/** `script` of util-linux runs a command on a pseudo-terminal; that of other systems has other flags. */
const hasScript = spawnSync("script", ["--version"], { encoding: "utf8" }).stdout?.includes("util-linux") ?? false;
const skipped = hasScript ? "" : " (skipped: script of util-linux is not installed)";

/** Runs scaffold on a terminal, and types an answer whenever a question appears. */
async function scaffold(flags: string, dialogue: readonly (readonly [question: string, typed: string])[]) {
  const command = `${process.execPath} packages/spec-tools/.compiled/scaffold/main.js ${flags}`;
  const child = spawn("script", ["--quiet", "--return", "--flush", "--command", command, "/dev/null"], {
    cwd: copy.folder,
    env: { ...process.env, NO_COLOR: "1", FORCE_COLOR: "0", TERM: "dumb" },
    stdio: ["pipe", "pipe", "inherit"],
  });
  let output = "";
  const open = [...dialogue];
  child.stdout.on("data", (chunk: Buffer) => {
    output += chunk;
    const [question, typed] = open[0] ?? [];
    if (question === undefined || !output.endsWith(`${question}: `)) return;
    open.shift();
    child.stdin.write(`${typed}\n`);
  });
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  return { code, output, unasked: open.map(([question]) => question) };
}

const NAME = "Name of a record, in the singular, such as Factory";
const FIELDS = "Fields, such as name:string,state:open|closed,note:string?";
const OPERATIONS = "Operations (list,create,get,replace,update,delete)";
const SHAPE = "Page shape: standard, linked, array (standard)";

test.skipIf(!hasScript)(
  `npm run spec -- scaffold asks for everything, and uses the default if nothing is entered${skipped}`,
  async () => {
    const { code, output, unasked } = await scaffold("", [
      [NAME, "Factory"],
      [FIELDS, "name:string,machineCount:integer?"],
      [OPERATIONS, "list,get"],
      [SHAPE, ""],
    ]);
    expect([code, unasked], output).toEqual([0, []]);
    expect(output).toContain("openapi/paths/factories.yaml");
    const files = await copy.files("openapi");
    const list = files.get("openapi/paths/factories.yaml") ?? "";
    expect(list).toContain("shape: standard");
    expect(list).not.toContain("post:");
    expect(files.get("openapi/components/schemas/Factory.yaml")).toContain("machineCount:");
  },
);

test.skipIf(!hasScript)(
  `npm run spec -- scaffold asks only for what the flags leave out, and reports what it cannot read${skipped}`,
  async () => {
    const before = await copy.files("openapi");
    const { code, output, unasked } = await scaffold("--name Plant", [[FIELDS, "name:text"]]);
    expect([code, unasked], output).toEqual([1, []]);
    expect(output).not.toContain(OPERATIONS);
    expect(output).toContain('"name:text" is not a field. A field is name:type');
    expect(await copy.files("openapi")).toEqual(before);
  },
);
