import Database from "libsql";

/** Opens an SQLite file with a table for each list: the record as JSON, and the fields to search by. */
export function openStore(file) {
  const database = new Database(file);
  database.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA busy_timeout = 10000;
    CREATE TABLE IF NOT EXISTS checkpoints (list TEXT PRIMARY KEY, checkpoint TEXT NOT NULL);
    CREATE TABLE IF NOT EXISTS reports (uid TEXT PRIMARY KEY, updated TEXT NOT NULL, record TEXT NOT NULL);
    CREATE TABLE IF NOT EXISTS purchase_orders (uid TEXT PRIMARY KEY, updated TEXT NOT NULL, record TEXT NOT NULL);
  `);
  const readCheckpoint = database.prepare("SELECT checkpoint FROM checkpoints WHERE list = ?");
  const writeCheckpoint = database.prepare("INSERT OR REPLACE INTO checkpoints (list, checkpoint) VALUES (?, ?)");
  return {
    /** The checkpoint of the last batch that was stored, or undefined. */
    checkpointOf: (table) => readCheckpoint.get(table)?.checkpoint,

    /** Stores a batch and its checkpoint, both or neither. */
    save(table, records, updated, checkpoint) {
      const write = database.prepare(`INSERT OR REPLACE INTO ${table} (uid, updated, record) VALUES (?, ?, ?)`);
      database.transaction(() => {
        for (const record of records) write.run(record.uid, record[updated], JSON.stringify(record));
        writeCheckpoint.run(table, checkpoint);
      })();
    },

    count: (table) => database.prepare(`SELECT count(*) AS count FROM ${table}`).get().count,
    close: () => database.close(),
  };
}
