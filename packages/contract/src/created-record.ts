/** A record that a create of this run was answered with. */
export interface CreatedRecord {
  /** Of its collection. */
  path: string;
  uid: string;
  /**
   * Whether it has the prefix of this run. Without it, it may have been there before: a server answers the same items
   * under the same uid as if it had just created them (decision 0005).
   */
  own: boolean;
}
