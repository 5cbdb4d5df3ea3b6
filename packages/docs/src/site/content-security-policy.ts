import { createHash } from "node:crypto";

/** What a page may do beyond showing itself. */
export interface Permissions {
  /** The inline scripts of the page: the text between their tags. */
  inlineScripts?: string[];
  /** Redoc writes its styles while it runs, brings a font in its styles, and searches in workers made from its own code. */
  redoc?: boolean;
  /** Where the scripts of the page may send requests. */
  connect?: string[];
}

/** The Content-Security-Policy of one page: nothing from elsewhere, and no script that the build did not put there. */
export function contentSecurityPolicy({ inlineScripts = [], redoc = false, connect = [] }: Permissions): string {
  const hashes = inlineScripts.map((text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`);
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...hashes].join(" ")}`,
    `style-src 'self'${redoc ? " 'unsafe-inline'" : ""}`,
    "img-src 'self' data:",
    `connect-src ${["'self'", ...connect].join(" ")}`,
    ...(redoc ? ["font-src data:", "worker-src blob:"] : []),
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}

/** The inline scripts of a page, in order. */
export function inlineScriptsOf(html: string): string[] {
  return [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map((match) => match[1] ?? "");
}
