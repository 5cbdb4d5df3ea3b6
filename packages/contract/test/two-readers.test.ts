/**
 * The suite reads documents itself, so that a mistake of the reader that servers, client and docs share does not hide theirs
 * (decision 0040). Where both readers have a fact, it is the same.
 */
import { readdirSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type ApiModel, type OperationModel, prepareDocument, readApi } from "@metadata-service/spec-tools";
import { loadDocument as loadModelled } from "@metadata-service/spec-tools/load-document";
import { describe, expect, it, onTestFinished } from "vitest";
import { loadDocument } from "../src/cli/load-document.js";
import { type Document, type Operation, operationsOf } from "../src/document/document.js";
import { type Resource, resourcesOf } from "../src/resources/resource.js";

const zoo = fileURLToPath(new URL("../../../scripts/catalogue/zoo/", import.meta.url));
const own = fileURLToPath(new URL("../../../openapi/generated/openapi.json", import.meta.url));

/** What a reader says about an operation. */
interface Facts {
  readonly parameters: readonly string[];
  readonly body: string;
  readonly responses: readonly string[];
  readonly credentials: readonly string[];
  readonly list: string;
}

const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;
const text = (...values: unknown[]) => values.map((value) => JSON.stringify(value) ?? "-").join(" ");

function factsOfSuite(operation: Operation): Facts {
  const { parameters, body, responses, credentials, pagination } = operation;
  return {
    parameters: parameters
      .map((one) => text(one.in, one.name, one.required, one.mediaType ?? [one.style, one.explode]))
      .sort(),
    body: body ? text(body.required, [...body.mediaTypes].sort()) : "none",
    responses: responses.map(({ status, headers, content }) =>
      text(status, headers.map(({ name, required }) => [name, required]).sort(), Object.keys(content).sort()),
    ),
    credentials: credentials.map((all) => text(all.map((one) => [one.in, one.name.toLowerCase()]).sort())),
    list: pagination ? text(pagination.shape, pagination.records, pagination.total, pagination.identity) : "none",
  };
}

function factsOfModel(api: ApiModel, operation: OperationModel): Facts {
  const { parameters, body, responses, security, list } = operation;
  const credentials = security.map((all) => all.map(({ scheme }) => api.securitySchemes[scheme]?.credential));
  return {
    parameters: parameters
      .map((one) => text(one.in, one.name, one.required, one.mediaType ?? [one.style, one.explode]))
      .sort(),
    body: body ? text(body.required, body.content.map(({ mediaType }) => mediaType).sort()) : "none",
    responses: responses.map(({ status, headers, content }) =>
      text(
        status,
        headers.map(({ name, required }) => [name, required]).sort(),
        content.map(({ mediaType }) => mediaType).sort(),
      ),
    ),
    credentials: credentials
      .filter((all) => all.every((one) => one !== undefined))
      .map((all) => text(all.map((one) => [one?.in, one?.name.toLowerCase()]).sort())),
    list: list ? text(list.shape, list.records, list.total, list.identity) : "none",
  };
}

const ROLES = ["create", "list", "get", "replace", "update"] as const;

/** The operations of the suite's resources, with their roles. */
const rolesOfSuite = (resource: Resource): string[] =>
  ROLES.flatMap((role) => {
    const operation = resource[role];
    return operation ? [`${role} ${nameOf(operation)}`] : [];
  });

describe.each([own, ...readdirSync(zoo).map((name) => zoo + name)])("%s", (file) => {
  it("means the same to both readers", async () => {
    const { document: prepared } = prepareDocument((await loadModelled(file)).document);
    const document = await loadDocument(file).catch((error: Error) => {
      // The command asks for the document that `generate` writes.
      expect(error.message).toContain("names schemas with $id");
      return prepared as Document;
    });
    const api = readApi(prepared);
    const suite = operationsOf(document);
    const facts = <T extends { method: string; path: string }>(all: readonly T[], of: (one: T) => Facts) =>
      Object.fromEntries(all.map((one) => [nameOf(one), of(one)]));
    expect(facts(suite, factsOfSuite)).toEqual(facts(api.operations, (one) => factsOfModel(api, one)));

    const roles = new Set(
      api.resources.flatMap(({ operations }) =>
        operations.flatMap(({ operation, role }) => {
          const found = api.operations.find(({ id }) => id === operation);
          return found ? [`${role} ${nameOf(found)}`] : [];
        }),
      ),
    );
    // The suite knows fewer resources, because it demands something of each.
    expect(
      resourcesOf(suite)
        .flatMap(rolesOfSuite)
        .filter((role) => !roles.has(role)),
    ).toEqual([]);
  });
});

it("both readers name fields as YAML writes them", async () => {
  const folder = await mkdtemp(join(tmpdir(), "readers-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, "openapi.yaml");
  const names = ["9007199254740993", "1.0", "0x10", "200", "TRUE", "~"];
  const properties = [...names, "'2.0'"].map((name) => `        ${name}: { type: string }\n`).join("");
  const head = "openapi: 3.1.0\ninfo: { title: T, version: 1.0.0 }\npaths: {}\ncomponents:\n  schemas:\n    A:\n";
  await writeFile(file, `${head}      properties:\n${properties}`);
  for (const document of [await loadDocument(file), (await loadModelled(file)).document]) {
    const { A } = Object((document as Document)["components"])["schemas"];
    expect(Object.keys(A.properties).sort()).toEqual([...names, "2.0"].sort());
  }
});
