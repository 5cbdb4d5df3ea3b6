/** Traces over OTLP: what a collector receives, and that a collector that is down affects no request. */
import { createServer } from "node:net";
import { databaseFlags, type ServiceProcess, startProcess } from "@metadata-service/test-kit/service/service-process";
import { PGLITE } from "@metadata-service/test-kit/service/targets";
import { describe, expect, it, onTestFinished } from "vitest";
import { wantsTraces } from "../src/tracing/wants-traces.js";
import { startOtlpReceiver } from "./support/otlp-receiver.js";

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const PARENT = "00f067aa0ba902b7";

async function start(environment: Record<string, string>): Promise<ServiceProcess> {
  const { options, remove } = await PGLITE.create();
  onTestFinished(remove);
  const service = await startProcess(databaseFlags(options), environment);
  onTestFinished(() => service.end("SIGKILL").then(() => {}));
  return service;
}

async function ask({ url, firstKey = "" }: ServiceProcess, path: string, init: RequestInit = {}): Promise<number> {
  const response = await fetch(url + path, { ...init, headers: { apiKey: firstKey, ...init.headers } });
  await response.arrayBuffer();
  return response.status;
}

const create = (service: ServiceProcess, uid: string) =>
  ask(service, "/api/v2/metadata/inspection", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ uid, items: [{ key: "k", type: "string", value: "a secret value" }] }),
  });

describe("the traces of a service", () => {
  it("reach a collector: a span for each request, in the caller's trace, and one for its database work", async () => {
    const collector = await startOtlpReceiver();
    onTestFinished(collector.stop);
    const service = await start({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=test",
    });
    const traceparent = `00-${TRACE}-${PARENT}-01`;
    expect(await ask(service, "/api/v1/reports?limit=7", { headers: { traceparent } })).toBe(200);
    expect(await create(service, "traced")).toBe(201);
    expect(await ask(service, "/api/v9/secret?apiKey=hidden")).toBe(404);
    // The remaining spans are sent at the end.
    expect(await service.end()).toBe(0);

    const { spans } = collector;
    expect(collector.requests[0]).toBe("POST /v1/traces application/x-protobuf");
    const [list, created, unknown] = ["GET /api/v1/reports", "POST /api/v2/metadata/{namespace}", "GET"].map((wanted) =>
      spans.find(({ name }) => name === wanted),
    );
    expect(list).toMatchObject({
      traceId: TRACE,
      parentSpanId: PARENT,
      kind: 2,
      status: 0,
      attributes: {
        "http.request.method": "GET",
        "http.route": "/api/v1/reports",
        "http.response.status_code": 200,
        "url.path": "/api/v1/reports",
        "url.scheme": "http",
        "metadata_service.operation": "listReports",
      },
      resource: { "service.name": "metadata-service", "deployment.environment.name": "test" },
    });
    expect(created).toMatchObject({ parentSpanId: "", attributes: { "http.response.status_code": 201 } });
    expect(created?.traceId).not.toBe(TRACE);
    expect(unknown).toMatchObject({ status: 0, attributes: { "http.response.status_code": 404 } });
    expect(spans.find(({ name }) => name === "SELECT list_records")).toMatchObject({
      traceId: TRACE,
      parentSpanId: list?.spanId,
      kind: 3,
      attributes: { "db.system.name": "postgresql", "db.operation.name": "SELECT" },
    });
    expect(spans.find(({ name }) => name === "INSERT metadata")).toMatchObject({ parentSpanId: created?.spanId });
    expect(spans.every(({ nanoseconds }) => nanoseconds > 0n)).toBe(true);
    const sent = JSON.stringify(spans, (_, value) => (typeof value === "bigint" ? String(value) : value));
    for (const secret of ["a secret value", "hidden", "limit=7", service.firstKey ?? ""])
      expect(sent).not.toContain(secret);
    // A trace that starts here is also in the log.
    expect(service.log()).toContain(`"trace":"${created?.traceId}"`);
  });

  it("are sampled and named as the environment variables specify", async () => {
    const collector = await startOtlpReceiver();
    onTestFinished(collector.stop);
    const service = await start({
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.url}/here`,
      OTEL_SERVICE_NAME: "renamed",
      OTEL_TRACES_SAMPLER: "parentbased_always_off",
    });
    expect(await ask(service, "/api/v1/reports")).toBe(200);
    expect(await ask(service, "/api/v1/reports", { headers: { traceparent: `00-${TRACE}-${PARENT}-00` } })).toBe(200);
    expect(await ask(service, "/api/v1/reports", { headers: { traceparent: `00-${TRACE}-${PARENT}-01` } })).toBe(200);
    await service.end();
    expect(new Set(collector.requests)).toEqual(new Set(["POST /here application/x-protobuf"]));
    expect(collector.spans.map(({ name, resource }) => [name, resource["service.name"]])).toEqual([
      ["SELECT list_records", "renamed"],
      ["GET /api/v1/reports", "renamed"],
    ]);
  });
});

/** A port on which nothing listens. */
async function deadPort(): Promise<string> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}

describe("a collector that", () => {
  it.each([
    ["is down", deadPort],
    [
      "never responds",
      async () => {
        const collector = await startOtlpReceiver({ isSilent: true });
        onTestFinished(collector.stop);
        return collector.url;
      },
    ],
  ])("%s does not make requests fail, fill the log, or keep the service from stopping", async (_, endpoint) => {
    const service = await start({
      OTEL_EXPORTER_OTLP_ENDPOINT: await endpoint(),
      // In ms; exporting fails repeatedly within this time.
      OTEL_BSP_SCHEDULE_DELAY: "5",
      OTEL_EXPORTER_OTLP_TIMEOUT: "50",
    });
    const complaints = () =>
      service
        .log()
        .split("\n")
        .filter((line) => line.includes("traces cannot be sent"));
    let sent = 0;
    await expect
      .poll(async () => {
        expect(await create(service, `record-${sent++}`)).toBe(201);
        return complaints().length;
      })
      .toBeGreaterThan(0);
    for (let n = 0; n < 20; n++) expect(await create(service, `later-${n}`)).toBe(201);
    expect(await service.end()).toBe(0);
    // The first failure has its stack; later ones are only counted.
    expect(complaints().filter((line) => line.includes('"stack"'))).toHaveLength(1);
  });
});

describe("traces are sent or not sent:", () => {
  const collector = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318" };

  it.each([
    ["are sent if a collector is set", collector, true],
    [
      "are sent if a collector is set only for traces",
      { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "http://collector:4318/v1/traces" },
      true,
    ],
    ["are sent to the default port if OTLP is requested", { OTEL_TRACES_EXPORTER: "otlp" }, true],
    ["are not sent without variables", {}, false],
    ["are not sent with an empty endpoint", { OTEL_EXPORTER_OTLP_ENDPOINT: " " }, false],
    ["are not sent if the SDK is disabled", { ...collector, OTEL_SDK_DISABLED: "True" }, false],
    ["are not sent if they are disabled", { ...collector, OTEL_TRACES_EXPORTER: "none" }, false],
    ["are not sent over gRPC", { ...collector, OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" }, false],
    [
      "are sent over HTTP, whatever other signals use",
      { ...collector, OTEL_EXPORTER_OTLP_PROTOCOL: "grpc", OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: "http/protobuf" },
      true,
    ],
  ])("%s", (_, environment, wanted) => {
    expect(wantsTraces(environment).wanted).toBe(wanted);
  });

  it("are not sent over gRPC, and a notice at startup explains this", () => {
    const { notice } = wantsTraces({ ...collector, OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" });
    expect(notice).toContain("must be http/protobuf, not grpc");
  });
});
