import type { Rules } from "@metadata-service/server-rules";
import { sql } from "kysely";
import type { Database } from "../database.js";

/**
 * Creates the index in whose order metadata is listed, if the spec has such a list and the index does not exist. Without
 * a list, create requests would pay for it in vain.
 */
export async function indexMetadata(db: Database, { api, operations }: Rules): Promise<void> {
  const rulesOf = (id: string) => operations.find((operation) => operation.id === id);
  const isListed = api.resources.some(
    (resource) =>
      resource.operations.some(({ operation, request }) => rulesOf(operation)?.body?.itemsIn(request?.at ?? [])) &&
      resource.operations.some(({ operation }) => rulesOf(operation)?.pagination),
  );
  if (!isListed) return;
  await db.transaction().execute(async (transaction) => {
    // Processes that start at the same time would create it twice.
    await sql`select pg_advisory_xact_lock(hashtextextended('metadata-service index', 0))`.execute(transaction);
    await sql`
      create index if not exists metadata_order on metadata (namespace, created_at, uid) include (updated_at)`.execute(
      transaction,
    );
  });
}
