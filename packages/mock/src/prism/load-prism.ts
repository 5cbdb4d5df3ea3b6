import { createRequire } from "node:module";

/** Prism's engine, as its package exports it. */
export type Prism = typeof import("@stoplight/prism-http");

/** What Prism loads and the mock never uses: four fifths of its modules. Each with the package that requires it. */
const UNUSED = [
  // The locales of Faker make dynamic responses; the mock asks for none.
  { name: "@faker-js/faker", requiredBy: "@stoplight/prism-http" },
  // Reads Postman collections; the mock reads OpenAPI.
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

/** The exports of a package that is loaded when one of them is used. */
function lazyExports(load: () => object): object {
  const get = (_target: object, name: string | symbol): unknown =>
    name === "default" ? lazyExports(() => Reflect.get(load(), name)) : Reflect.get(load(), name);
  return new Proxy({}, { get });
}

/** Another version of Prism may do without a package, or keep it elsewhere: then it is loaded as usual. */
function resolveFrom(require: NodeJS.Require, requiredBy: string, name: string): string | undefined {
  try {
    return createRequire(require.resolve(requiredBy)).resolve(name);
  } catch {
    return undefined;
  }
}
