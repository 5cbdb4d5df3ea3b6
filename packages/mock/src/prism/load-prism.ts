import { createRequire } from "node:module";

/** Prism's engine, as its package exports it. */
export type Prism = typeof import("@stoplight/prism-http");

/**
 * Packages that Prism loads although the mock never uses them, each with the package that requires it. They are four
 * fifths of its modules.
 */
const UNUSED = [
  // Faker's locales are only needed for dynamic responses, which the mock does not use.
  { name: "@faker-js/faker", requiredBy: "@stoplight/prism-http" },
  // Converts Postman collections; the mock only reads OpenAPI.
  { name: "postman-collection", requiredBy: "@stoplight/http-spec" },
];

/**
 * Loads Prism's engine without the packages that the mock never uses, which halves the time that a mock takes to start.
 * A skipped package is loaded if it is used after all. Node documents that entries may be added to `require.cache`;
 * Prism is loaded synchronously, so no other code sees them.
 */
export function loadPrism(): Prism {
  const require = createRequire(import.meta.url);
  const prism = createRequire(require.resolve("@stoplight/prism-http"));
  const put = UNUSED.flatMap(({ name, requiredBy }) => {
    const path = resolveFrom(prism, requiredBy, name);
    if (path === undefined || require.cache[path]) return [];
    const entry = { id: path, filename: path, loaded: true } as NodeJS.Module;
    const remove = () => {
      if (require.cache[path] === entry) delete require.cache[path];
    };
    entry.exports = lazyExports(() => {
      remove();
      return require(path);
    });
    require.cache[path] = entry;
    return [remove];
  });
  try {
    return require("@stoplight/prism-http");
  } finally {
    for (const remove of put) remove();
  }
}

/** Returns a package's exports as a proxy that loads the package on first use. */
function lazyExports(load: () => object): object {
  const get = (_target: object, name: string | symbol): unknown =>
    name === "default" ? lazyExports(() => Reflect.get(load(), name)) : Reflect.get(load(), name);
  return new Proxy({}, { get });
}

/** Another version of Prism may not need the package, or may have it elsewhere; then nothing is skipped. */
function resolveFrom(require: NodeJS.Require, requiredBy: string, name: string): string | undefined {
  try {
    return createRequire(require.resolve(requiredBy)).resolve(name);
  } catch {
    return undefined;
  }
}
