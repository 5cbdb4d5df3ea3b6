/** Pages that search engines should not list: the page for unknown URLs, and the plain copy of the reference. */
const UNLISTED = new Set(["404.html", "reference-plain.html"]);

/**
 * Adds what needs the URL of the published site: a canonical URL in each page, `sitemap.xml`, and a `robots.txt` that
 * refers to it. Without a URL, only adds a `robots.txt` that allows everything.
 *
 * @param address where the site is published, such as `https://docs.example.com/metadata/`
 */
export function withAddresses(files: Record<string, string>, address?: string): Record<string, string> {
  const robots = "User-agent: *\nAllow: /\n";
  if (!address) return { ...files, "robots.txt": robots };
  const root = address.endsWith("/") ? address : `${address}/`;
  const urlOf = (path: string) => new URL(path.replace(/(^|\/)index\.html$/, "$1"), root).href;
  const listed = Object.keys(files).filter((path) => path.endsWith(".html") && !UNLISTED.has(path));
  const pages = listed.map((path): [string, string] => {
    const url = urlOf(path);
    const tags = `<link rel="canonical" href="${url}">\n<meta property="og:url" content="${url}">\n`;
    return [path, (files[path] ?? "").replace("</title>\n", (end) => `${end}${tags}`)];
  });
  const entries = listed.sort().map((path) => `<url><loc>${urlOf(path)}</loc></url>\n`);
  return {
    ...files,
    ...Object.fromEntries(pages),
    "robots.txt": `${robots}Sitemap: ${urlOf("sitemap.xml")}\n`,
    "sitemap.xml": `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join("")}</urlset>\n`,
  };
}
