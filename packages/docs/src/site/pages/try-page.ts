import { escapeHtml } from "../guides/markdown.js";
import type { ApiServer } from "../reference/document.js";

/**
 * Returns a page of the console; its script fills in the form. The operations are in a script that all pages share.
 *
 * @param chosen the operation that is selected at first
 */
export function tryPage(chosen: string | undefined, servers: ApiServer[], root: string): string {
  const choices = servers.map(({ name, url }) => `<option value="${escapeHtml(url)}">${escapeHtml(name)}</option>`);
  return `<main id="content" class="prose">
<h1>Try it</h1>
<p class="lead">This page sends real requests. Start the mock and the service with <code>npm start</code> in a clone of
the repository. The mock forgets what you created when it stops; the service keeps it.</p>
<p class="no-script">This page needs JavaScript. Without it, use the curl commands of <a href="${root}reference-plain.html">the reference on one page</a>.</p>
<div class="console" id="try-console" hidden>
<form id="try-form" autocomplete="off">
<h2>Request</h2>
<div class="columns">
<div class="field"><label for="try-server">Server</label><select id="try-server">${choices.join("")}<option value="">Another URL</option></select></div>
<div class="field"><label for="try-base">Base URL</label><input id="try-base" value="${escapeHtml(servers[0]?.url ?? "")}" spellcheck="false"></div>
<div id="try-credentials"></div>
</div>
<div class="field"><label for="try-operation">Operation</label><select id="try-operation" data-chosen="${escapeHtml(chosen ?? "")}"></select></div>
<div id="try-fields"></div>
<div class="send-row"><button type="submit">Send</button></div>
<div class="provoke" id="try-provoke"></div>
</form>
<section class="response" aria-labelledby="response-heading">
<h2 id="response-heading">Response</h2>
<div id="try-response" aria-live="polite"><p class="status">No request sent yet.</p></div>
</section>
</div>
</main>`;
}
