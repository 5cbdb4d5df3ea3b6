/** An empty picture: Redoc shows its logo only where the picture loads. */
const NO_PICTURE = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E";

/** Every address that Redoc may ask on its own, and what stands there instead. */
const REPLACEMENTS: [remote: string, local: string][] = [
  ["https://cdn.redoc.ly/redoc/logo-mini-full.svg", NO_PICTURE],
  ["https://cdn.redoc.ly/redoc/logo-mini.svg", NO_PICTURE],
  ["https://cdn.redocly.com/icons/fa/7.0.0", "icons/fa"],
  ["https://cdn.redocly.com/icons/code/5.24.0", "icons/code"],
  ["https://otel.cloud.redocly.com/v1/traces", ""],
];

/**
 * Takes out of Redoc what would leave the machine of the reader: its logo, its icon sets and its telemetry.
 *
 * @throws Error where an address is not found: a new version of Redoc may ask others, so that somebody must look
 */
export function offline(page: string): string {
  for (const [remote, local] of REPLACEMENTS) {
    if (!page.includes(remote))
      throw new Error(
        `Redoc no longer names ${remote}: look what its new version asks of the network and adapt packages/docs/build/offline.ts.`,
      );
    page = page.replaceAll(remote, local);
  }
  return page;
}
