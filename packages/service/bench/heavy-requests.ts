/** Requests that need much work of the service. */
export interface HeavyRequest {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly body?: string;
  /** Whether it goes to the private port, which needs no key. */
  readonly isPrivate?: boolean;
}

const CREATE = "/api/v2/metadata/inspection";
const post = (body: string): HeavyRequest => ({ method: "POST", path: CREATE, body });
const get = (path: string): HeavyRequest => ({ method: "GET", path });
const repeated = (text: string, times: number) => Array(times).fill(text).join(",");

const MEMBERS = Array.from({ length: 90_000 }, (_, n) => `"m${n}":1`).join(",");
const TEXT = "x".repeat(1_000_000);
const NESTED = '{"key":"k","type":"object","value":['.repeat(20_000);
const ITEMS = Array.from({ length: 20_000 }, (_, n) => `{"key":"k${n}","type":"number","value":${n}}`).join(",");

/** The number of reports in the list. */
export const REPORTS = 200_000;

/** The update time of a report, without an offset. */
export const reportMoment = (n: number): string => new Date(Date.UTC(2026, 0, 1) + n * 1_000).toISOString();

/** Filters are those of edited-document.mjs. The update times are spread over the list, so a window has matches everywhere. */
const REPORT_QUERIES: Readonly<Record<string, (n: number) => string>> = {
  "far windows": (n) => `offset=${(n * 9_973) % REPORTS}&updated_from=${reportMoment(n % 1_000)}`,
  "one far window": () => `offset=${REPORTS / 2}&updated_from=${reportMoment(500)}`,
  "small windows": (n) => `offset=0&updated_from=${reportMoment(n)}&updated_to=${reportMoment(n + 9_000)}`,
  "far offsets": (n) => `offset=${(n * 9_973) % REPORTS}`,
  "plain pages": () => "offset=0",
  "a filter without matches": () => "country=XX",
  "a filter with far matches": (n) => `country=VN&offset=${(n * 9_973) % REPORTS}`,
};

/** A text that a pattern of edited-document.mjs matches in many ways, but for its last character. */
const NEARLY = `${"a".repeat(99)}!`;

/** The requests that need the most CPU time, near the size limits; each is created with a number. */
export const HEAVY: Readonly<Record<string, (n: number) => HeavyRequest>> = {
  "90,000 unknown fields": () => post(`{"uid":"u",${MEMBERS}}`),
  "300,000 elements that are not items": () => post(`{"uid":"u","items":[${repeated("1", 300_000)}]}`),
  "items nested 20,000 times": () => post(`{"uid":"u","items":[${NESTED}`),
  "20,000 items": (n) => post(`{"uid":"many-${n}","items":[${ITEMS}]}`),
  "a value of 1,000,000 characters": (n) =>
    post(`{"uid":"long-${n}","items":[{"key":"k","type":"string","value":"${TEXT}"}]}`),
  "a page of the largest records": () => get("/api/v3/purchase-orders?limit=200"),
  "a window of the largest records": () =>
    get("/api/v3/purchase-orders?limit=200&updated_from=2000-01-01T00:00:00Z&updated_to=2100-01-01T00:00:00Z"),
  "values for a slow pattern": () => post(`{"uid":"u","items":[{"key":"${NEARLY}","type":"number","value":1}]}`),
  "values for a slow pattern with a lookahead": () => get(`/api/v1/reports?caseNumber=${encodeURIComponent(NEARLY)}`),
  "probes of readiness": () => ({ ...get("/readyz"), isPrivate: true }),
  "the operations page": () => ({ ...get("/"), isPrivate: true }),
  ...Object.fromEntries(
    Object.entries(REPORT_QUERIES).map(([name, query]) => [
      `${name} of ${REPORTS} reports`,
      (n: number) => get(`/api/v1/reports?limit=1&${query(n)}`),
    ]),
  ),
};
