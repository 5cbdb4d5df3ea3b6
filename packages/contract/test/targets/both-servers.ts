import { startMock } from "@metadata-service/mock";
import { API_KEY, createDatabase, importLists, startWithKey } from "./service-target.js";

/** A mock and a service on an embedded database, with the same lists and the same key. */
export interface Agreement {
  /** Of the mock and of the service. */
  readonly ports: readonly [number, number];
  close(): Promise<void>;
}

/** The one name among the hostile requests that a mock serves only when it is told to: it refuses names that are not its own. */
const allowedHosts = ["evil.example"];

/** Starts both. */
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
