/** The database cannot be used; the message says why. */
export class DatabaseError extends Error {
  override readonly name = "DatabaseError";
}
