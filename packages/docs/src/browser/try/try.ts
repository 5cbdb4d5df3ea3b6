/** The script of the console. */

import { Form } from "./form.js";
import type { Call, TryOperation } from "./operation.js";
import { showProblem, showResponse, showUnsent, showWaiting } from "./response.js";
import { send } from "./send.js";

declare global {
  interface Window {
    /** All operations, in a script that the pages of the console share. */
    tryOperations?: TryOperation[];
  }
}

const form = new Form(window.tryOperations ?? []);
// The console is hidden until the form is filled in, so that nothing moves while the page loads.
document.querySelector("#try-console")?.removeAttribute("hidden");

form.onSend(async (write) => {
  let call: Call;
  try {
    call = write();
  } catch (error) {
    showUnsent(error);
    return;
  }
  showWaiting(call);
  const outcome = await send(call);
  if ("problem" in outcome) await showProblem(call, outcome.problem);
  else await showResponse(call, outcome, (query) => form.sendWith(query));
});
