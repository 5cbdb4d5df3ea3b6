/** A record that a create request of this run returned. */
export interface CreatedRecord {
  /** The path of its collection. */
  path: string;
  uid: string;
  /**
   * Whether its uid has the prefix of this run. Otherwise it may have existed before: a server responds to the same
   * items with the same uid as if it had just created them (decision 0005).
   */
  own: boolean;
}
