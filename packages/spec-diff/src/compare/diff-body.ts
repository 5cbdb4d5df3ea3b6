import { pointerTo } from "@metadata-service/spec-tools/pointer";
import type { Changes } from "../change.js";
import type { Direction } from "./comparison.js";
import { dereference } from "./dereference.js";
import { diffContent } from "./diff-content.js";
import { diffTexts, diffUnknown, examineReference } from "./diff-fields.js";
import { createComparison } from "./diff-schemas.js";
import type { PlacedOperation } from "./placed-operation.js";

/** Compares the request bodies of two versions of an operation. */
export function diffBody(changes: Changes, direction: Direction, was: PlacedOperation, is: PlacedOperation): void {
  const [old, now] = [was, is].map(({ spec, node, at }) =>
    node["requestBody"] === undefined
      ? undefined
      : dereference(spec, node["requestBody"], pointerTo(at, "requestBody")),
  );
  const what = `${is.label}: the request body`;
  const at = pointerTo(is.at, "requestBody");
  if (!old && !now) return;
  if (!now) {
    changes.breaking(direction, "body-removed", at, `${what} was removed`);
    return;
  }
  if (!old) {
    const isBreaking = direction === "request" && Boolean(now.node["required"]);
    changes[isBreaking ? "breaking" : "compatible"](
      direction,
      "body-added",
      at,
      `${what} was added${isBreaking ? " and is required" : ""}`,
    );
    return;
  }
  const comparison = createComparison(changes, was, is, direction, "request");
  examineReference(changes, was.node["requestBody"], is.node["requestBody"], at);
  const required = pointerTo(now.at, "required");
  const name = direction === "request" ? "body" : "webhook-body";
  // A request without a body was accepted before, so requiring a body means that fewer requests are accepted.
  if (!old.node["required"] && now.node["required"]) reportBody("narrowed", "required");
  else if (old.node["required"] && !now.node["required"]) reportBody("widened", "optional");
  else changes.examined(required);
  diffContent(comparison, old, now, what);
  diffTexts(changes, old, now, ["description"], what);
  diffUnknown(changes, direction, old, now, ["description", "required", "content"], what);

  function reportBody(move: "narrowed" | "widened", state: string): void {
    const isBreaking = (direction === "request") === (move === "narrowed");
    changes[isBreaking ? "breaking" : "compatible"](
      direction,
      `${name}-became-${state}`,
      required,
      `${what} is ${state} now`,
    );
  }
}
