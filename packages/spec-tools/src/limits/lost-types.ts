import type { ApiModel, MediaTypeModel, OperationModel } from "../model/api-model.js";
import { typesWithin } from "../model/schema-at.js";

const USED_AS: Readonly<Record<string, string>> = { binary: "a Blob", text: "a string" };

/** Lists the bodies whose schema says more than the client can use, because of their media type; one sentence each. */
export function lostTypes(document: object, { operations }: Pick<ApiModel, "operations">): string[] {
  return operations.flatMap((operation) =>
    bodiesOf(operation).flatMap(({ what, content }) => {
      // Otherwise the client uses another media type.
      if (content.some(({ kind }) => USED_AS[kind] === undefined)) return [];
      return content.flatMap((media) => {
        const [type] = media.schema ? typesWithin(document, media.schema).filter((one) => one !== "string") : [];
        return type === undefined ? [] : [sentence(operation, what, media, type)];
      });
    }),
  );
}

interface Body {
  readonly what: string;
  readonly content: readonly MediaTypeModel[];
}

const bodiesOf = ({ body, responses }: OperationModel): Body[] => [
  ...(body ? [{ what: "request", content: body.content }] : []),
  ...responses
    .filter(({ status }) => /^2|^default$/.test(status))
    .map(({ status, content }) => ({ what: `response ${status}`, content })),
];

const sentence = ({ id }: OperationModel, what: string, { mediaType, kind }: MediaTypeModel, type: string): string =>
  `The ${what} of ${id} is ${USED_AS[kind]} in the client, although its schema is of type ${type}: ${mediaType} is not JSON. If it is, write application/json.`;
