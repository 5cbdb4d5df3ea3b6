/**
 * Completes dist/ after the compiler: copies the modules that are JavaScript, and writes dist/commonjs, each module as
 * CommonJS with the types of dist/. A second run of the compiler would check and describe the same types again, which takes
 * ten seconds for an API of a thousand operations.
 */
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, dirname, extname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { transform } from "esbuild";

const folder = fileURLToPath(new URL("..", import.meta.url));
const commonjs = join(folder, "dist/commonjs");

/** Links to what is beside a file, as the comment of a source map does. */
const mapComment = (file: string) => `//# sourceMappingURL=${file}`;

async function writeModule(name: string): Promise<void> {
  const source = join(folder, "src", name);
  const stem = name.slice(0, -3);
  const target = join(commonjs, `${stem}.js`);
  await mkdir(dirname(target), { recursive: true });
  // Without the path of the file, whose package has modules, esbuild takes default exports as compilers of CommonJS do.
  const { code, map } = await transform(await readFile(source, "utf8"), {
    loader: extname(name) === ".ts" ? "ts" : "js",
    format: "cjs",
    platform: "node",
    target: "es2022",
    sourcemap: "external",
    sourcesContent: false,
    sourcefile: relative(dirname(target), source),
  });
  await writeFile(target, `${code}${mapComment(`${basename(target)}.map`)}\n`);
  await writeFile(`${target}.map`, map);
  const types = join(folder, "dist", `${stem}.d.ts`);
  const place = join(commonjs, `${stem}.d.ts`);
  const text = await readFile(types, "utf8");
  await writeFile(
    place,
    text.replace(/\n\/\/# sourceMappingURL=.*$/, `\n${mapComment(relative(dirname(place), `${types}.map`))}`),
  );
}

await rm(commonjs, { recursive: true, force: true });
const names = await readdir(join(folder, "src"), { recursive: true });
const copied = names.filter((name) => /\.(?:js|d\.ts)$/.test(name));
await Promise.all(copied.map((name) => cp(join(folder, "src", name), join(folder, "dist", name))));
await Promise.all(names.filter((name) => /(?<!\.d)\.[jt]s$/.test(name)).map(writeModule));
await writeFile(join(commonjs, "package.json"), '{ "type": "commonjs" }');
