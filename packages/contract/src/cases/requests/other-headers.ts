import type { Case, Context } from "../../case.js";
import { errorBodyOf, type Operation, successOf } from "../../document.js";
import { sampled } from "../../effort.js";
import { ContractViolation } from "../../judge.js";
import { requestOf, withQuery } from "../../request.js";
import type { WireRequest, WireResponse } from "../../target.js";
import { checkEach } from "../create/creator.js";
import { draft } from "../draft.js";
import { refusalOf } from "../refuse.js";
import { isPaged, pathBelow, UNUSED_METHOD } from "./paged.js";

/** What browsers send, and other values of Accept that include JSON (RFC 9110, section 12.5.1). */
const ACCEPT = [
  "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
  "text/html, application/json",
  "*/*",
];

/** Headers that differ between clients, and must not matter for a page or an error. */
const OTHER_HEADERS: Record<string, string>[] = [
  ...ACCEPT.map((accept) => ({ Accept: accept })),
  { "Content-Type": "application/json" },
  { "Content-Type": "text/plain" },
  { "Accept-Language": "vi, en;q=0.5" },
  { "User-Agent": "Mozilla/5.0" },
  { "User-Agent": "" },
  { "X-Request-Id": "second-try" },
  { "X-Requested-With": "XMLHttpRequest" },
  { traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01" },
  { "Idempotency-Key": "second-try" },
  { "Cache-Control": "no-cache" },
  { Pragma: "no-cache" },
  { Cookie: "session=second; apiKey=other" },
  { Origin: "https://app.example" },
  { Referer: "https://app.example/page" },
  { Date: "Tue, 15 Nov 1994 08:12:31 GMT" },
  { "X-Limit": "3", "X-Offset": "2" },
];

/** A request for a list with a response that is always the same, and its status. */
const SORTS: {
  name: string;
  status(list: Operation): string;
  change(request: WireRequest, list: Operation): WireRequest;
}[] = [
  { name: "a page", status: (list) => successOf(list).status, change: (request) => withQuery(request, "limit=2") },
  { name: "an invalid limit", status: refusalOf, change: (request) => withQuery(request, "limit=0") },
  {
    name: "a missing key",
    status: () => "401",
    change: ({ headers, ...request }, { keyHeader }) => ({
      ...request,
      headers: Object.fromEntries(Object.entries(headers).filter(([name]) => name !== keyHeader)),
    }),
  },
  {
    name: "an unknown path",
    status: () => "404",
    change: (request, list) => ({ ...request, path: pathBelow(list) ?? "/unknown" }),
  },
  { name: "an unknown method", status: () => "405", change: (request) => ({ ...request, method: UNUSED_METHOD }) },
];

/** Cases about headers that a list does not use: they change neither its pages nor its errors. */
export function otherHeaderCases(list: Operation): Case[] {
  if (!isPaged(list, 2)) return [];
  return SORTS.map(({ name, status, change }) =>
    draft(list, {
      rule: "other headers",
      name: `${name} has the same response whatever other headers the request has`,
      status: status(list),
      wire: true,
      run: async (context) => {
        const request = change(requestOf(list, {}, context.target.apiKey), list);
        const { body } = await sent(context, list, request, status(list));
        await checkEach(sampled(OTHER_HEADERS, context.effort), JSON.stringify, async (headers) => {
          const other = await sent(
            context,
            list,
            { ...request, headers: { ...request.headers, ...headers } },
            status(list),
          );
          if (other.body !== body) throw new ContractViolation("the response is different with this header");
        });
      },
    }),
  );
}

/** 404 and 405 belong to no operation. */
async function sent(context: Context, list: Operation, request: WireRequest, status: string): Promise<WireResponse> {
  if (status === "404" || status === "405") return context.judgeError(request, Number(status), errorBodyOf(list));
  return (await context.judge(list, request, status)).response;
}
