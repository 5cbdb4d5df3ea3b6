import { createHash } from "node:crypto";

/** The capabilities that the policy of a page must allow. */
export interface Permissions {
  /** The inline scripts of the page: the text inside their tags. */
  inlineScripts?: string[];
  /**
   * Whether Redoc is on the page: it adds styles at run time, embeds a font in them, and searches in workers that it
   * creates from its own code.
   */
  redoc?: boolean;
  /** Where the scripts of the page may send requests. */
  connect?: string[];
}

/**
 * Returns the Content-Security-Policy of a page, which allows nothing from other hosts, and no script that the build
 * did not add.
 */
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
