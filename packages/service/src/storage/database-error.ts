/** Thrown if the database cannot be used; the message explains why. */
export class DatabaseError extends Error {
  override readonly name = "DatabaseError";
}
