import { pointerTo } from "../document/pointer.js";
import type { ApiModel, OperationModel, ParameterModel, ParameterStyle } from "../model/api-model.js";
import { schemaAt, typesOf, typesWithin, withoutNull } from "../model/schema-at.js";
import type { Limit } from "./limit.js";

/** The styles of each parameter location (OpenAPI 3.1, section 4.8.12.3). */
const STYLES: Readonly<Record<ParameterModel["in"], readonly ParameterStyle[]>> = {
  path: ["simple", "label", "matrix"],
  query: ["form", "spaceDelimited", "pipeDelimited", "deepObject"],
  header: ["simple"],
  cookie: ["form"],
};

/** The names of headers (RFC 9110, section 5.6.2). */
const TOKEN = /^[!#$%&'*+\-.^_`|~\dA-Za-z]+$/;

/**
 * Lists what is not supported in parameters. Where OpenAPI leaves the serialization undefined, every program would do
 * it differently.
 */
export function parameterLimits(document: object, api: ApiModel): Limit[] {
  const { operations } = api;
  const all = new Map(operations.flatMap(({ parameters }) => parameters).map((one) => [one.pointer, one]));
  const alone = [...all.values()].flatMap((parameter) => placed(parameter, problemOf(document, parameter)));
  return alone.length > 0 ? alone : operations.flatMap(clashes);
}

const placed = ({ pointer }: ParameterModel, wrong: Wrong | undefined): Limit[] =>
  wrong === undefined ? [] : [{ message: wrong.message, pointer: pointerTo(pointer, ...wrong.at) }];

/** Headers of an operation of which only one could be sent. */
function clashes({ parameters }: OperationModel): Limit[] {
  const headers = parameters.filter((parameter) => parameter.in === "header");
  return headers.flatMap((parameter, i) => {
    const { name } = parameter;
    const other = headers.slice(0, i).find((one) => one.name.toLowerCase() === name.toLowerCase());
    if (other === undefined) return [];
    return placed(parameter, {
      message: `The headers "${other.name}" and "${name}" are the same, since their names have no case; remove one of them.`,
      at: ["name"],
    });
  });
}

interface Wrong {
  readonly message: string;
  readonly at: readonly string[];
}

/** What is wrong with the name under which a value is sent. */
export function nameProblem({ name, in: place }: Pick<ParameterModel, "name" | "in">): string | undefined {
  if (name === "") return "A parameter without a name cannot be sent; give it one.";
  if (place !== "header" || TOKEN.test(name)) return undefined;
  return `A header cannot be named ${JSON.stringify(name)}; use letters from A to Z, digits and -.`;
}

function problemOf(document: object, parameter: ParameterModel): Wrong | undefined {
  const { name, in: place, style, mediaType } = parameter;
  if (!Object.hasOwn(STYLES, place))
    return {
      message: `A parameter is in ${Object.keys(STYLES).join(", ")}, not in ${JSON.stringify(place) ?? "no place"}; correct it.`,
      at: ["in"],
    };
  if (name === "__proto__")
    return {
      message: 'A JavaScript object cannot have a value named "__proto__"; rename the parameter.',
      at: ["name"],
    };
  const wrong = nameProblem(parameter);
  if (wrong !== undefined) return { message: wrong, at: ["name"] };
  if (mediaType !== undefined) return undefined;
  if (!STYLES[place].includes(style))
    return {
      message: `A parameter in ${place} cannot have style: ${style}; use ${STYLES[place].join(", ")}.`,
      at: ["style"],
    };
  return shapeProblem(document, parameter);
}

/** Returns why the style of a parameter cannot serialize its values; undefined if it can. */
function shapeProblem(document: object, { name, style, explode, schema: given }: ParameterModel): Wrong | undefined {
  const schema = withoutNull(document, given);
  const [type] = typesOf(schema.node);
  if (style === "deepObject") {
    // OpenAPI defines it for flat objects only; arrays and what is nested have more brackets, as in all programs.
    if (typesWithin(document, schema).some((each) => each === "object" || each === "array")) return undefined;
    return {
      message: `style: deepObject is for objects and arrays, and "${name}" is neither; remove the style.`,
      at: ["style"],
    };
  }
  if ((style === "spaceDelimited" || style === "pipeDelimited") && (type !== "array" || explode))
    return {
      message: `style: ${style} is for arrays with explode: false; change that, or remove the style.`,
      at: ["style"],
    };
  const inner = type === "array" ? nestedItem(document, schema.node.items) : undefined;
  if (inner === undefined) return undefined;
  return {
    message: `An array of ${inner} cannot be written by style: ${style}; give "${name}" content: application/json instead.`,
    at: ["schema"],
  };
}

function nestedItem(document: object, items: unknown): string | undefined {
  const [type] = typesOf(schemaAt(document, items, "").node);
  return type === "array" || type === "object" ? `${type}s` : undefined;
}
