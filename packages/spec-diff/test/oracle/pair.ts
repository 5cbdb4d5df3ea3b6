import { instances } from "@metadata-service/test-kit/schemas/instances";
import { Random } from "@metadata-service/test-kit/schemas/random";
import {
  COMPONENTS,
  edited,
  randomSchema,
  type Schema,
  type Version,
} from "@metadata-service/test-kit/schemas/random-schema";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { Change, Verdict } from "../../src/change.js";
import { diffSpecs } from "../../src/compare/diff-specs.js";
import type { Node, Spec } from "../../src/compare/node.js";
import { documentWith } from "../table/base.js";
import { closed } from "./closed.js";

/** Two versions of a schema, and of the components that it may refer to. */
export interface Pair {
  was: Version;
  is: Version;
}

/**
 * Returns the pair for a seed: a schema, and the same schema after one to three edits of it or of one
 * of its components.
 */
export function pairOf(seed: number): Pair {
  const random = new Random(seed);
  // A component may refer to another one only in a nested schema, because a schema that consists only of a reference to
  // itself has no meaning.
  const components = Object.fromEntries(
    COMPONENTS.map((name): [string, Schema] => [name, guarded(randomSchema(random, 1))]),
  );
  const was: Version = { schema: randomSchema(random, 2), components };
  const is = structuredClone(was);
  for (let i = random.pick([1, 1, 1, 2, 3]); i > 0; i--) {
    if (random.chance(0.75)) is.schema = edited(random, is.schema);
    else {
      const name = random.pick(COMPONENTS);
      is.components[name] = guarded(edited(random, is.components[name] ?? true, 1));
    }
  }
  return { was, is };
}

/** Generates a component without references, so that no component contains itself. */
function guarded(schema: Schema): Schema {
  const withoutReferences = (value: unknown): unknown => {
    if (value === null || typeof value !== "object") return value;
    if (Array.isArray(value)) return value.map(withoutReferences);
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, inner]) => (key === "$ref" ? [] : [[key, withoutReferences(inner)]])),
    );
  };
  return withoutReferences(schema) as Schema;
}

/** A value that proves that the change breaks clients, and whether it is in a request or a response. */
export interface Witness {
  side: "request" | "response";
  value: unknown;
}

const SIDES = { request: "request body", response: "response body" } as const;

/** Returns the verdicts of the diff on a pair, in a request and in a response. */
export function verdictsOf({
  was,
  is,
}: Pair): Record<Witness["side"], { worst: Verdict | "nothing"; changes: Change[] }> {
  const document = ({ schema, components }: Version, side: Witness["side"]): Spec => ({
    ...documentWith(SIDES[side], schema),
    components: { schemas: components },
  });
  const judged = (side: Witness["side"]) => {
    const changes = diffSpecs(document(was, side), document(is, side));
    const worst = (["breaking", "not judged", "compatible"] as const).find((verdict) =>
      changes.some((change) => change.verdict === verdict),
    );
    return { worst: worst ?? ("nothing" as const), changes };
  };
  return { request: judged("request"), response: judged("response") };
}

const ajv = () => new Ajv2020({ strict: false, allErrors: false, validateFormats: false, logger: false });
const compile = (schema: unknown) => ajv().compile(apart(schema) as Schema) as (value: unknown) => boolean;
const validator = ({ schema, components }: Version) =>
  compile({ allOf: [schema], components: { schemas: components } });

/** Ajv 8.20 accepts an empty array for `contains` if `prefixItems` is beside it, but not if it is in an allOf. */
function apart(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(apart);
  if (value === null || typeof value !== "object") return value;
  const inner: Node = Object.fromEntries(Object.entries(value).map(([keyword, one]) => [keyword, apart(one)]));
  if (!("contains" in inner && "prefixItems" in inner)) return inner;
  const { contains, minContains, maxContains, ...others } = inner;
  const counts = Object.fromEntries(
    Object.entries({ minContains, maxContains }).filter(([, one]) => one !== undefined),
  );
  return { ...others, allOf: [...((others["allOf"] as unknown[]) ?? []), { contains, ...counts }] };
}

/**
 * Returns what a validator decides; undefined if it throws: Ajv 8.20 fails on some unevaluatedProperties inside unions.
 */
function tried(validate: (value: unknown) => boolean, value: unknown): boolean | undefined {
  try {
    return validate(value);
  } catch {
    return undefined;
  }
}

/**
 * Returns values with which the change breaks a client: accepted in a request before and rejected now, or possible in a
 * response now but not before. Requests only count if all their properties are declared: clients are not expected to
 * send others just because nothing forbids them (see the decision record).
 */
export function witnessesOf({ was, is }: Pair, seed: number, count: number): Witness[] {
  const [before, after] = [validator(was), validator(is)];
  let usesDeclared: ((value: unknown) => boolean) | undefined;
  const found: Witness[] = [];
  for (const value of instances(new Random(seed ^ 0x5bd1e995), count, [was, is])) {
    const [old, now] = [tried(before, value), tried(after, value)];
    if (old === undefined || now === undefined) continue;
    if (old && !now && !found.some(({ side }) => side === "request")) {
      usesDeclared ??= compile(closed(was));
      if (tried(usesDeclared, value)) found.push({ side: "request", value });
    }
    if (!old && now && !found.some(({ side }) => side === "response")) found.push({ side: "response", value });
  }
  return found;
}
