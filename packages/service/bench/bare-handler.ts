/** The peer of the service: a handler that only runs the statement of a page and sends its result. */
import { fastify } from "fastify";
import { openPool } from "./open-pool.js";

/** The settings of the bare handler's process. */
export interface BareHandler {
  readonly databaseUrl: string;
  readonly connections: number;
  readonly statement: string;
  readonly parameters: readonly unknown[];
  readonly offsetMark: number;
  readonly limit: number;
}

process.once("message", async ({ databaseUrl, connections, statement, parameters, offsetMark, limit }: BareHandler) => {
  const pool = openPool(databaseUrl, connections);
  const app = fastify();
  // `/prepared` prepares the statement once for each connection, as the service does; `/` sends it unprepared each
  // time.
  app.get<{ Querystring: { offset: string } }>("/:how?", async ({ params, query: { offset } }, reply) => {
    const values = parameters.map((value) => (value === offsetMark ? offset : value));
    const name = (params as { how?: string }).how || undefined;
    const { rows } = await pool.query<{ records: string; total: string }>({ name, text: statement, values });
    const [row] = rows;
    reply.type("application/json");
    return `{"data":[${row?.records}],"limit":${limit},"offset":${offset},"total":${row?.total}}`;
  });
  const url = await app.listen({ port: 0, host: "127.0.0.1" });
  process.send?.(url);
});
