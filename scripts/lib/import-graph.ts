import { posix } from "node:path";
import ts from "typescript";

/** An import in a file: its specifier, and the file of this repository that it resolves to, if any. */
export interface Import {
  readonly from: string;
  readonly specifier: string;
  readonly to?: string;
}

const SCOPE = "@metadata-service/";
const EXTENSIONS: Record<string, string[]> = {
  ".js": [".ts", ".tsx", ".js"],
  ".mjs": [".mts", ".mjs"],
  ".json": [".json"],
};

/**
 * Reads the imports of all files: static and dynamic imports, re-exports and type imports.
 *
 * @param files texts by path, relative to the root of the repository
 */
export function importsOf(files: ReadonlyMap<string, string>): Import[] {
  return [...files].flatMap(([from, text]) =>
    ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => {
      const to = fileName.startsWith(".") ? fileAt(files, posix.join(posix.dirname(from), fileName)) : undefined;
      return { from, specifier: fileName, ...(to !== undefined && { to }) };
    }),
  );
}

/**
 * Resolves `./file.js` to `./file.ts`, as TypeScript does. A file that is not in the list (generated, built)
 * keeps its path.
 */
function fileAt(files: ReadonlyMap<string, string>, path: string): string {
  const { dir, name, ext } = posix.parse(path);
  const candidates = (EXTENSIONS[ext] ?? [ext]).map((extension) => posix.join(dir, name + extension));
  return candidates.find((candidate) => files.has(candidate)) ?? path;
}

/** The workspace of a file: `packages/mock/src/msw.ts` -> `packages/mock`. */
const workspaceOf = (path: string): string => /^packages\/[^/]+|^[^/]+/.exec(path)?.[0] ?? "";

/** What a workspace may import, besides itself. */
export interface Allowed {
  /** Packages that its source may import. */
  readonly source: readonly string[];
  /** Further packages that its tests and benchmarks may import. */
  readonly tests: readonly string[];
  /** Test folders that its tests may import. */
  readonly testFolders?: readonly string[];
}

const TESTS = /^(packages\/[^/]+|[^/]+)\/(test|bench|mutation|runtimes|cluster)\//;

/**
 * Returns imports that violate the order of the packages, or that refer to internal files of another package, one
 * sentence each.
 */
export function importViolations(imports: readonly Import[], allowed: Readonly<Record<string, Allowed>>): string[] {
  return imports.flatMap(({ from, specifier, to }) => {
    const home = workspaceOf(from);
    const { source, tests, testFolders = [] } = allowed[home] ?? { source: [], tests: [] };
    const isTest = TESTS.test(from);
    if (to !== undefined) {
      // Files at the root, such as configurations, may be imported by all.
      const isInside =
        [home, to].includes(workspaceOf(to)) || (isTest && testFolders.some((folder) => to.startsWith(`${folder}/`)));
      return isInside ? [] : [`${from} imports an internal file of ${workspaceOf(to)}: ${specifier}`];
    }
    if (!specifier.startsWith(SCOPE)) return [];
    const target = specifier.slice(SCOPE.length).split("/")[0] ?? "";
    const may = [posix.basename(home), ...source, ...(isTest ? tests : [])];
    return may.includes(target) ? [] : [`${from}: ${home} must not import ${target} (${specifier})`];
  });
}

/** Returns the import cycles, each once, as a list of its files. */
export function circles(imports: readonly Import[]): string[][] {
  const next = new Map<string, string[]>();
  for (const { from, to } of imports) if (to !== undefined) next.set(from, [...(next.get(from) ?? []), to]);
  const found: string[][] = [];
  const done = new Set<string>();
  const visit = (file: string, path: string[]): void => {
    const start = path.indexOf(file);
    if (start >= 0) found.push([...path.slice(start), file]);
    if (start >= 0 || done.has(file)) return;
    for (const target of next.get(file) ?? []) visit(target, [...path, file]);
    done.add(file);
  };
  for (const file of next.keys()) visit(file, []);
  return found;
}

/** Returns everything that loading a file loads: files of the repository, and packages by their specifiers. */
export function loadedWith(entry: string, imports: readonly Import[]): { files: string[]; packages: string[] } {
  const files = [entry];
  const packages = new Set<string>();
  for (const file of files)
    for (const { from, specifier, to } of imports) {
      if (from !== file) continue;
      if (to === undefined) packages.add(specifier);
      else if (!files.includes(to)) files.push(to);
    }
  return { files, packages: [...packages] };
}
