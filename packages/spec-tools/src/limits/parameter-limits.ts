import { pointerTo } from "../document/pointer.js";
import type { ApiModel, OperationModel, ParameterModel, ParameterStyle } from "../model/api-model.js";
import { propertiesOf, schemaAt, typesOf } from "../model/schema-at.js";
import type { Credential } from "../model/security-model.js";
import { own } from "../own.js";
import type { Limit } from "./limit.js";

/** The styles of each parameter location (OpenAPI 3.1, section 4.8.12.3). */
const STYLES: Readonly<Record<ParameterModel["in"], readonly ParameterStyle[]>> = {
  path: ["simple", "label", "matrix"],
  query: ["form", "spaceDelimited", "pipeDelimited", "deepObject"],
  header: ["simple"],
  cookie: ["form"],
};

/** OpenAPI ignores header parameters with these names; another part of the document describes each of them. */
const IGNORED: Readonly<Record<string, string>> = {
  accept: "the media types of the responses",
  "content-type": "the media types of the request body",
  authorization: "a security scheme",
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
  return alone.length > 0 ? alone : operations.flatMap((operation) => clashes(operation, api));
}

const placed = ({ pointer }: ParameterModel, wrong: Wrong | undefined): Limit[] =>
  wrong === undefined ? [] : [{ message: wrong.message, pointer: pointerTo(pointer, ...wrong.at) }];

/** Parameters of an operation of which only one could be sent. */
function clashes({ parameters, security }: OperationModel, { securitySchemes }: ApiModel): Limit[] {
  const credentials = security.flat().flatMap(({ scheme }) => securitySchemes[scheme]?.credential ?? []);
  const isSame = (one: Sent) => (other: Sent) =>
    one.in === other.in && (one.in === "header" ? fold(one.name) === fold(other.name) : one.name === other.name);
  return parameters.flatMap((parameter, i) => {
    const { in: place, name } = parameter;
    if (credentials.some(isSame(parameter)))
      return placed(parameter, {
        message: `The ${place} "${name}" already carries a credential, as components/securitySchemes describes; remove this parameter.`,
        at: ["name"],
      });
    const other = parameters.slice(0, i).find(isSame(parameter));
    if (other === undefined) return [];
    return placed(parameter, {
      message: `The headers "${other.name}" and "${name}" are the same, since their names have no case; remove one of them.`,
      at: ["name"],
    });
  });
}

type Sent = Pick<ParameterModel, "in" | "name"> | Credential;

const fold = (name: string) => name.toLowerCase();

interface Wrong {
  readonly message: string;
  readonly at: readonly string[];
}

function problemOf(document: object, parameter: ParameterModel): Wrong | undefined {
  const { name, in: place, style, mediaType } = parameter;
  if (name === "__proto__")
    return {
      message: 'A JavaScript object cannot have a value named "__proto__"; rename the parameter.',
      at: ["name"],
    };
  if (name === "") return { message: "A parameter without a name cannot be sent; give it one.", at: ["name"] };
  if (place === "header" && !TOKEN.test(name))
    return {
      message: `A header cannot be named ${JSON.stringify(name)}; use letters from A to Z, digits and -.`,
      at: ["name"],
    };
  const instead = place === "header" ? own(IGNORED, name.toLowerCase()) : undefined;
  if (instead !== undefined)
    return {
      message: `OpenAPI ignores a header parameter "${name}"; describe ${instead} instead, and remove it.`,
      at: [],
    };
  if (mediaType !== undefined) return undefined;
  if (!STYLES[place].includes(style))
    return {
      message: `A parameter in ${place} cannot have style: ${style}; use ${STYLES[place].join(", ")}.`,
      at: ["style"],
    };
  return shapeProblem(document, parameter);
}

/** Returns why the style of a parameter cannot serialize its values; undefined if it can. */
function shapeProblem(document: object, { name, style, explode, schema }: ParameterModel): Wrong | undefined {
  const [type] = typesOf(schema.node);
  if (style === "deepObject") {
    if (type !== "object")
      return {
        message: `style: deepObject is for objects, and "${name}" is not one; remove the style.`,
        at: ["style"],
      };
    const nested = [...propertiesOf(document, schema)].find(([, { node }]) =>
      /^(object|array)$/.test(typesOf(node)[0] ?? ""),
    );
    return (
      nested && {
        message: `style: deepObject has no way to write "${nested[0]}", which is ${typesOf(nested[1].node)[0] === "array" ? "an array" : "an object"}; give the parameter content: application/json instead.`,
        at: ["style"],
      }
    );
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
