/**
 * Hooks for Node's module loader: the service reads its document with edits as an API owner may make them. Reports have
 * filters, one of them with a pattern that RE2 cannot match (decision 0165), and the key of an item has a pattern that
 * takes exponential time if it is matched with backtracking.
 */
const SLOW = "([A-Za-z0-9]+[-_ ]?)+$";

function edit(document, slow) {
  const filter = (name, schema) => ({ name, in: "query", schema: { type: "string", ...schema } });
  document.paths["/api/v1/reports"].get.parameters.push(
    filter("country"),
    filter("caseNumber", { pattern: `^(?!-)${slow}` }),
  );
  document.components.schemas.ItemKey.pattern = `^${slow}`;
}

export async function load(url, context, nextLoad) {
  const loaded = await nextLoad(url, context);
  if (!url.endsWith("/dist/bundled-document.js")) return loaded;
  return { ...loaded, source: `${loaded.source}\n(${edit})(document, ${JSON.stringify(SLOW)});\n` };
}
