import type { Node, Spec } from "./node.js";

/** An operation in one of the two versions. */
export interface PlacedOperation {
  spec: Spec;
  node: Node;
  at: string;
  label: string;
  path: string;
  /** Its path item, whose parameters and servers apply to it, and where that is written. */
  item: Node;
  itemAt: string;
}
