/** What the service is compared with: a handler that does nothing but run the statement of a page and send what it returns. */
import { fastify } from "fastify";
import pg from "pg";

/** What the process of the bare handler is told. */
export interface BareHandler {
  readonly databaseUrl: string;
  readonly connections: number;
  readonly statement: string;
  readonly parameters: readonly unknown[];
  readonly offsetMark: number;
  readonly limit: number;
}

process.once("message", async ({ databaseUrl, connections, statement, parameters, offsetMark, limit }: BareHandler) => {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: connections });
  const app = fastify();
  app.get<{ Querystring: { offset: string } }>("/", async ({ query: { offset } }, reply) => {
    const values = parameters.map((value) => (value === offsetMark ? offset : value));
    const { rows } = await pool.query<{ records: string; total: string }>(statement, values);
    const [row] = rows;
    reply.type("application/json");
    return `{"data":[${row?.records}],"limit":${limit},"offset":${offset},"total":${row?.total}}`;
  });
  process.send?.(await app.listen({ port: 0, host: "127.0.0.1" }));
});
