/** Tests the packages as they are published: complete, and usable in every way in which they can be loaded. */
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { root, turbo } from "../lib/repo.js";
import { buildAnew } from "../release/build-anew.js";
import { checkPacked } from "../release/check-packed.js";
import { packageProblems } from "../release/complete-manifest.js";
import { type Packed, packAll, publishedManifest } from "../release/pack.js";
import { isPlaceholder, publishedPackages } from "../release/packages.js";
import { runCommand } from "../release/run-command.js";

let folder = "";
let packed: Packed[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "packages-"));
  packed = await packAll(root, folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe("every published package", () => {
  it("has license, README, keywords and the URLs of the project", async () => {
    expect(await packageProblems(root)).toEqual([]);
  });

  it("is accepted by publint and attw", async () => {
    expect(await checkPacked(packed)).toEqual([]);
  });

  it("depends only on published packages, which are published before it", () => {
    const names = packed.map(({ manifest }) => manifest.name);
    expect(names.length).toBeGreaterThanOrEqual(7);
    for (const [i, { manifest }] of packed.entries())
      for (const dependency of Object.keys(manifest.dependencies ?? {}))
        if (dependency.startsWith("@metadata-service/")) expect(names.slice(0, i), manifest.name).toContain(dependency);
  });

  it("has source maps whose sources are in the package", async () => {
    for (const { folder: source, files } of packed.filter(({ files }) => files.some((file) => file.endsWith(".js"))))
      for (const file of files.filter((file) => file.startsWith("dist/") && /\.[cm]?js$/.test(file))) {
        const text = await readFile(join(root, source, file), "utf8");
        const map = /\/\/# sourceMappingURL=(\S+)\s*$/.exec(text)?.[1];
        // A file of an earlier build, from before there were source maps.
        if (map === undefined && !file.endsWith("/index.js")) continue;
        expect(files, `${source}/${file}`).toContain(`${file.split("/").slice(0, -1).join("/")}/${map}`);
        const { sources, sourcesContent } = JSON.parse(
          await readFile(join(root, source, file, "..", map ?? ""), "utf8"),
        );
        const at = new URL(sources[0], `file:///${file}`).pathname.slice(1);
        if (!sourcesContent?.[0]) expect(files, `${source}/${file}`).toContain(at);
      }
  });
});

describe("the checks", () => {
  /** Returns the problems of a package with an error, in a separate repository. */
  async function problemsOf(change: object): Promise<string[]> {
    const repo = await mkdtemp(join(tmpdir(), "package-"));
    onTestFinished(() => rm(repo, { recursive: true, force: true }));
    const dist = join(repo, "packages/one/dist");
    await mkdir(dist, { recursive: true });
    await mkdir(join(repo, "scripts"));
    for (const file of ["LICENSE", "package.json"]) await cp(join(root, file), join(repo, file));
    await writeFile(join(dist, "index.js"), "export const one = 1;\n");
    await writeFile(join(dist, "index.d.ts"), "export declare const one: 1;\n");
    const entry = { types: "./dist/index.d.ts", default: "./dist/index.js" };
    const manifest = { name: "one", version: "1.0.0", type: "module", license: "MIT", exports: entry, files: ["dist"] };
    await writeFile(join(repo, "packages/one/package.json"), JSON.stringify({ ...manifest, ...change }));
    const made = await packAll(repo, join(repo, "packed"));
    return [...(await packageProblems(repo)), ...(await checkPacked(made))];
  }

  it("find a package that only has code", async () => {
    const problems = await problemsOf({});
    for (const part of ["repository", "bugs", "homepage", "LICENSE", "README.md", "keywords", "description"])
      expect(problems.join("\n")).toMatch(new RegExp(`^packages/one: .*${part}`, "m"));
    expect(problems.filter((problem) => problem.startsWith("one: "))).toEqual([]);
  });

  it("find types that a CommonJS file cannot use", async () => {
    const entry = { types: "./dist/index.d.ts", require: "./dist/index.js", default: "./dist/index.js" };
    expect((await problemsOf({ exports: { ".": entry } })).join("\n")).toMatch(/^one: .*node16-cjs/m);
  });

  it("report what publint finds", async () => {
    expect((await problemsOf({ main: "./dist/missing.js" })).join("\n")).toMatch(/^one: .*dist\/missing\.js/m);
  });
});

it("a release contains no files of earlier builds, neither from dist nor from the cache", async () => {
  const repo = await mkdtemp(join(tmpdir(), "release-"));
  onTestFinished(() => rm(repo, { recursive: true, force: true }));
  await mkdir(join(repo, "packages/one/dist"), { recursive: true });
  const write = (file: string, content: string | object) =>
    writeFile(join(repo, file), typeof content === "string" ? content : JSON.stringify(content));
  const { packageManager } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  await write("package.json", { private: true, packageManager, workspaces: ["packages/*"] });
  // As in this repository: if dist counted as source, every build would miss the cache.
  await write(".gitignore", "dist\n.turbo\n");
  await write("turbo.json", { tasks: { build: { outputs: ["dist/**"] } } });
  const build = "mkdir -p dist && echo 'export {}' > dist/index.js";
  await write("packages/one/package.json", { name: "one", version: "1.0.0", files: ["dist"], scripts: { build } });
  await write("packages/one/dist/stale.js", "");
  await mkdir(join(repo, "scripts"));
  const [node = "", ...turboBuild] = turbo("run", "build");
  await runCommand(node, turboBuild, repo);

  await buildAnew(repo, async ([program = "", ...args]) => {
    await runCommand(program, args, repo);
    return { ok: true };
  });
  const [one] = await packAll(repo, join(repo, "packed"));
  expect(one?.files).toEqual(["dist/index.js", "package.json"]);
});

it("a published manifest has no scripts, no development dependencies, and no exports of files that are not packed", () => {
  const manifest = {
    name: "one",
    version: "1.0.0",
    scripts: { test: "x" },
    devDependencies: { typescript: "5.9.3" },
    exports: { ".": { types: "./dist/index.d.ts", default: "./dist/index.js" }, "./inside": "./src/inside.ts" },
  };
  expect(publishedManifest(manifest, new Set(["dist/index.js", "dist/index.d.ts"]))).toEqual({
    name: "one",
    version: "1.0.0",
    exports: { ".": { types: "./dist/index.d.ts", default: "./dist/index.js" } },
  });
});

it("the placeholder of the repository's URL is distinguished from a real URL", async () => {
  expect((await publishedPackages(root)).map(({ folder }) => folder)).toContain("packages/client");
  expect(isPlaceholder("git+https://git.example/a/b.git")).toBe(true);
  expect(isPlaceholder("git+https://github.com/a/b.git")).toBe(false);
});
