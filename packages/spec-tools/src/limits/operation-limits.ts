import { pointerTo } from "../document/pointer.js";
import type { ApiModel, OperationModel, ParameterModel } from "../model/api-model.js";
import { typesOf } from "../model/schema-at.js";
import type { Limit } from "./limit.js";

/** Lists what is not supported in operations. */
export function operationLimits({ operations }: ApiModel): Limit[] {
  return operations.flatMap((operation) => [
    ...methodLimits(operation),
    ...pathLimits(operation),
    ...pagingLimits(operation),
  ]);
}

function methodLimits({ method, pointer }: OperationModel): Limit[] {
  if (method !== "TRACE") return [];
  return [{ message: "fetch cannot send TRACE, so no client could; remove this operation.", pointer }];
}

function pathLimits({ path, pointer }: OperationModel): Limit[] {
  return [
    ...path
      .split("/")
      .filter((part) => part.includes("}{") || /[{}]/.test(part.replaceAll(/\{[^{}]*\}/g, "")))
      .map((part) => ({
        message: `It is not clear where the parameters of "${part}" begin and end; write each as {name}, with a slash or other text between them.`,
        pointer,
      })),
    ...(/[^\w\-.~!$&'()*+,;=:@/]/.test(path.replaceAll(/\{[^}]*\}/g, ""))
      ? [
          {
            message: `The path ${path} has ${forbiddenIn(path)}.`,
            pointer,
          },
        ]
      : []),
  ];
}

/** What of a path a URL cannot have there, and what to do. */
function forbiddenIn(path: string): string {
  const [, mark, rest = ""] = /([?#])(.*)/s.exec(path.replaceAll(/\{[^}]*\}/g, "")) ?? [];
  if (mark === "?")
    return `a query, which OpenAPI describes beside the path; write ?${rest} as a parameter with in: query, of one operation for all of its values`;
  if (mark === "#")
    return `a fragment, #${rest}, which clients do not send, so no server could tell it from the path without it; describe both as one operation`;
  return "characters that a URL cannot have outside of parameters; use letters from A to Z, digits, - and _";
}

/** The path parameters must be those of the path template. */
export function pathParameterLimits({ operations }: ApiModel): Limit[] {
  return operations.flatMap(parametersOfPath);
}

function parametersOfPath({ path, parameters, pointer }: OperationModel): Limit[] {
  const named = [...path.matchAll(/\{([^}]*)\}/g)].map(([, name]) => name ?? "");
  const declared = parameters.filter((parameter) => parameter.in === "path");
  const missing = named.filter((name) => !declared.some((parameter) => parameter.name === name));
  const unused = declared.filter(({ name }) => !named.includes(name));
  return [
    ...missing.map((name) => ({
      message: `The path has {${name}}, but no parameter describes it; add one with name: ${name} and in: path.`,
      pointer,
    })),
    ...unused.map((parameter) => ({
      message: `The path ${path} has no {${parameter.name}}; add it to the path, or remove this parameter.`,
      pointer: parameter.pointer,
    })),
    ...declared
      .filter(({ required }) => !required)
      .map((parameter) => ({
        message: `A path parameter is always sent; add required: true to "${parameter.name}".`,
        pointer: parameter.pointer,
      })),
  ];
}

/** Pages are requested with limit and offset. */
function pagingLimits({ list, parameters, pointer }: OperationModel): Limit[] {
  if (!list) return [];
  const missing = ["limit", "offset"].filter(
    (name) => !parameters.some((parameter) => parameter.in === "query" && parameter.name === name),
  );
  const paging = ["limit", "offset", list.updatedFrom, list.updatedTo];
  return [
    ...missing.map((name) => ({
      message: `x-pagination means paging by limit and offset, but there is no query parameter "${name}"; add it, or remove x-pagination.`,
      pointer: pointerTo(pointer, "x-pagination"),
    })),
    // The one in the path has the plain name in the client.
    ...parameters
      .filter(({ in: place, name }) => place === "path" && paging.includes(name))
      .map((parameter) => ({
        message: `x-pagination needs the query parameter "${parameter.name}", so none in the path can have this name; rename it.`,
        pointer: pointerTo(parameter.pointer, "name"),
      })),
    ...(["updatedFrom", "updatedTo"] as const)
      .filter((end) => parameters.some((one) => one.in === "query" && one.name === list[end] && !isTime(one)))
      .map((end) => ({
        message: `A window is limited by times, but the parameter "${list[end]}" is none; give it format: date-time, or remove updatedFrom and updatedTo from x-pagination.`,
        pointer: pointerTo(pointer, "x-pagination", end),
      })),
  ];
}

/** Whether a parameter can be a time: a text of the format `date-time`, or of none. */
function isTime({ schema: { node } }: ParameterModel): boolean {
  const types = typesOf(node);
  return (types.length === 0 || types.includes("string")) && (node.format ?? "date-time") === "date-time";
}
