import type { SecuritySchemeModel } from "@metadata-service/spec-tools";
import { html } from "@metadata-service/spec-tools/languages";
import type { Rules } from "../create-rules.js";

/** The content of a server's start page at `/`. */
export interface StartPageFacts {
  /** The name of the server, for example `Metadata Service mock`. */
  readonly title: string;
  /** What it is, and what to do first; a sentence or two. */
  readonly about: string;
  /** Further pages, by path. */
  readonly links?: Readonly<Record<string, string>>;
}

export interface StartPage {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Returns the page in the format requested by the `Accept` header. */
export type StartPages = (accept: string | undefined) => StartPage;

/**
 * Creates the page at `/`, which lists the operations and explains how to authenticate: HTML for browsers, JSON for
 * other clients.
 */
export function startPages(rules: Rules, facts: StartPageFacts): StartPages {
  const { title, about, links = {} } = facts;
  const { title: api, version } = rules.api;
  const credentials = credentialsOf(rules);
  const operations = rules.operations.map(({ id, method, path }) => ({ operationId: id, method, path }));
  const json = JSON.stringify({ title, about, api, version, credentials, operations, links });
  const rows = operations.map(
    ({ operationId, method, path }) =>
      `<tr><td>${method}<td><code>${html.text(path)}</code><td>${html.text(operationId)}</tr>`,
  );
  const items = Object.entries(links).map(
    ([path, text]) => `<li><a href="${html.text(path)}">${html.text(path)}</a>: ${html.text(text)}</li>`,
  );
  const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${html.text(title)}</title>
<style>
  :root { color-scheme: light dark; }
  body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 46rem; padding: 0 1rem; }
  td { padding: .2rem 1rem .2rem 0; } code { overflow-wrap: anywhere; }
</style>
<h1>${html.text(title)}</h1>
<p>${html.text(about)}</p>
<p>${html.text(credentials)}</p>
<table>${rows.join("\n")}</table>
${items.length > 0 ? `<ul>${items.join("\n")}</ul>\n` : ""}<p>${html.text(api)}, version ${html.text(version)}.</p>
</html>
`;
  const common = { "Cache-Control": "no-store", Vary: "Accept" };
  return (accept) =>
    accept?.includes("text/html")
      ? {
          headers: {
            ...common,
            "Content-Type": "text/html; charset=utf-8",
            "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
          },
          body: page,
        }
      : { headers: { ...common, "Content-Type": "application/json" }, body: json };
}

/** Returns a sentence about the credentials that the operations need. */
function credentialsOf({ api: { operations, securitySchemes } }: Rules): string {
  const secured = operations.filter(
    ({ security }) => security.length > 0 && !security.some(({ length }) => length === 0),
  );
  if (secured.length === 0) return "No operation needs credentials.";
  const names = new Set(secured.flatMap(({ security }) => security.flat().map(({ scheme }) => scheme)));
  const ways = [...names].flatMap((name) => securitySchemes[name] ?? []).map(wayOf);
  const which = secured.length === operations.length ? "Every operation needs" : "Some operations need";
  const [only] = ways;
  return ways.length === 1
    ? `${which} ${only}.`
    : `${which} credentials, as the OpenAPI document describes: ${ways.join("; ")}.`;
}

function wayOf({ kind, name, type, credential }: SecuritySchemeModel): string {
  if (kind === "basic") return "a user name and password (HTTP basic authentication)";
  if (kind === "bearer") return "a bearer token in the header Authorization";
  if (!credential) return `${name} (${type})`;
  const place = { header: "header", query: "query parameter", cookie: "cookie" }[credential.in];
  return `an API key in the ${place} ${credential.name}`;
}

/** Returns whether a request is for the start page: `GET /` or `HEAD /`, unless the API itself defines that path. */
export function asksForStartPage(rules: Rules, method: string, path: string): boolean {
  return /^(GET|HEAD)$/.test(method) && path === "/" && rules.match(method, path).found === "nothing";
}
