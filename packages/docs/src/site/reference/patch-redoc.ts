/** A replacement: the text, its replacement, and the reason. */
interface Patch {
  find: string;
  replace: string;
  reason: string;
}

/**
 * React creates a few errors only to compare them, and Redoc catches errors of `JSON.parse("")`. For each error, V8
 * parses the whole bundle again to find the position where it was created.
 */
const STACK_TRACE = "an error or a message at the start, whose stack trace takes a tenth of a second";

const PATCHES: Patch[] = [
  ...["https://cdn.redoc.ly/redoc/logo-mini-full.svg", "https://cdn.redoc.ly/redoc/logo-mini.svg"].map((find) => ({
    find,
    replace: "data:,",
    reason: "an image from another host, which Redoc only shows if it loads",
  })),
  { find: "https://cdn.redocly.com/icons/fa/7.0.0", replace: "icons/fa", reason: "icons from another host" },
  { find: "https://cdn.redocly.com/icons/code/5.24.0", replace: "icons/code", reason: "icons from another host" },
  { find: "https://otel.cloud.redocly.com/v1/traces", replace: "", reason: "telemetry" },
  {
    find: '"aria-label":`Example`,options:',
    replace: "options:",
    reason: "a label that hides from a screen reader which example is chosen",
  },
  {
    find: "return e?e.source:`// ${n(`unsupportedLanguage`",
    replace: "return e?docsSample(r,e.label,ne,e.source):`// ${n(`unsupportedLanguage`",
    reason: "samples that do not follow the example of the body that is chosen",
  },
  { find: "},[ee,O,n]),ae=", replace: "},[ee,O,n,r,ne]),ae=", reason: "the same" },
  {
    find: "(0,V.jsx)(II,{activeTab:ee,samples:e.isWebhook?VI:D,onChange:ue})",
    replace: "docsSampleTabs(V.jsx,e.isWebhook?VI:D,ee,ue)",
    reason: "a menu of languages, in which a reader sees only the one that is chosen",
  },
  {
    find: "(0,V.jsx)(Fwe,{entry:e,",
    replace: "(0,V.jsx)(Fwe,{isHydrated:a,entry:e,",
    reason: "operations are hidden until a reader opens their group: the page that the server draws stays as it is",
  },
  {
    find: "renderEntrySection:o=!0}){",
    replace: "renderEntrySection:o=!0,isHydrated:isHydrated}){",
    reason: "the same",
  },
  {
    find: "shouldRenderOps:e.sectionId===u||",
    replace: "shouldRenderOps:a||e.sectionId===u||",
    reason: "the same",
  },
  { find: "s&&!Pwe(e.gatePath,t)?null", replace: "s&&!isHydrated&&!Pwe(e.gatePath,t)?null", reason: "the same" },
  { find: "$isExpanded:s,$isExpandable:d", replace: "$isExpanded:!0,$isExpandable:d", reason: "the same" },
  {
    find: "{className:e,$collapsedSidebar:n,$open:r,onClick:a,",
    replace: '{className:e,role:"navigation","aria-label":"Reference",$collapsedSidebar:n,$open:r,onClick:a,',
    reason: "a menu outside of all landmarks, which a screen reader cannot jump to",
  },
  {
    find: '"aria-label":t??(a===`discriminator`?`Discriminator`:`Variant`),',
    replace: "",
    reason: "a label that hides from a screen reader which branch is chosen",
  },
  {
    find: '({className:e})=>({"data-component-name":`Typography/H4`,',
    replace: '({className:e})=>({"aria-level":3,"data-component-name":`Typography/H4`,',
    reason: "headings of the fourth level right below the second, and of the fifth below those",
  },
  { find: "=L.h5`", replace: '=L.h5.attrs({"aria-level":4})`', reason: "the same" },
  { find: "!s&&d&&(0,V.jsxs)(FU,", replace: "!1&&(0,V.jsxs)(FU,", reason: "the button that opens a group" },
  {
    find: "return t.observe(e),()=>t.disconnect()},[r,e]),r?(0,V.jsx)(JH,",
    replace:
      "let q=(globalThis.requestIdleCallback??setTimeout)(()=>(0,B.startTransition)(()=>i(!0)),{timeout:1e3});return t.observe(e),()=>{(globalThis.cancelIdleCallback??clearTimeout)(q);t.disconnect()}},[r,e]),r?(0,V.jsx)(JH,",
    reason: "parts that are drawn only when they come into view, and so are neither printed nor found in the page",
  },
  {
    find: "(0,El.hydrateRoot)(r,Q9(l,i),{onRecoverableError:(e,t)=>{let n=e instanceof Error?e.message:String(e);zHe.test(n)||console.error(n,t)}})",
    replace:
      "(0,B.startTransition)(()=>(0,El.hydrateRoot)(r,Q9(l,i),{onRecoverableError:(e,t)=>{let n=e instanceof Error?e.message:String(e);zHe.test(n)||console.error(n,t)}}))",
    reason:
      "one long task for the first view, during which the page does not react; React splits a transition into short ones",
  },
  { find: "Vi=Error(i(519));", replace: "Vi={message:i(519)};", reason: STACK_TRACE },
  {
    find: "Ta=Error(i(460)),Ea=Error(i(474)),Da=Error(i(542)),",
    replace: "Ta={message:i(460)},Ea={message:i(474)},Da={message:i(542)},",
    reason: STACK_TRACE,
  },
  { find: "sc=Error(i(461)),", replace: "sc={message:i(461)},", reason: STACK_TRACE },
  {
    find: "(e,t={}){try{return JSON.parse(e)}catch{return t}}",
    replace: "(e,t={}){if(!e)return t;try{return JSON.parse(e)}catch{return t}}",
    reason: STACK_TRACE,
  },
  {
    find: "{if(e||=``,n!==e){try{r=JSON.parse(e,t?.reviver)}catch{return a}",
    replace: "{if(!e)return a;if(n!==e){try{r=JSON.parse(e,t?.reviver)}catch{return a}",
    reason: STACK_TRACE,
  },
  {
    find: "  . .line {\n    display: inline-block;\n  }\n",
    replace: "",
    reason: `a rule that is not CSS: ${STACK_TRACE}`,
  },
  { find: "try{return e._factory??=Function(XDe),!0}catch{return!1}", replace: "return!1", reason: STACK_TRACE },
  { find: "typeof document<`u`&&console.info(", replace: "!1&&console.info(", reason: STACK_TRACE },
  {
    find: "(0,B.useState)(!1);return(0,B.useEffect)(()=>{t(!0)},[]),e}",
    replace: "(0,B.useState)(!1);return(0,B.useEffect)(()=>{(0,B.startTransition)(()=>t(!0))},[]),e}",
    reason: "one long task for the rest of the page",
  },
  { find: "let u=OOe(l);", replace: "let u=()=>{};", reason: "an index for Redoc's own search, which the site hides" },
];

/** In the markup, texts of a document have no quotes. */
const MARKUP: Patch[] = [
  {
    find: ' menu-content"',
    replace: ' menu-content" role="navigation" aria-label="Reference"',
    reason: "the same in the markup that is drawn before scripts run",
  },
];

/**
 * Patches Redoc's page: removes requests to other hosts, and makes it accessible. Texts of the document stay as they are,
 * even if they look like what is replaced.
 *
 * @param library the code of Redoc, which the page contains
 * @throws Error if a text is not found: a new version of Redoc may work differently, so somebody has to review it
 */
export function patchRedoc(page: string, library: string): string {
  const [markup, document, ...others] = page.split(library);
  if (markup === undefined || document === undefined || others.length > 0)
    throw new Error(`Redoc's page no longer has its code in one piece: ${ADAPT}`);
  return patched(markup, MARKUP) + patched(library, PATCHES) + document;
}

const ADAPT = "check what its new version does, and adapt packages/docs/src/site/reference/patch-redoc.ts.";

const patched = (text: string, patches: readonly Patch[]): string =>
  patches.reduce((before, { find, replace, reason }) => {
    if (!before.includes(find)) throw new Error(`Redoc no longer has ${find} (${reason}): ${ADAPT}`);
    return before.replaceAll(find, () => replace);
  }, text);
