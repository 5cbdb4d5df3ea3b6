import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { extname, join, sep } from "node:path";
import { gzipSync } from "node:zlib";

/** One file of the site, ready to send. */
export interface SiteFile {
  body: Buffer;
  /** The compressed body; missing if compression saves nothing. */
  gzip?: Buffer;
  etag: string;
  type: string;
  /** The Content-Security-Policy that the page itself declares. */
  policy?: string;
}

const TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".yaml": "application/yaml",
  ".yml": "application/yaml",
  ".md": "text/markdown; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".svg": "image/svg+xml",
  ".xml": "application/xml",
};

/**
 * Reads a folder into memory, by relative path with `/` as the separator. A server that looks paths up in this map can
 * never leave the folder.
 */
export async function siteFiles(folder: string): Promise<Map<string, SiteFile>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const files = await Promise.all(
    paths.map(async (path): Promise<[string, SiteFile]> => {
      const name = path.slice(join(folder, sep).length).replaceAll(sep, "/");
      return [name, siteFile(name, await readFile(path))];
    }),
  );
  return new Map(files);
}

/** Prepares a file with everything that is sent with it. */
export function siteFile(name: string, body: Buffer): SiteFile {
  const gzip = gzipSync(body, { level: 9 });
  const type = TYPES[extname(name)] ?? "application/octet-stream";
  const policy = type.startsWith("text/html")
    ? body.toString("utf8").match(/<meta http-equiv="Content-Security-Policy" content="([^"]*)">/)?.[1]
    : undefined;
  return {
    body,
    ...(gzip.length < body.length && { gzip }),
    etag: `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`,
    type,
    ...(policy && { policy }),
  };
}
