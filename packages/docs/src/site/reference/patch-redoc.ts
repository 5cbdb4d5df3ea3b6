/** A replacement: the text, its replacement, and the reason. */
export interface Patch {
  find: string;
  replace: string;
  reason: string;
}

/**
 * What neither options, styles nor the page's own script (`src/browser/reference.ts`) can change. Each one costs a review
 * at every update of Redoc, so there are at most eight.
 */
export const PATCHES: readonly Patch[] = [
  {
    find: "https://cdn.redoc.ly/redoc/logo-mini",
    replace: "data:image/svg+xml,",
    reason: "images from another host, which Redoc only shows if they load",
  },
  { find: "https://cdn.redocly.com/icons/", replace: "icons/", reason: "icons from another host" },
  { find: "https://otel.cloud.redocly.com/v1/traces", replace: "", reason: "telemetry" },
  {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: code of Redoc
    find: "return e?e.source:`// ${n(`unsupportedLanguage`,`Language is not supported.`)}`},[ee,O,n])",
    replace: "return e?docsSample(r,e.label,ne,e.source):``},[ee,O,n,r,ne])",
    reason: "samples that do not follow the example of the body that is chosen",
  },
  {
    find: "(0,V.jsx)(II,{activeTab:ee,samples:e.isWebhook?VI:D,onChange:ue})",
    replace: "docsSampleTabs(V.jsx,e.isWebhook?VI:D,ee,ue)",
    reason: "a menu of languages, in which a reader sees only the one that is chosen",
  },
  {
    find: "entry:e,activePath:u,entryEager:c.has(e.sectionId),eagerOpSlug:e.children.find(e=>c.has(e.path))?.path??null,opsStartIndex:n,renderEntrySection:r,shouldRenderOps:e.sectionId===u||",
    replace:
      "entry:e,activePath:a?e.path:u,entryEager:c.has(e.sectionId),eagerOpSlug:e.children.find(e=>c.has(e.path))?.path??null,opsStartIndex:n,renderEntrySection:r,shouldRenderOps:a||e.sectionId===u||",
    reason:
      "operations that are not on the page until a reader opens their group; the first view stays as the server draws it",
  },
  {
    find: "(0,El.hydrateRoot)(r,Q9(l,i),",
    replace: "((...all)=>(0,B.startTransition)(()=>El.hydrateRoot(...all)))(r,Q9(l,i),",
    reason:
      "one long task for the first view, during which the page does not react; React splits a transition into short ones",
  },
  {
    find: "(0,B.useState)(!1);return(0,B.useEffect)(()=>{t(!0)},[]),e}",
    replace: "(0,B.useState)(!1);return(0,B.useEffect)(()=>{(0,B.startTransition)(()=>t(!0))},[]),e}",
    reason: "one long task for the rest of the page",
  },
];

/** Redoc's page: what is before its code, its code, and what is after it. */
export interface RedocPage {
  before: string;
  library: string;
  after: string;
}

/**
 * Splits Redoc's page at its code, and patches the code. Texts of the document stay as they are, even if they look like
 * what is replaced.
 *
 * @param library the code of Redoc, which the page contains
 * @throws Error if a text is not found: a new version of Redoc may work differently, so somebody has to review it
 */
export function patchRedoc(page: string, library: string): RedocPage {
  const [before, after, ...others] = page.split(library);
  if (before === undefined || after === undefined || others.length > 0)
    throw new Error(`Redoc's page no longer has its code in one piece: ${ADAPT}`);
  return { before, library: patched(library), after };
}

const ADAPT = "check what its new version does, and adapt packages/docs/src/site/reference/patch-redoc.ts.";

const patched = (text: string): string =>
  PATCHES.reduce((before, { find, replace, reason }) => {
    if (!before.includes(find)) throw new Error(`Redoc no longer has ${find} (${reason}): ${ADAPT}`);
    return before.replaceAll(find, () => replace);
  }, text);
