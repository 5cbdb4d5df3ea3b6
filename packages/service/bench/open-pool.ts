import pg from "pg";

/** A pool that outlives its server: an error on an idle connection must not end a benchmark before it could say what failed. */
export function openPool(connectionString: string, max?: number): pg.Pool {
  return new pg.Pool({ connectionString, max }).on("error", () => {});
}
