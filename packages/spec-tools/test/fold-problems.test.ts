import { type NormalizedProblem, Source } from "@redocly/openapi-core";
import { describe, expect, it } from "vitest";
import { closest } from "../src/closest.js";
import { foldProblems } from "../src/generate/spec/fold-problems.js";
import { messageOf } from "../src/generate/spec/stop-on-problems.js";

const problem = (ruleId: string, message: string, pointer: string): NormalizedProblem => ({
  ruleId,
  message,
  severity: "error",
  location: [{ source: new Source("/spec.yaml", ""), pointer }],
  suggest: [],
});
const example = (value: string, pointer: string) =>
  problem(
    "no-invalid-schema-examples",
    `Example value must conform to the schema: ${value}type must be integer.`,
    pointer,
  );
const folded = (...problems: NormalizedProblem[]) => {
  const { shown, later } = foldProblems(problems);
  return { shown: shown.map((one) => [one.problem.location[0]?.pointer, one.others.length]), later };
};

describe("problems with the same cause are reported once", () => {
  it("for all places that use a schema, the schema itself first", () => {
    const places = [
      example("`uid` property ", "#/examples/0/uid"),
      example("", "#/examples/0"),
      example("`a` property ", "#/a/b/c"),
    ];
    expect(folded(...places)).toEqual({ shown: [["#/examples/0", 2]], later: 0 });
  });

  it("for a reference that leads nowhere, together with everything that is missing because of it", () => {
    const missing = problem("no-unresolved-refs", "Can't resolve $ref", "#/a");
    expect(folded(example("", "#/b"), problem("conventions/pagination", "No records", "#/c"), missing)).toEqual({
      shown: [["#/a", 0]],
      later: 2,
    });
  });

  it("for two paths that differ only in the names of their parameters", () => {
    const identical = problem("no-identical-paths", "The path already exists", "#/paths/~1a~1{c}");
    const ambiguous = problem("no-ambiguous-paths", "Paths should resolve unambiguously", "#/paths/~1a~1{c}");
    expect(folded(ambiguous, identical).shown).toEqual([["#/paths/~1a~1{c}", 0]]);
    expect(folded(ambiguous).shown).toHaveLength(1);
  });

  it("for a file that cannot be parsed, and the reference to it", () => {
    const reason = 'tab characters must not be used in indentation in "/paths/a.yaml" (3:1)';
    const parsed = problem("no-unresolved-refs", `Failed to parse: ${reason}`, "");
    const reference = problem("no-unresolved-refs", `Can't resolve $ref: ${reason}`, "#/paths/~1a");
    expect(folded(reference, parsed)).toEqual({ shown: [["", 0]], later: 1 });
    expect(folded(reference).shown).toHaveLength(1);
  });

  it("for a path and a parameter with different names", () => {
    const rule = (message: string, pointer: string) => problem("path-parameters-defined", message, pointer);
    const unused = rule("Path parameter `petId` is not used in the path `/pets/{id}`.", "#/name");
    const missing = rule(
      "The operation does not define the path parameter `{id}` expected by path `/pets/{id}`.",
      "#/a/b",
    );
    expect(folded(unused, missing)).toEqual({ shown: [["#/name", 1]], later: 0 });
  });

  it("for a misspelt field of the root, which is missing for every operation", () => {
    const misspelt = problem("struct", "Property `securty` is not expected here.", "#/securty");
    expect(folded(misspelt, problem("security-defined", "Every operation should have security", "#/a"))).toEqual({
      shown: [["#/securty", 0]],
      later: 1,
    });
  });

  it("for a security scheme with a misspelt type, which makes its fields unexpected", () => {
    const struct = (message: string, pointer: string) => problem("struct", message, `#/components/a${pointer}`);
    const type = struct('`type` can be one of the following only: "apiKey".', "/type");
    const field = struct("The field `in` is not allowed here.", "/in");
    const missing = struct("The field `scheme` must be present on this level.", "");
    expect(folded(field, missing, type)).toEqual({ shown: [["#/components/a/type", 0]], later: 2 });
    expect(folded(field, missing)).toEqual({ shown: [["#/components/a", 1]], later: 0 });
    const elsewhere = problem("struct", "The field `in` is not allowed here.", "#/components/b/in");
    expect(folded(elsewhere, type).shown).toHaveLength(2);
  });

  it("for an operationId that is used twice", () => {
    const unique = problem("operation-operationId-unique", "Every operation must be unique.", "#/get/listPets");
    const both = problem("conventions/method-names", "Also used in a.yaml:2; rename one.", "#/get/operationId");
    expect(folded(unique, both)).toEqual({ shown: [["#/get/operationId", 0]], later: 0 });
    expect(folded(unique).shown).toHaveLength(1);
  });

  it("for one place that breaks two rules", () => {
    const rule = (message: string) => problem("conventions/described-members", message, "#/a");
    expect(folded(rule("no description"), rule("no example"))).toEqual({ shown: [["#/a", 1]], later: 0 });
  });
});

it("two different problems are reported separately", () => {
  expect(folded(problem("struct", "one", "#/a"), problem("struct", "two", "#/b")).shown).toHaveLength(2);
});

it("closest returns the most similar name, or nothing if none is similar", () => {
  expect(closest("DatItem.yaml", ["DateItem.yaml", "FileItem.yaml"])).toBe("DateItem.yaml");
  expect(closest("Money.yaml", ["DateItem.yaml"])).toBeUndefined();
});

it("says where else a problem is, in a sentence of its own", () => {
  const [one, other] = [
    problem("rule/names", "names are in snake_case", "#/a"),
    problem("rule/names", "names are in snake_case", "#/b"),
  ];
  expect(messageOf(one, [other], "/").message).toBe("names are in snake_case. The same at 1 more place in spec.yaml.");
  expect(messageOf(one, [], "/").message).toBe("names are in snake_case");
  const whole = { ...one, message: "Names are in snake_case." };
  expect(messageOf(whole, [{ ...other, message: whole.message }], "/").message).toMatch(/_case\. The same/);
});
