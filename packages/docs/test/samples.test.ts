import { type Mock, startMock } from "@metadata-service/mock";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { examplesOf, readDocs } from "../src/site/reference/operations.js";
import { defaultSamples, exampleSamples } from "../src/site/samples/default-samples.js";
import { noPython, runSample, WRITTEN_URL, withoutTimes } from "../src/site/samples/run-sample.js";
import { runAs, type Sample, WAYS } from "../src/site/samples/sample.js";
import { samplesOf } from "../src/site/samples/samples.js";
import { type WrittenSample, writtenSamples } from "../src/site/samples/written-samples.js";
import { api, operations } from "./spec.js";
import { withNewEndpoint } from "./with-new-endpoint.js";

const RECORD = "if the new output is correct, record it: npm run samples -w packages/docs";
const samples = await writtenSamples();

let mock: Mock;
beforeAll(async () => {
  mock = await startMock();
});
afterAll(() => mock.stop());

/** Splits samples by whether they need Python, which is not installed everywhere. */
const [inPython, others] = [true, false].map((isPython) =>
  samples.filter(({ language }) => (language === "python") === isPython),
);
const skipped = noPython ? ` (skipped: ${noPython})` : "";

describe("the samples in the docs", () => {
  const prints = async (sample: WrittenSample) => {
    mock.reset();
    const actual = withoutTimes(await runSample(sample, mock.url));
    const recorded = withoutTimes(sample.output ?? "");
    expect(recorded, RECORD).not.toBe("");
    // Responses are open: a new field in the spec does not require recording all outputs again.
    const [shown, printed] = [parsed(recorded), parsed(actual)];
    if (shown && printed) expect(printed, RECORD).toMatchObject(shown);
    else expect(actual, RECORD).toBe(recorded);
  };
  test.each(others ?? [])("print the output that the docs show: $name", prints);
  test.skipIf(noPython).each(inPython ?? [])(`print the output that the docs show: $name${skipped}`, prints);

  test("include the record with all thirteen types, which is returned as shown", async () => {
    mock.reset();
    const create = operations.find(({ id }) => id === "createMetadata");
    if (!create) throw new Error("The spec has no createMetadata.");
    const allKinds = (where: "request" | "response") =>
      examplesOf(create, where).find(({ name }) => name === "AllKinds")?.value;
    const sent = allKinds("request") as { items: { type: string }[] };
    const shown = allKinds("response") as { data: { items: object[] } };
    expect(new Set(sent.items.map(({ type }) => type)).size).toBe(13);
    const response = await fetch(`${mock.url}/api/v2/metadata/inspection`, {
      method: "POST",
      headers: { apiKey: mock.apiKey, "Content-Type": "application/json" },
      body: JSON.stringify(sent),
    });
    expect(response.status).toBe(201);
    const { data } = JSON.parse((await response.text()).replaceAll(mock.url, WRITTEN_URL));
    expect(data.items).toEqual(shown.data.items);
  });
});

describe("generated samples", () => {
  const copy = withNewEndpoint();

  test("exist for curl, client, fetch and Python, with the path and the key", async () => {
    const other = readDocs(copy);
    const shipments = other.operations.at(-1);
    if (!shipments) throw new Error("The copy has no operation.");
    const made = await samplesOf(other, shipments);
    expect(made.map(({ way }) => way)).toEqual(WAYS.map(({ way }) => way));
    for (const { way, source } of made) {
      expect(source).toContain(way === "client" ? "client.listShipments(" : "/api/v1/shipments?limit=50");
      expect(source).toContain("demo-key");
    }
  });

  // With each example of the body, because the reference shows the sample for the chosen example.
  const made = operations.flatMap((operation) => [
    ...defaultSamples({ ...api, baseUrl: WRITTEN_URL }, operation).map((sample) => ({ ...sample, name: "no example" })),
    ...exampleSamples({ ...api, baseUrl: WRITTEN_URL }, operation),
  ]);
  const isPython = ({ way }: Sample) => way === "python";
  const runs = async ({ way, source }: Sample) => {
    mock.reset();
    const output = await runSample({ language: runAs(way), source }, mock.url);
    expect(output.trim()).not.toBe("");
    // If the sample had failed, this line would not be reached. The last requests of a pull may have been aborted.
    expect([200, 201]).toContain(mock.requests[0]?.status);
  };
  test.each(made.filter((sample) => !isPython(sample)))("run: $operationId, $name, with $way", runs);
  test.skipIf(noPython).each(made.filter(isPython))(`run: $operationId, $name, with $way${skipped}`, runs);
});

describe("every operation has a sample for each language and tool", () => {
  test.each(operations)("$id", async (operation) => {
    const good = (await samplesOf(api, operation)).filter(({ status }) => !status);
    expect(good.map(({ way }) => way)).toEqual(WAYS.map(({ way }) => way));
  });
});

function parsed(text: string): object | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
