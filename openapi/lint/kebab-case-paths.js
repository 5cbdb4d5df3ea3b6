// @ts-check

/** Paths are in kebab-case. Those of callbacks are expressions, such as `{$request.query#/url}`, which Redocly's rule rejects. */
export const kebabCasePaths = () => ({
  /** @param {Record<string, unknown>} paths @param {import("@redocly/openapi-core").UserContext} ctx */
  Paths(paths, ctx) {
    for (const path of Object.keys(paths))
      if (!path.split("/").every((part) => /^(\{.+\}|[a-z\d.-]*)$/.test(part)))
        ctx.report({ message: `${path} is not in kebab-case; rename it.`, location: ctx.location.child([path]).key() });
  },
});
