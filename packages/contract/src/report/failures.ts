import { LIST_LAWS } from "../demands/document/lists/laws.js";
import { COMPARISON } from "../demands/document/lists/list-cases.js";
import type { WireExchange } from "../judging/judge-response.js";
import { groupBy } from "../lib/group-by.js";
import type { CaseResult, Report } from "../run/run-contract.js";
import type { WireRequest } from "../target/target.js";
import { REDACTED } from "./mask.js";

/** Failures that probably have the same cause: the same rule, violated in the same way. */
export interface Cause {
  /** The rule, as shown in the report. */
  rule: string;
  /** The simplest failure: the one with the shortest request. */
  first: CaseResult;
  /** The other failures, in the order of the run. */
  others: CaseResult[];
  /** The operations with this failure. */
  operations: string[];
  /** Failures of other rules that probably have the same cause, the simplest first. */
  related: Pick<Cause, "rule" | "first" | "others" | "operations">[];
}

type Group = Cause["related"][number];

/** Groups the failures of a run by cause, the most frequent cause first. */
export function causesOf({ results }: Pick<Report, "results">): Cause[] {
  const failed = results.filter(({ verdict }) => verdict === "failed");
  const groups = groupBy(failed, (result) => `${result.keyword}\n${shapeOf(result)}`);
  const causes: Cause[] = [];
  for (const group of [...groups.values()].map(groupOf).sort((a, b) => sizeOf(a.first) - sizeOf(b.first))) {
    const cause = causes.find((known) => isSameFault(known, group));
    if (cause) cause.related.push(group);
    else causes.push({ ...group, related: [] });
  }
  return causes.sort((a, b) => countOf(b) - countOf(a));
}

function groupOf(all: CaseResult[]): Group {
  const first = all.reduce((least, other) => (sizeOf(other) < sizeOf(least) ? other : least));
  const operations = [...new Set(all.map(({ operation }) => operation))];
  return { rule: first.keyword, first, others: all.filter((other) => other !== first), operations };
}

const countOf = ({ others, related }: Cause) =>
  related.reduce((sum, group) => sum + 1 + group.others.length, others.length);

const LIST_RULES = new Set([...LIST_LAWS.map(({ name }) => name), COMPARISON]);

/**
 * Whether two groups of failures probably have one cause: they report the same difference, or both are laws of one
 * list. These depend on each other: if a total is wrong, every page, window and link that is compared with it fails.
 */
function isSameFault(one: Group, other: Group): boolean {
  if (!isStatus(one.first) && shapeOf(one.first) === shapeOf(other.first)) return true;
  if (!LIST_RULES.has(one.rule) || !LIST_RULES.has(other.rule)) return false;
  return other.operations.some((operation) => one.operations.includes(operation));
}

const STATUS = /status (\d{3}), expected (\d{3})/;

/** Whether a case got an unexpected status, which says little about the cause. */
const isStatus = ({ reason = "" }: CaseResult) => STATUS.test(reason);

/** Returns a reason without the parts that differ from case to case: values, places, numbers except statuses. */
function shapeOf({ reason = "" }: CaseResult): string {
  const status = STATUS.exec(reason);
  if (status) return status[0];
  const [line = ""] = reason.split("\n");
  return line
    .replaceAll(/"(?:[^"\\]|\\.)*"|'[^']*'|`[^`]*`/g, "…")
    .replaceAll(/https?:\S+|\?\S+/g, "…")
    .replaceAll(/(?:\w*items|\w*data)(?:\[\d+\]|\.\w+)*?(\.\w+)?(?:\[\d+\])*(?![\w.[])/g, "…$1")
    .replaceAll(/-?\d[\w.:+-]*/g, "0")
    .slice(0, 80);
}

const sizeOf = ({ exchange, id }: CaseResult): number =>
  exchange
    ? exchange.request.path.length + Buffer.byteLength(exchange.request.body ?? "") + id.length / 1000
    : 1e9 + id.length;

/** The maximum length of a body in a command line. */
const LONGEST_BODY = 4000;

/** Returns a curl command that repeats the request; it takes the API key from METADATA_API_KEY. */
export function curlOf({ request }: WireExchange, baseUrl: string): string {
  const headers = Object.entries(request.headers).map(([name, value]) =>
    value.endsWith(REDACTED) && !value.startsWith("Basic")
      ? `-H "${name}: ${value.replace(REDACTED, "$METADATA_API_KEY")}"`
      : `-H ${quoted(`${name}: ${value}`)}`,
  );
  const method = request.method === "GET" ? [] : request.method === "HEAD" ? ["-I"] : ["-X", request.method];
  const url = quoted(baseUrl.replace(/\/$/, "") + request.path);
  return ["curl -i --path-as-is -g", ...method, url, ...headers, ...bodyOf(request)].join(" ");
}

function bodyOf({ body }: WireRequest): string[] {
  if (body === undefined) return [];
  const bytes = Buffer.from(body as string);
  if (bytes.length > LONGEST_BODY)
    return [`--data-binary @- # body of ${bytes.length} bytes, too long to show; repeat this case with --only`];
  const text = bytes.toString("utf8");
  // A shell argument cannot contain NUL, and a report cannot contain bytes that are not UTF-8.
  if (!Buffer.from(text).equals(bytes) || text.includes("\0"))
    return [`--data-binary @<(echo ${bytes.toString("base64")} | base64 -d)`];
  return ["--data-binary", quoted(text)];
}

/** Quotes a text for a shell, with the key from its variable. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''").replaceAll(REDACTED, `'"$METADATA_API_KEY"'`)}'`;

/** Says who demands what a case checks, and where the document says so. */
export const demandOf = ({ demand: { by, at } }: CaseResult): string =>
  by === "document"
    ? `Demanded by OpenAPI and JSON Schema, at #${at}`
    : `Demanded by a promise of this API beyond OpenAPI, at #${at}`;

/** Returns a regular expression that matches only this id. */
export const escapeId = (id: string) => `^${id.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")}$`;
