import { pointerTo } from "@metadata-service/spec-tools/pointer";
import type { Changes } from "../change.js";
import { type Direction, opposite } from "./comparison.js";
import { diffBody } from "./diff-body.js";
import { diffDeprecated, diffTexts, diffUnknown } from "./diff-fields.js";
import { diffPagination } from "./diff-pagination.js";
import { diffParameters } from "./diff-parameters.js";
import { diffResponses } from "./diff-responses.js";
import { diffSecurity } from "./diff-security.js";
import { diffServers, serversOf } from "./diff-servers.js";
import type { PlacedOperation } from "./placed-operation.js";

const TEXTS = ["summary", "description", "tags", "externalDocs"];
const KNOWN = [
  ...TEXTS,
  ...["operationId", "deprecated", "security", "servers", "parameters", "requestBody", "responses", "callbacks"],
  "x-pagination",
];

/** Compares two versions of one operation. */
export function diffOperations(
  changes: Changes,
  direction: Direction,
  was: PlacedOperation,
  is: PlacedOperation,
): void {
  const { label, at } = is;
  const [old, now] = [was.node["operationId"], is.node["operationId"]];
  if (old !== now)
    changes.breaking(
      "both",
      "operation-id-renamed",
      pointerTo(at, "operationId"),
      `${label}: the operationId is ${now} instead of ${old}; generated clients name their method after it`,
    );
  if (direction === "request") {
    diffSecurity(changes, [was.spec, was.node], [is.spec, is.node], at, label);
    const levels = (operation: PlacedOperation): [unknown, string][] => [
      [operation.node, operation.at],
      [operation.item, operation.itemAt],
      [operation.spec, ""],
    ];
    const [before, after] = [serversOf(levels(was)), serversOf(levels(is))];
    // The servers of the document are compared once, for all operations.
    if (before.at !== "/servers" || after.at !== "/servers") diffServers(changes, before, after, label);
  }
  diffParameters(changes, direction, was, is);
  diffBody(changes, direction, was, is);
  diffResponses(changes, opposite(direction), was, is);
  diffPagination(changes, was, is);
  diffDeprecated(changes, was, is, label);
  diffTexts(changes, was, is, TEXTS, label);
  // In a webhook, `security` and `servers` describe the client's own address, which cannot be judged here.
  const known = direction === "request" ? KNOWN : KNOWN.filter((field) => field !== "security" && field !== "servers");
  diffUnknown(changes, "both", was, is, known, label);
}
