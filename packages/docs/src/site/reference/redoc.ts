import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { transform } from "esbuild";
import { patchRedoc, type RedocPage } from "./patch-redoc.js";

const exec = promisify(execFile);
const require = createRequire(import.meta.url);
const CLI = dirname(require.resolve("@redocly/cli/package.json"));

/** The parts of the page that Redoc builds from a description; the site's layout is put around them. */
export interface RedocParts {
  /** The styles of the first view. */
  head: string;
  /** The first view as HTML, so that text is visible before a script has run. */
  body: string;
  /**
   * Redoc, as a classic script: a browser loads no module from a folder without a server. It is a separate file, because a
   * browser shows the first view only when it has read the page.
   */
  library: string;
  /** Starts Redoc with the description: a module script without its tags, which runs after the library. */
  script: string;
}

/** Marks in the template that separate the parts. */
const MARK = "<!--redoc-->";

/** A language of code samples: the name in a sample, and the label of its tab. */
export interface SampleLanguage {
  lang: string;
  label: string;
}

const OPTIONS = {
  hideDownloadButtons: true,
  jsonSamplesExpandLevel: 4,
  sortRequiredPropsFirst: true,
  schemasExpansionLevel: 1,
  // The height of the site's header, which stays visible.
  scrollYOffset: 56,
};

/**
 * Runs Redocly's `build-docs` on a description and splits its page into parts. It does not use the network.
 *
 * @param languages the languages of the code samples; Redoc only shows samples in languages that it knows
 */
export async function redoc(description: object, languages: SampleLanguage[]): Promise<RedocParts> {
  const { components = {} } = description as { components?: { schemas?: object } };
  const options = {
    ...OPTIONS,
    // Without schemas, the section would be empty.
    ...(Object.keys(components.schemas ?? {}).length > 0 && { schemaDefinitionsTagName: "Schemas" }),
    codeSamples: { languages: [...languages, { lang: "payload", label: "Payload" }] },
  };
  const folder = await mkdtemp(join(tmpdir(), "metadata-docs-"));
  try {
    const file = (name: string) => join(folder, name);
    await writeFile(file("openapi.json"), JSON.stringify(description));
    await writeFile(file("template.hbs"), `{{{redocHead}}}${MARK}{{{redocHTML}}}`);
    await writeFile(file("redocly.yaml"), `telemetry: off\nopenapi: ${JSON.stringify(options)}\n`);
    await redocly(folder, ["build-docs", "openapi.json", "--inlineBundle", "-t", "template.hbs", "-o", "page.html"]);
    const library = await readFile(join(CLI, "lib/chunks/redoc.standalone.js"), "utf8");
    return await cut(patchRedoc(await readFile(file("page.html"), "utf8"), library));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Runs Redocly's command line. It also prints advice about Node versions and product news, so its output is only shown
 * if the build fails.
 */
async function redocly(cwd: string, args: string[]): Promise<void> {
  const cli = join(CLI, "bin/cli.js");
  const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
  try {
    await exec(process.execPath, [cli, ...args], { cwd, env });
  } catch (error) {
    const { stderr = "", stdout = "" } = error as { stderr?: string; stdout?: string };
    const output = `${stderr}${stdout}`.replaceAll(/^\s*[╔║╚].*\n/gm, "").trim();
    throw new Error(`Redoc could not be built from openapi/generated/openapi.json:\n${output}`);
  }
}

async function cut({ before, library, after }: RedocPage): Promise<RedocParts> {
  const [head, rest] = before.split(MARK);
  const [, view] = rest?.match(/^([\s\S]*?)<script type="module">\s*$/) ?? [];
  const [, start] = after.match(/^([\s\S]*)<\/script>\s*$/) ?? [];
  if (!head || !view || !start)
    throw new Error(
      "The page of @redocly/cli has a new form: adapt packages/docs/src/site/reference/redoc.ts to it, or pin the version before.",
    );
  const { code } = await transform(library, {
    format: "iife",
    globalName: "Redoc",
    minify: true,
    target: "es2022",
    charset: "utf8",
    // Only its search, which the page does not use, would load another file.
    logOverride: { "empty-import-meta": "silent" },
  });
  // Redoc navigates by the fragment after `#`, but renders its first view as if it used the path.
  const body = view.replaceAll(/href="\/([^"]*)" data-discover/g, 'href="#/$1" data-discover');
  return { head, body, library: code, script: `const { hydrate } = Redoc;${start}` };
}
