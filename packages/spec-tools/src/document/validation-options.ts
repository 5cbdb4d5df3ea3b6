/**
 * Whether a document names a property that every JavaScript object inherits, such as `toString`. If so, validators have
 * to check for own properties, which is slower.
 */
export function namesInherited(node: unknown): boolean {
  if (typeof node === "string") return node in {};
  if (typeof node !== "object" || node === null) return false;
  return Object.entries(node).some(([name, child]) => name in {} || namesInherited(child));
}

/**
 * How many decimal places of a quotient decide whether it is an integer (`multipleOf`): 19.99 / 0.01 is
 * 1998.9999999999998 in 64-bit floating point. With more places, amounts of millions with cents would be rejected.
 */
export const MULTIPLE_OF_PRECISION = 5;
