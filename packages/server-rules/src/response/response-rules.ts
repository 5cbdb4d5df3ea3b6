import type { ResponseModel } from "@metadata-service/spec-tools";
import type { SchemaChecker } from "../schema/create-schema-checker.js";
import { RESPONSE_HEADERS } from "./response-headers.js";

/** The documented response for one status of an operation. */
export interface ResponseRules {
  readonly status: number;
  /**
   * Validates a body against the schema of its media type (JSON by default). Returns a sentence that says what is wrong
   * and where, or undefined.
   */
  check(body: unknown, mediaType?: string): string | undefined;
}

/** Returns the documented responses of an operation by status; ranges such as `4XX` and `default` are not in the map. */
export function responseRules(
  schemas: SchemaChecker,
  responses: readonly ResponseModel[],
): ReadonlyMap<number, ResponseRules> {
  return new Map(
    responses
      .filter(({ status }) => /^\d{3}$/.test(status))
      .map((response) => [
        Number(response.status),
        { status: Number(response.status), check: check(schemas, response) },
      ]),
  );
}

/**
 * Validates a status and a body against the documented responses, ranges and `default` included. Returns a sentence that
 * says what is wrong and where, or undefined.
 */
export type ResponseCheck = (status: number, body: unknown, mediaType?: string) => string | undefined;

export function responseCheck(schemas: SchemaChecker, responses: readonly ResponseModel[]): ResponseCheck {
  const checks = new Map<ResponseModel, ResponseRules["check"]>(
    responses.map((response) => [response, check(schemas, response)]),
  );
  return (status, body, mediaType) => {
    const response = responseFor(responses, status);
    // An operation that documents no success leaves it open.
    if (!response && !responses.some((one) => /^(2|default)/i.test(one.status))) return undefined;
    if (!response) return `the spec documents no response with the status ${status}`;
    return body === undefined ? undefined : checks.get(response)?.(body, mediaType);
  };
}

function check(schemas: SchemaChecker, { content }: ResponseModel): ResponseRules["check"] {
  const checks = new Map(
    content.flatMap(({ kind, concrete, schema }) =>
      kind === "json" && schema ? [[concrete, schemas.at(schema.pointer)] as const] : [],
    ),
  );
  return (body, mediaType: string = RESPONSE_HEADERS["Content-Type"]) => checks.get(mediaType)?.(body);
}

/** The media type of a JSON body: the first one that is documented, such as `application/problem+json`. */
export const jsonType = ({ content }: Pick<ResponseModel, "content">): string =>
  content.find(({ kind }) => kind === "json")?.concrete ?? RESPONSE_HEADERS["Content-Type"];

/** Returns the description of a status: the exact one, else that of its class (`4XX`), else `default`. */
export function responseFor(responses: readonly ResponseModel[], status: number): ResponseModel | undefined {
  const exact = String(status);
  const find = (name: string) => responses.find((one) => one.status.toUpperCase() === name);
  return responses.find((one) => one.status === exact) ?? find(`${Math.floor(status / 100)}XX`) ?? find("DEFAULT");
}
