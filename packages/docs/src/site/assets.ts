import { readFile } from "node:fs/promises";
import { build, transform } from "esbuild";
import { inDocs } from "./paths.js";

/** The styles and scripts of the site, each minified into one text. */
export interface Assets {
  styles: string;
  /** The styles of the reference page, which has them inside. */
  referenceStyles: string;
  /** The script of every page. */
  site: string;
  /** The script of the reference, with the functions that Redoc calls. */
  reference: string;
  /** The script of the console. */
  try: string;
}

/** Builds the styles and scripts. */
export async function buildAssets(): Promise<Assets> {
  const [site, pages, trial, reference] = await Promise.all(
    ["site", "pages", "try", "reference"].map((name) => readFile(inDocs(`styles/${name}.css`), "utf8")),
  );
  const [styles, referenceStyles] = await Promise.all(
    [`${site}${pages}${trial}`, `${site}${pages}${reference}`].map(async (text) => {
      const { code } = await transform(text, { loader: "css", minify: true, target: "chrome111" });
      return code;
    }),
  );
  const [siteScript, referenceScript, tryScript] = await Promise.all(
    ["site", "reference", "try/try"].map(bundleScript),
  );
  return {
    styles: styles ?? "",
    referenceStyles: referenceStyles ?? "",
    site: siteScript ?? "",
    reference: referenceScript ?? "",
    try: tryScript ?? "",
  };
}

async function bundleScript(name: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [inDocs(`src/browser/${name}.ts`)],
    bundle: true,
    minify: true,
    format: "iife",
    target: "es2022",
    charset: "utf8",
    legalComments: "none",
    write: false,
  });
  // An inline script ends at the first such tag, even inside a string.
  return (outputFiles[0]?.text ?? "").replaceAll("</script", "<\\/script");
}
