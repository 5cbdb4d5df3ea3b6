import { startMock } from "@metadata-service/mock";
import { API_KEY, createDatabase, importLists, startWithKey } from "./service-target.js";

/** A mock and a service with an embedded database, with the same lists and the same key. */
export interface Agreement {
  /** The URLs of the mock and the service. */
  readonly ports: readonly [number, number];
  close(): Promise<void>;
}

/** The host name in the hostile requests, which the mock must be configured to accept. */
const allowedHosts = ["evil.example"];

/** Starts both servers. */
export async function startBoth(): Promise<Agreement> {
  const database = await createDatabase("PGlite");
  const [mock, service] = await Promise.all([
    startMock({ apiKeys: [API_KEY], allowedHosts }),
    startWithKey({ allowedHosts, ...database.options }),
  ]);
  await importLists(service);
  return {
    ports: [portOf(mock.url), portOf(service.url)],
    async close() {
      await Promise.all([mock.stop(), service.stop()]);
      await database.remove();
    },
  };
}

function portOf(url: string): number {
  return Number(new URL(url).port);
}
