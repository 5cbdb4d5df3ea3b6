import { createRequire } from "node:module";

/** Prism's engine, as its package exports it. */
export type Prism = typeof import("@stoplight/prism-http");

/**
 * Loads Prism's engine without Faker: its locales are two thirds of what Prism loads, and it needs them for dynamic
 * answers alone, which the mock never asks for. Where Faker is asked for all the same, it is loaded then. Node documents
 * that entries may be put into `require.cache`; Prism is loaded in one go, so that nothing else meets this one.
 */
export function loadPrism(): Prism {
  const require = createRequire(import.meta.url);
  const fromPrism = createRequire(require.resolve("@stoplight/prism-http"));
  const path = resolveOrUndefined(fromPrism, "@faker-js/faker");
  if (path === undefined || require.cache[path]) return require("@stoplight/prism-http");
  const faker = new Proxy(
    {},
    {
      get(_target, name) {
        if (require.cache[path]?.exports === placeholder) delete require.cache[path];
        return Reflect.get(fromPrism(path).default, name);
      },
    },
  );
  const placeholder = { default: faker };
  require.cache[path] = { id: path, filename: path, loaded: true, exports: placeholder } as NodeJS.Module;
  try {
    return require("@stoplight/prism-http");
  } finally {
    if (require.cache[path]?.exports === placeholder) delete require.cache[path];
  }
}

/** Another version of Prism may do without Faker, or keep it elsewhere. */
function resolveOrUndefined(require: NodeJS.Require, name: string): string | undefined {
  try {
    return require.resolve(name);
  } catch {
    return undefined;
  }
}
