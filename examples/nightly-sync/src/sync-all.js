/** The lists, by the table for their records. */
const LISTS = {
  reports: { sync: (client, options) => client.syncReports(options), updated: "updatedDate" },
  purchase_orders: { sync: (client, options) => client.syncPurchaseOrdersV3(options), updated: "updated_at" },
};

/**
 * Copies what was created or updated since the last run. Each batch is stored together with its checkpoint, so a run
 * that was killed at any time is continued by the next one.
 *
 * @returns for each table, the number of records that this run stored, and the total
 */
export async function syncAll(client, store, { signal, onStored }) {
  const counts = {};
  for (const [table, { sync, updated }] of Object.entries(LISTS)) {
    let stored = 0;
    for await (const { records, checkpoint } of sync(client, { checkpoint: store.checkpointOf(table), signal })) {
      store.save(table, records, updated, checkpoint);
      stored += records.length;
      onStored(table, stored);
    }
    counts[table] = { stored, total: store.count(table) };
  }
  return counts;
}
