import type { TryOperation } from "../browser/try/operation.js";
import { escapeHtml } from "./markdown.js";

/**
 * The page on which every operation can be tried; its script fills in the rest.
 *
 * @param chosen the operation that the page starts with
 */
export function tryPage(operations: TryOperation[], chosen: string | undefined, baseUrl: string): string {
  const options = operations.map(
    ({ id, descriptor: { method, path }, summary }) =>
      `<option value="${id}"${id === chosen ? " selected" : ""}>${escapeHtml(`${summary}: ${method} ${path}`)}</option>`,
  );
  const data = JSON.stringify(operations).replaceAll("<", "\\u003c");
  return `<main id="content" class="prose">
<h1>Try it</h1>
<p class="lead">This page sends real requests to the mock. Start it with <code>npm start</code>. It
remembers what you create until you stop it.</p>
<div class="console">
<form id="try-form" autocomplete="off">
<h2>Request</h2>
<div class="columns">
<div class="field"><label for="try-base">Address</label><input id="try-base" value="${escapeHtml(baseUrl)}" spellcheck="false"></div>
<div id="try-credentials"></div>
</div>
<div class="field"><label for="try-operation">Operation</label><select id="try-operation">${options.join("")}</select></div>
<div id="try-fields"></div>
<div class="send-row"><button type="submit">Send</button></div>
<div class="provoke" id="try-provoke"></div>
</form>
<section class="answer" aria-labelledby="answer-heading">
<h2 id="answer-heading">Response</h2>
<div id="try-answer" aria-live="polite"><p class="status">No request sent yet.</p></div>
</section>
</div>
<script type="application/json" id="try-operations">${data}</script>
</main>`;
}
