import { contentSecurityPolicy, type Permissions } from "../content-security-policy.js";
import { escapeHtml } from "../guides/markdown.js";

/** What all pages of a site share. */
export interface SiteParts {
  /** The name of the API, at the top of every page. */
  name: string;
  /** The path of the first guide, if there is one. */
  firstGuide?: string;
}

export interface PageParts {
  site: SiteParts;
  title: string;
  description: string;
  /** The relative path to the root of the site, `""` or `"../"`. */
  root: string;
  /** The entry of the navigation to mark as current. */
  section?: Section;
  /** The class of the body element, for the styles. */
  kind: string;
  body: string;
  /** Additional elements of the head. */
  head?: string;
  /** Additional scripts of the page, as paths from the root. */
  scripts?: readonly string[];
  permissions?: Omit<Permissions, "inlineScripts">;
  /** Inline styles and scripts, in place of those of the site; the module runs last. */
  inline?: { styles: string; script: string; module: string };
}

const NAVIGATION = [
  ["Guides", ""],
  ["Reference", "reference.html"],
  ["Try it", "try.html"],
  ["Changelog", "changelog.html"],
] as const;

/** An entry of the navigation. */
export type Section = (typeof NAVIGATION)[number][0];

/** Sets the theme before the page is drawn. The storage key is Redoc's, so that both have the same theme. */
const THEME = `try{var m=localStorage.getItem("redoc.colorMode");if(m!=="light"&&m!=="dark")m=matchMedia("(prefers-color-scheme: dark)").matches?"dark":"light";document.documentElement.classList.add(m)}catch(e){}`;

const ICON = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#2a50d6"/><path d="M8 10h9M8 16h16M8 22h12" stroke="#fff" stroke-width="3" stroke-linecap="round"/></svg>`,
)}`;

const MARK = `<svg class="mark" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="7"/><path d="M8 10h9M8 16h16M8 22h12"/></svg>`;
const GLASS = `<svg viewBox="0 0 20 20" aria-hidden="true"><circle cx="9" cy="9" r="5.5"/><path d="m13.2 13.2 4 4"/></svg>`;
const MOON = `<svg class="moon" viewBox="0 0 20 20" aria-hidden="true"><path d="M16.5 12A7 7 0 0 1 8 3.5a7 7 0 1 0 8.5 8.5Z"/></svg>`;
const SUN = `<svg class="sun" viewBox="0 0 20 20" aria-hidden="true"><circle cx="10" cy="10" r="3.5"/><path d="M10 1.5v2M10 16.5v2M1.5 10h2M16.5 10h2M4 4l1.4 1.4M14.6 14.6 16 16M4 16l1.4-1.4M14.6 5.4 16 4"/></svg>`;

function header({ root, section, site }: PageParts): string {
  const links = NAVIGATION.flatMap(([name, path]) => {
    const href = path || site.firstGuide;
    return href ? [`<a href="${root}${href}"${name === section ? ' aria-current="page"' : ""}>${name}</a>`] : [];
  });
  return `<a class="skip" href="#content">Skip to the content</a>
<header class="site-header">
<a class="brand" href="${root}index.html">${MARK}<span>${escapeHtml(site.name)}</span></a>
<nav class="site-nav" aria-label="Site">${links.join("")}</nav>
<button type="button" class="search-button" data-search-open>${GLASS}<span>Search</span><kbd aria-hidden="true">Ctrl K</kbd></button>
<button type="button" class="theme-button" data-theme-toggle aria-label="Switch between light and dark">${MOON}${SUN}</button>
</header>`;
}

/** Returns a whole page: head, header, body, and a policy that allows exactly what the page needs. */
export function page(parts: PageParts): string {
  const { title, description, root, kind, inline } = parts;
  const files = [...(inline ? [] : ["assets/site.js"]), ...(parts.scripts ?? [])]
    .map((path) => `<script src="${root}${path}" defer></script>`)
    .join("");
  const scripts = inline
    ? `<script>${inline.script}</script>${files}<script type="module">${inline.module}</script>`
    : files;
  const styles = inline ? `<style>${inline.styles}</style>` : `<link rel="stylesheet" href="${root}assets/site.css">`;
  // Those that the build inserts, whatever else the texts of the spec turn into.
  const inlineScripts = [THEME, ...(inline ? [inline.script, inline.module] : [])];
  const policy = contentSecurityPolicy({ ...parts.permissions, inlineScripts });
  return `<!DOCTYPE html>
<html lang="en" data-root="${root}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<meta name="description" content="${escapeHtml(description)}">
<meta property="og:type" content="website">
<meta property="og:site_name" content="${escapeHtml(parts.site.name)}">
<meta property="og:title" content="${escapeHtml(title)}">
<meta property="og:description" content="${escapeHtml(description)}">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="${ICON}">
<script>${THEME}</script>
${styles}
${parts.head ?? ""}</head>
<body class="${kind}">
${header(parts)}
${parts.body}
${scripts}
</body>
</html>
`;
}
