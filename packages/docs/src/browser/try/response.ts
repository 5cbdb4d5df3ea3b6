import { addCopyButtons } from "../copy.js";
import { asCurl } from "./curl.js";
import { highlightJson } from "./highlight.js";
import { indentJson } from "./indent-json.js";
import type { Call } from "./operation.js";
import type { ReceivedResponse } from "./send.js";

const panel = () => {
  const found = document.querySelector<HTMLElement>("#try-response");
  if (!found) throw new Error("The page has no #try-response.");
  return found;
};

function make<K extends keyof HTMLElementTagNameMap>(tag: K, className: string, ...children: (Node | string)[]) {
  const node = document.createElement(tag);
  if (className) node.className = className;
  node.append(...children);
  return node;
}

function block(title: string, ...code: (Node | string)[]): HTMLElement {
  const pre = make("pre", "", make("code", "", ...code));
  pre.tabIndex = 0;
  return make("div", "code", make("div", "code-head", make("h3", "", title)), pre);
}

function put(...nodes: (Node | string)[]): void {
  const target = panel();
  target.replaceChildren(...nodes);
  target.removeAttribute("aria-busy");
  addCopyButtons(target);
}

/** Shows that a request was sent and the response is still missing. */
export function showWaiting(call: Call): void {
  panel().setAttribute("aria-busy", "true");
  put(make("p", "status", `${call.method} ${call.url} …`));
}

/** Shows why a request could not be sent. */
export function showUnsent(error: unknown): void {
  put(make("p", "problem", `This request cannot be sent: ${error instanceof Error ? error.message : error}`));
}

/** Shows why there was no response. */
export async function showProblem(call: Call, problem: string): Promise<void> {
  put(make("p", "problem", problem), block("The same with curl", await asCurl(call)));
}

/** Shows the response, buttons to page through a list, and the same request for a terminal. */
export async function showResponse(
  call: Call,
  response: ReceivedResponse,
  turn: (query: Record<string, string>) => void,
): Promise<void> {
  const status = make("b", response.status >= 400 ? "bad" : "", `${response.status} ${response.statusText}`.trim());
  const headers = response.headers.map(([name, value]) => `${name}: ${value}`).join("\n");
  put(
    make("p", "status", status, `${response.elapsed} ms, ${sizeOf(response)}`),
    ...(call.cookie === undefined ? [] : [make("p", "problem", NO_COOKIES)]),
    ...pager(call, response, turn),
    ...(response.file ? download(response.file) : bodyBlock(response)),
    ...(headers ? [block("Headers", headers)] : []),
    block("The same with curl", await asCurl(call)),
  );
}

const NO_COOKIES =
  "A page is not allowed to send cookies, so this request was sent without them. The curl command below has them.";

const sizeOf = ({ file, text }: ReceivedResponse) =>
  file ? `${file.size.toLocaleString("en")} bytes` : `${text.length.toLocaleString("en")} characters`;

const bodyBlock = ({ json, text }: ReceivedResponse) =>
  text === "" ? [] : [block("Body", ...(json === undefined ? [text] : highlightJson(indentJson(text))))];

/** Offers a response that is not text as a download. */
function download(file: Blob): HTMLElement[] {
  const link = make("a", "", `Save the ${file.type || "file"}`);
  link.href = URL.createObjectURL(file);
  link.download = "response";
  return [make("p", "", link)];
}

function pager(call: Call, response: ReceivedResponse, turn: (query: Record<string, string>) => void): HTMLElement[] {
  const { paging } = call.operation;
  if (!paging || response.status !== 200) return [];
  const body = response.json as Record<string, unknown>;
  const records = (paging.records ? body[paging.records] : body) as unknown[];
  const total = paging.total === undefined ? undefined : Number(body[paging.total]);
  const limit = Number(call.values["limit"] ?? 10);
  const offset = Number(call.values["offset"] ?? 0);
  const button = (text: string, to: number, possible: boolean) => {
    const node = make("button", "", text);
    node.type = "button";
    node.disabled = !possible;
    node.addEventListener("click", () => turn({ limit: String(limit), offset: String(to) }));
    return node;
  };
  const more = total === undefined ? records.length > 0 : offset + records.length < total;
  const range = records.length === 0 ? "no records" : `records ${offset + 1} to ${offset + records.length}`;
  return [
    make(
      "div",
      "pager",
      button("← Previous page", Math.max(0, offset - limit), offset > 0),
      button("Next page →", offset + limit, more),
    ),
    make("p", "status", total === undefined ? range : `${range} of ${total.toLocaleString("en")}`),
  ];
}
