import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { linesOf, moment } from "@metadata-service/test-kit/service/records";
import { databaseFlags, runCommand, startProcess } from "@metadata-service/test-kit/service/service-process";
import { PGLITE, POSTGRESQL, runOn, TARGETS } from "@metadata-service/test-kit/service/targets";
import { describe, expect, it, onTestFinished } from "vitest";
import { parse } from "yaml";
import { traceIdIn } from "../src/http/trace-id.js";
import { startOn } from "./support/start.js";

const DASHBOARD = new URL("../operations/grafana-dashboard.json", import.meta.url);
const ALERTS = new URL("../operations/prometheus-alerts.yml", import.meta.url);

const OUTAGES = new URL("./prometheus-alerts.test.yml", import.meta.url);

/** Metrics of the service; `up` belongs to Prometheus. */
const METRIC = /\b(?:metadata_service|process|nodejs)_\w+(?:\{[^}]*\})?/g;

interface AlertRule {
  readonly alert: string;
  readonly for?: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly description: string };
}

/** The cells of an alert in the README. A label or a value is known only when the alert fires. */
function cellsOf({ alert, for: after = "at once", labels, annotations }: AlertRule): string[] {
  const condition = annotations.summary.replace(/\{\{ \$(?:labels\.)?(\w+) \}\}/g, "`$1`");
  const whatToDo = annotations.description.replace(/--[a-z-]+|\/[a-z]+z\b/g, "`$&`");
  return [`\`${alert}\``, labels.severity, after, condition, whatToDo];
}

describe("the dashboard and the alert rules", () => {
  it("use metrics and labels that the service has", async () => {
    const under = await startOn(PGLITE, { opsPort: 0 });
    onTestFinished(() => under.end());
    await under.get("/api/v1/reports");
    const report = { uid: "1", createdDate: moment(1), updatedDate: moment(1) };
    await under.service.administration.importRecords("reports", linesOf([report]), { onReject: () => {} });
    const metrics = await (await fetch(`${under.service.opsUrl}/metrics`)).text();
    const dashboard = JSON.parse(await readFile(DASHBOARD, "utf8")) as { panels: { targets: { expr: string }[] }[] };
    const panels = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
    const alerts = await readFile(ALERTS, "utf8");
    const used = [...panels, alerts].flatMap((text) => [...text.matchAll(METRIC)].map(([metric]) => metric));
    expect(used.length).toBeGreaterThan(15);
    for (const metric of used) {
      const [name = "", labels = ""] = metric.split("{");
      // A counter that has not counted anything yet has only its description.
      expect(metrics, name).toMatch(new RegExp(`^(?:# TYPE )?${name}[ {]`, "m"));
      for (const [, label = ""] of labels.matchAll(/(\w+)=/g))
        if (label !== "job")
          expect(metrics + CLOSED, `${name}{${label}}`).toMatch(new RegExp(`${name}\\{[^}]*${label}=`));
    }
  });

  it("are in the README, each with its condition and what to do", async () => {
    const { groups } = parse(await readFile(ALERTS, "utf8")) as { groups: { rules: AlertRule[] }[] };
    const cells = [
      ["alert", "severity", "after", "condition", "what to do"],
      ["---", "---", "---", "---", "---"],
      ...groups.flatMap(({ rules }) => rules.map(cellsOf)),
    ];
    const table = cells.map((row) => `| ${row.join(" | ")} |\n`).join("");
    const readme = await readFile(new URL("../README.md", import.meta.url), "utf8");
    const [, inReadme] = /((?:^\|.*\n)+)\n### Traces\n/m.exec(readme) ?? [];
    expect(inReadme, `Put this table at the end of "Metrics" in the README:\n\n${table}`).toBe(table);
  });

  const promtool = spawnSync("promtool", ["--version"], { encoding: "utf8" });
  const skipped = promtool.error ? " (skipped: promtool is not installed)" : "";
  it.skipIf(skipped !== "")(`include only alert rules that promtool accepts${skipped}`, () => {
    const { status, stdout, stderr } = spawnSync("promtool", ["check", "rules", fileURLToPath(ALERTS)], {
      encoding: "utf8",
    });
    expect([status, stdout + stderr]).toEqual([0, expect.stringContaining("SUCCESS")]);
  });

  it.skipIf(skipped !== "")(`cause the expected alerts in outages, and no others${skipped}`, () => {
    const { status, stdout, stderr } = spawnSync("promtool", ["test", "rules", fileURLToPath(OUTAGES)], {
      encoding: "utf8",
    });
    expect([status, stdout + stderr]).toEqual([0, expect.stringContaining("SUCCESS")]);
  });
});

describe("the metrics", () => {
  const valuesOf = async (opsUrl: string | undefined) => {
    const text = await (await fetch(`${opsUrl}/metrics`)).text();
    return (name: string) =>
      text
        .split("\n")
        .find((line) => line.startsWith(`${name} `))
        ?.split(" ")[1];
  };

  it.each(TARGETS)("show on $name whether the service is ready, and the state of its database", async (target) => {
    const under = await startOn(target, { opsPort: 0 });
    onTestFinished(() => under.end());
    await under.get("/api/v1/reports");
    const metric = await valuesOf(under.service.opsUrl);
    expect(metric("metadata_service_ready")).toBe("1");
    expect(Number(metric("metadata_service_database_probe_seconds"))).toBeGreaterThan(0);
    expect(Number(metric('metadata_service_database_connections{state="open"}'))).toBeGreaterThan(0);
    expect(metric('metadata_service_database_connections{state="waiting"}')).toBe("0");
    expect(metric('metadata_service_database_failures_total{cause="unreachable"}')).toBe("0");
  });

  it("show that the database does not work, and count the requests that fail because of it", async () => {
    const under = await startOn(POSTGRESQL, { opsPort: 0 });
    onTestFinished(() => under.end());
    const { databaseUrl = "" } = under.database.options;
    const name = new URL(databaseUrl).pathname.slice(1);
    await runOn(databaseUrl, `alter database ${name} set default_transaction_read_only = on`);
    await runOn(
      databaseUrl,
      `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`,
    );
    const create = () => under.create({ uid: "1", items: [{ key: "k", type: "string", value: "v" }] });
    await expect.poll(async () => (await create()).status).toBe(500);
    await expect.poll(async () => (await valuesOf(under.service.opsUrl))("metadata_service_ready")).toBe("0");
    const metric = await valuesOf(under.service.opsUrl);
    expect(Number(metric('metadata_service_database_failures_total{cause="unreachable"}'))).toBeGreaterThan(0);
  });

  it.each(TARGETS)("show on $name the imports of all processes", async (target) => {
    const under = await startOn(target, { opsPort: 0 });
    onTestFinished(() => under.end());
    const flags = databaseFlags(under.database.options);
    const folder = await mkdtemp(join(tmpdir(), "metadata-service-imports-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const run = (n: number, text: string) =>
      runCommand(["import", "reports", "-", "--rejects", join(folder, `${n}`), ...flags], text);
    const report = JSON.stringify({ uid: "1", createdDate: moment(1), updatedDate: moment(1) });
    expect((await run(1, `${report}\nnot JSON\n`)).status).toBe(1);
    let metric = await valuesOf(under.service.opsUrl);
    const of = (name: string) => metric(`metadata_service_${name}{into="reports"}`);
    expect([of("imports_running"), of("import_last_failed"), of("import_last_rejected_records")]).toEqual([
      "0",
      "0",
      "1",
    ]);
    expect(Number(of("import_last_success_timestamp_seconds"))).toBeGreaterThan(1.7e9);
    const unreadable = (async function* (): AsyncGenerator<Uint8Array> {
      yield Buffer.from(report);
      throw new Error("unreadable");
    })();
    const failing = under.service.administration.importRecords("reports", unreadable, { onReject: () => {} });
    await expect(failing).rejects.toThrow("unreadable");
    metric = await valuesOf(under.service.opsUrl);
    expect(of("import_last_failed")).toBe("1");
    expect((await run(2, report)).status).toBe(0);
    metric = await valuesOf(under.service.opsUrl);
    expect([of("import_last_failed"), of("import_last_rejected_records")]).toEqual(["0", "0"]);
  });

  it("show an import that was interrupted as failed", async () => {
    const under = await startOn(POSTGRESQL, { opsPort: 0 });
    onTestFinished(() => under.end());
    const insert = "insert into imports (id, target, started_at, seen_at) values";
    const { databaseUrl = "" } = under.database.options;
    await runOn(databaseUrl, `${insert} ('1', 'reports', now() - interval '2 hours', now() - interval '1 hour')`);
    await runOn(databaseUrl, `${insert} ('2', 'purchase-orders', now() - interval '2 hours', now())`);
    const metric = await valuesOf(under.service.opsUrl);
    const of = (name: string, into: string) => metric(`metadata_service_${name}{into="${into}"}`);
    expect([of("import_last_failed", "reports"), of("imports_running", "reports")]).toEqual(["1", "0"]);
    expect([of("import_last_failed", "purchase-orders"), of("imports_running", "purchase-orders")]).toEqual(["0", "1"]);
  });
});

/** A line of `/metrics` after the service has closed a connection. */
const CLOSED = '\nmetadata_service_connections_closed_total{reason="no room"} 1\n';

describe("the trace ID", () => {
  const id = "4bf92f3577b34da6a3ce929d0e0e4736";

  it("is in the log line of its request", async () => {
    const { options, remove } = await PGLITE.create();
    onTestFinished(remove);
    const service = await startProcess(databaseFlags(options));
    await fetch(`${service.url}/api/v1/reports`, {
      headers: { apiKey: service.firstKey ?? "", traceparent: `00-${id}-00f067aa0ba902b7-01` },
    });
    await service.end();
    const lines = service.log().split("\n");
    expect(lines.filter((line) => line.includes('"listReports"'))).toEqual([
      expect.stringContaining(`"trace":"${id}"`),
    ]);
  });

  it("is that of the traceparent header", () => {
    expect(traceIdIn(`00-${id}-00f067aa0ba902b7-01`)).toBe(id);
    expect(traceIdIn(`01-${id}-00f067aa0ba902b7-01-more`)).toBe(id);
  });

  it.each([
    undefined,
    "",
    id,
    `ff-${id}-00f067aa0ba902b7-01`,
    `00-${"0".repeat(32)}-00f067aa0ba902b7-01`,
    `00-${id}-${"0".repeat(16)}-01`,
    `00-${id.toUpperCase()}-00f067aa0ba902b7-01`,
    `00-${id}-00f067aa0ba902b7-01\nforged`,
  ])("is undefined for %j", (header) => {
    expect(traceIdIn(header)).toBeUndefined();
  });
});
