import pg from "pg";

/** Opens a pool that ignores errors on idle connections, so that a benchmark can report what failed. */
export function openPool(connectionString: string, max?: number): pg.Pool {
  return new pg.Pool({ connectionString, max }).on("error", () => {});
}
