/** A text in Redoc's page, what stands there instead, and why. */
interface Patch {
  find: string;
  replace: string;
  reason: string;
}

const PATCHES: Patch[] = [
  ...["https://cdn.redoc.ly/redoc/logo-mini-full.svg", "https://cdn.redoc.ly/redoc/logo-mini.svg"].map((find) => ({
    find,
    replace: "data:,",
    reason: "a picture from elsewhere; Redoc shows it only where it loads",
  })),
  { find: "https://cdn.redocly.com/icons/fa/7.0.0", replace: "icons/fa", reason: "icons from elsewhere" },
  { find: "https://cdn.redocly.com/icons/code/5.24.0", replace: "icons/code", reason: "icons from elsewhere" },
  { find: "https://otel.cloud.redocly.com/v1/traces", replace: "", reason: "telemetry" },
  {
    find: '"aria-label":`Example`,options:',
    replace: "options:",
    reason: "a label that hides from a screen reader which example is chosen",
  },
];

/**
 * Mends Redoc: takes out what would leave the machine of the reader, and what shuts readers out.
 *
 * @throws Error where a text is not found: a new version of Redoc may do other things, so that somebody must look
 */
export function patchRedoc(page: string): string {
  return PATCHES.reduce((text, { find, replace, reason }) => {
    if (!text.includes(find))
      throw new Error(
        `Redoc no longer has ${find} (${reason}): look what its new version does and adapt packages/docs/src/site/patch-redoc.ts.`,
      );
    return text.replaceAll(find, replace);
  }, page);
}
