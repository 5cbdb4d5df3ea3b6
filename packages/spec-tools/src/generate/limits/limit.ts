/** Something in the spec that no surface can carry, whatever `redocly.yaml` says. */
export interface Limit {
  /** What it is, and what to write instead. */
  readonly message: string;
  /** Where it is in the bundle. */
  readonly pointer: string;
}
