// About this API: only its document has pages and promises for some of the operators.
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { readDocument } from "./document.js";
import { hunt, type Verdict } from "./hunt.js";
import { type Api, apiOf } from "./kit/api.js";
import { type Mutant, variant } from "./kit/operator.js";
import { chosen, readOptions } from "./options.js";
import { FAULTLESS } from "./proxy.js";
import { type RightServer, startRightServer } from "./right-server.js";
import { mutantsOf, OPERATORS } from "./table.js";
import { prove } from "./witness.js";

const DOCUMENTS = ["fastapi", "stripe", "nested"].map((name) =>
  fileURLToPath(new URL(`documents/${name}.yaml`, import.meta.url)),
);
const OWN = createRequire(import.meta.url).resolve("@metadata-service/openapi/openapi.json");

async function withServer<T>(path: string, use: (api: Api, right: RightServer) => Promise<T>): Promise<T> {
  const document = await readDocument(path);
  const right = await startRightServer(document);
  try {
    return await use(apiOf(document, right.key), right);
  } finally {
    await right.close();
  }
}

/** Returns why no mutant differs from the right server; undefined if one does. */
async function reasonNotSeen(api: Api, right: RightServer, mutants: readonly Mutant[]): Promise<string[] | undefined> {
  const reasons: string[] = [];
  for (const mutant of mutants) {
    const proof = await prove(api, mutant, right.send, right.reset);
    if (proof.differs) return undefined;
    reasons.push(`${mutant.id}: ${proof.reason}`);
  }
  return reasons;
}

describe("the mutants", () => {
  it("come from at most 60 operators, each with its rule and a source", () => {
    expect(OPERATORS.length).toBeLessThanOrEqual(60);
    expect(new Set(OPERATORS.map(({ name }) => name)).size).toBe(OPERATORS.length);
    expect(
      OPERATORS.filter(
        ({ rule }) => !/\((.*(JSON Schema|OpenAPI|RFC \d+|x-pagination|x-promises).*)\)$/.test(rule),
      ).map(({ name }) => name),
    ).toEqual([]);
  });

  it("differ from the right server: one of each operator, on some document", async () => {
    const unseen = new Map(OPERATORS.map(({ name }) => [name, [] as string[]]));
    for (const path of [...DOCUMENTS, OWN])
      await withServer(path, async (api, right) => {
        for (const { name, mutants } of OPERATORS.filter((one) => unseen.has(one.name))) {
          const reason = await reasonNotSeen(api, right, spread(mutants(api)));
          if (reason === undefined) unseen.delete(name);
          else unseen.get(name)?.push(...reason);
        }
      });
    expect(Object.fromEntries(unseen)).toEqual({});
  });

  it("are the only difference: a server without a fault has no witness", async () => {
    await withServer(DOCUMENTS[2] as string, async (api, right) => {
      const differing: string[] = [];
      for (const { mutants } of OPERATORS) {
        const [mutant] = mutants(api);
        if (mutant && (await prove(api, { ...mutant, make: () => FAULTLESS }, right.send, right.reset)).differs)
          differing.push(mutant.id);
      }
      expect(differing).toEqual([]);
    });
  });

  it("are chosen by the seed", async () => {
    const api = apiOf(await readDocument(DOCUMENTS[0]), "");
    const ids = (seed: string) =>
      chosen(mutantsOf(api), optionsOf("--sample", "5", "--seed", seed)).map(({ id }) => id);
    expect(ids("1")).toEqual(ids("1"));
    expect(ids("1")).not.toEqual(ids("2"));
  });
});

describe("the hunt", () => {
  it("tells whether a mutant is noticed, unnoticed or without a witness", async () => {
    await withServer(DOCUMENTS[0] as string, async (api, right) => {
      const place = { pointer: "", name: "" };
      const witness: Mutant["witness"] = (visit) => visit.call(api.operation("read_todos_todos__get"));
      const make = (name: string, broken: boolean, header: string) =>
        variant({
          name,
          places: () => [place],
          fault: () => async (request, send) => {
            const response = await send(request);
            return broken
              ? { ...response, status: 299 }
              : { ...response, headers: { ...response.headers, [header]: "/x" } };
          },
          witness: (_, visit) => witness(visit),
        })(api, "test");
      const mutants = [
        ...make("broken", true, ""),
        ...make("harmless", false, "location"),
        ...make("equal", false, "x-other"),
      ];
      const verdicts: Verdict[] = [];
      const baseline = await hunt(api, right, mutants, { effort: "quick", seed: 1 }, (verdict) =>
        verdicts.push(verdict),
      );
      expect(baseline.cases).toBeGreaterThan(0);
      expect(Object.fromEntries(verdicts.map(({ id, outcome }) => [id, outcome]))).toEqual({
        "test / broken": "noticed",
        "test / harmless": "unnoticed",
        "test / equal": "no witness",
      });
    });
  });
});

function optionsOf(...args: string[]) {
  const options = readOptions(args, 1);
  if (options === "help") throw new Error("no options");
  return options;
}

/** Some mutants of an operator, not only those of the first place. */
const spread = (mutants: readonly Mutant[]) =>
  mutants.filter((_, i) => i % Math.max(1, Math.floor(mutants.length / 4)) === 0).slice(0, 5);
