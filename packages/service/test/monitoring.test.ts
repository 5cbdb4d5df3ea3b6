import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { traceIdIn } from "../src/http/trace-id.js";
import { databaseFlags, startProcess } from "./support/service-process.js";
import { startOn } from "./support/start.js";
import { PGLITE } from "./support/targets.js";

const DASHBOARD = new URL("../operations/grafana-dashboard.json", import.meta.url);
const ALERTS = new URL("../operations/prometheus-alerts.yml", import.meta.url);

/** Metrics of the service; `up` belongs to Prometheus. */
const METRIC = /\b(?:metadata_service|process|nodejs)_\w+(?:\{[^}]*\})?/g;

describe("the dashboard and the alert rules", () => {
  it("use metrics and labels that the service has", async () => {
    const under = await startOn(PGLITE, { opsPort: 0 });
    onTestFinished(() => under.end());
    await under.get("/api/v1/reports");
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

  const promtool = spawnSync("promtool", ["--version"], { encoding: "utf8" });
  const skipped = promtool.error ? " (skipped: promtool is not installed)" : "";
  it.skipIf(skipped !== "")(`include only alert rules that promtool accepts${skipped}`, () => {
    const { status, stdout, stderr } = spawnSync("promtool", ["check", "rules", fileURLToPath(ALERTS)], {
      encoding: "utf8",
    });
    expect([status, stdout + stderr]).toEqual([0, expect.stringContaining("SUCCESS")]);
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
