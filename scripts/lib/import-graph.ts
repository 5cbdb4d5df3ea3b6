import { posix } from "node:path";
import ts from "typescript";

/** One import in a file: what it names, and the file of this repository that it leads to, if any. */
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
 * Reads the imports of all files: static and dynamic ones, re-exports and those of types alone.
 *
 * @param files text by path from the root of the repository
 */
export function importsOf(files: ReadonlyMap<string, string>): Import[] {
  return [...files].flatMap(([from, text]) =>
    ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => {
      const to = fileName.startsWith(".") ? fileAt(files, posix.join(posix.dirname(from), fileName)) : undefined;
      return { from, specifier: fileName, ...(to !== undefined && { to }) };
    }),
  );
}

/** TypeScript writes `./file.js` for `./file.ts`. A file that is not among those given (generated, built) keeps its path. */
function fileAt(files: ReadonlyMap<string, string>, path: string): string {
  const { dir, name, ext } = posix.parse(path);
  const candidates = (EXTENSIONS[ext] ?? [ext]).map((extension) => posix.join(dir, name + extension));
  return candidates.find((candidate) => files.has(candidate)) ?? path;
}

/** `packages/mock/src/msw.ts` -> `packages/mock`: the workspace that a file belongs to. */
const workspaceOf = (path: string): string => /^packages\/[^/]+|^[^/]+/.exec(path)?.[0] ?? "";

/** What a workspace may import, beside itself. */
export interface Allowed {
  /** Packages, in its source. */
  readonly source: readonly string[];
  /** Further packages, in its tests and benchmarks. */
  readonly tests: readonly string[];
  /** Folders of tests, in its tests. */
  readonly testFolders?: readonly string[];
}

const TESTS = /^(packages\/[^/]+|[^/]+)\/(test|bench|mutation|runtimes|cluster)\//;

/** Imports that go against the order of the packages, or into the inside of another one; each as a sentence. */
export function wrongArrows(imports: readonly Import[], allowed: Readonly<Record<string, Allowed>>): string[] {
  return imports.flatMap(({ from, specifier, to }) => {
    const home = workspaceOf(from);
    const { source, tests, testFolders = [] } = allowed[home] ?? { source: [], tests: [] };
    const isTest = TESTS.test(from);
    if (to !== undefined) {
      // What lies at the root, such as a configuration, belongs to all.
      const isInside =
        [home, to].includes(workspaceOf(to)) || (isTest && testFolders.some((folder) => to.startsWith(`${folder}/`)));
      return isInside ? [] : [`${from} imports the inside of ${workspaceOf(to)}: ${specifier}`];
    }
    if (!specifier.startsWith(SCOPE)) return [];
    const target = specifier.slice(SCOPE.length).split("/")[0] ?? "";
    const may = [posix.basename(home), ...source, ...(isTest ? tests : [])];
    return may.includes(target) ? [] : [`${from}: ${home} must not import ${target} (${specifier})`];
  });
}

/** Imports of files that lead back to where they start, each circle once, by its files. */
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

/** Everything that is loaded with a file: the files of the repository, and the packages by their specifiers. */
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
