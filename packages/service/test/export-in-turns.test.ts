import { Duplex } from "node:stream";
import { expect, it } from "vitest";
import type { Administration } from "../src/admin/administration.js";
import { serveAdministration } from "../src/admin/serve-administration.js";
import type { FolderLock } from "../src/storage/embedded/data-folder-lock.js";

it("an export lets others have the thread, however fast its reader is", async () => {
  const [records, line] = [50, "x".repeat(64 * 1024)];
  let connect: Parameters<FolderLock["serve"]>[0] = () => {};
  const lock: FolderLock = {
    serve(handler) {
      connect = handler;
    },
    release: async () => {},
  };
  const administration: Partial<Administration> = {
    async *exportRecords() {
      for (let n = 0; n < records; n++) yield line;
    },
  };
  const close = serveAdministration(lock, administration as Administration);
  let length = 0;
  let isOver = false;
  const reader = new Duplex({
    read() {},
    write(chunk: Buffer, _encoding, done) {
      length += chunk.length;
      isOver ||= chunk.includes("0\r\n\r\n");
      // As a socket whose other end reads all at once: no write waits for the event loop.
      process.nextTick(done);
    },
  });
  connect(reader as never);
  reader.push("GET /list-exports/reports HTTP/1.1\r\nHost: localhost\r\n\r\n");
  let turns = 0;
  for (; !isOver; turns++) await new Promise((resolve) => setImmediate(resolve));
  expect(length).toBeGreaterThan(records * line.length);
  expect(turns).toBeGreaterThanOrEqual(records);
  await close();
});
