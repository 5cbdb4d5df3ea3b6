import type { Located } from "../document/dereference.js";
import type { BodyLimits, OperationPromises, Promises } from "../document/extensions.js";
import type { PaginationObject, SchemaObject } from "../document/open-api-document.js";
import type { ItemsModel, ItemsPlace } from "./items-model.js";
import type { ResourceModel } from "./resources/resource-model.js";
import type { SecurityAlternative, SecuritySchemeModel } from "./security-model.js";

/**
 * The model of an API, read from its OpenAPI document: references are followed, defaults are filled in, and everything
 * that can be written in several ways has one form. It is plain JSON; schemas keep their references.
 */
export interface ApiModel {
  readonly title: string;
  readonly version: string;
  readonly summary?: string;
  readonly description?: string;
  /** The URL of the first server, with the defaults of its variables; a relative one, as `/` where the document has none. */
  readonly server: string;
  /** In the order of the document. */
  readonly operations: readonly OperationModel[];
  readonly resources: readonly ResourceModel[];
  /** One for each union with `x-items`. */
  readonly items: readonly ItemsModel[];
  /** What the API promises beyond OpenAPI, for all operations: the content of `x-promises`. */
  readonly promises: Promises;
  /** The requests that the API sends to servers of its callers: the webhooks, then the callbacks of each operation. */
  readonly sent: readonly SentRequestModel[];
  /** The schemas in components, in the order of the document. */
  readonly schemas: readonly NamedSchema[];
  /** By the name that security requirements use. */
  readonly securitySchemes: Readonly<Record<string, SecuritySchemeModel>>;
}

/** A schema in components, as it is written: it may be a reference. */
export interface NamedSchema extends Located<SchemaObject> {
  readonly name: string;
}

/** One method of one path. */
export interface OperationModel {
  /** The operationId; if the document has none, a name derived from method and path, such as `getPetsByPetId`. */
  readonly id: string;
  /** In upper case. */
  readonly method: string;
  /** The template, as in the document: `/pets/{petId}`. */
  readonly path: string;
  /** The JSON pointer to the operation in the document. */
  readonly pointer: string;
  readonly tags: readonly string[];
  readonly summary?: string;
  readonly description?: string;
  readonly deprecated: boolean;
  /**
   * The parameters of the path item and of the operation. An operation's parameter replaces one with the same
   * name and location.
   */
  readonly parameters: readonly ParameterModel[];
  readonly body?: BodyModel;
  /** In the order of the document. */
  readonly responses: readonly ResponseModel[];
  /** A request must satisfy one of these; if there are none, it needs no credentials. */
  readonly security: readonly SecurityAlternative[];
  /** What this operation promises beyond OpenAPI: the content of its `x-promises`. */
  readonly promises: OperationPromises;
  /** What `x-pagination` means for this operation, if it has one. */
  readonly list?: ListModel;
}

/** A request that the API sends to a server of its caller. */
export interface SentRequestModel {
  readonly kind: "webhook" | "callback";
  readonly name: string;
  /** For a callback: the operation that starts it, and the expression that tells the address. */
  readonly of?: { readonly operation: string; readonly address: string };
  /** Its path is the name of the webhook, or the expression. */
  readonly request: OperationModel;
}

/** An operation as it is read first, before its resource and its list are known. */
export interface ReadOperation extends OperationModel {
  /** The content of `x-pagination`. */
  readonly pagination?: PaginationObject;
}

/** A list that is read in pages. */
export interface ListModel extends PaginationObject {
  /** The name of the resource that it lists. Lists with the same name return the same records (decision 0010). */
  readonly collection: string;
  /** The field of a record by which other operations ask for it, and that of `x-pagination` if they do not. */
  readonly key: string;
  /** The records of a page if the request has no limit, and the most that it can ask for. */
  readonly defaultLimit: number;
  readonly maxLimit: number;
  /** The largest value of the parameter `limit`, if its schema has one. */
  readonly documentedLimit?: number;
  /** The largest value of the parameter `offset`, if lists may have more records than it reaches. */
  readonly maxOffset?: number;
  /** The query parameters of a window of update times, and the method that syncs the list: `syncReports`. */
  readonly window?: { readonly from: string; readonly to: string; readonly field: string; readonly sync: string };
  /** The schemas of a page, of the array of records in it, and of one record. */
  readonly page: Located<SchemaObject>;
  readonly array: Located<SchemaObject>;
  readonly record: Located<SchemaObject>;
}

/** The serialization styles of OpenAPI 3.1, section 4.8.12.3. */
export type ParameterStyle = "matrix" | "label" | "simple" | "form" | "spaceDelimited" | "pipeDelimited" | "deepObject";

/** How a value becomes text: by style and explode, or by a media type. */
export interface Serialization {
  readonly style: ParameterStyle;
  readonly explode: boolean;
  /** Whether characters such as `/` and `?` are sent as they are. */
  readonly allowReserved: boolean;
  /** The media type if the parameter has `content`; style and explode are then ignored. */
  readonly mediaType?: string;
}

export interface ParameterModel extends Serialization {
  readonly name: string;
  readonly in: "path" | "query" | "header" | "cookie";
  /** The JSON pointer to the parameter object. */
  readonly pointer: string;
  readonly description?: string;
  readonly required: boolean;
  /** Itself, or its schema. */
  readonly deprecated: boolean;
  readonly allowEmptyValue: boolean;
  readonly schema: Located<SchemaObject>;
  readonly examples: readonly ExampleModel[];
}

export interface BodyModel {
  readonly pointer: string;
  readonly description?: string;
  readonly required: boolean;
  readonly content: readonly MediaTypeModel[];
}

/** How a body of a media type is read and written. */
export type BodyKind = "json" | "form" | "multipart" | "text" | "binary";

export interface MediaTypeModel {
  /** As the document writes it: `application/json`, `image/*`. */
  readonly mediaType: string;
  /** The media type that is sent: the same, or one in the range, such as `image/png`. */
  readonly concrete: string;
  readonly kind: BodyKind;
  readonly pointer: string;
  readonly schema?: Located<SchemaObject>;
  /** The content of `x-limits`. */
  readonly limits: BodyLimits;
  /** The places that hold typed items. */
  readonly items: readonly ItemsPlace[];
  /** One for each property of a form or multipart body, by name. */
  readonly encoding: Readonly<Record<string, EncodingModel>>;
  readonly examples: readonly ExampleModel[];
}

/** How one property of a form or multipart body is written. */
export interface EncodingModel extends Serialization {
  /** The media types that the value may have; the first one is sent. */
  readonly contentTypes: readonly string[];
  /** Whether style and explode apply instead of the media type: in a form, if the document sets either. */
  readonly styled: boolean;
  /** Whether the schema of the property is an array, whose elements are separate parts. */
  readonly repeated: boolean;
}

export interface ResponseModel {
  /** As the document writes it: `201`, `4XX`, `default`. */
  readonly status: string;
  readonly pointer: string;
  readonly description?: string;
  readonly headers: readonly HeaderModel[];
  /** Empty if the response has no body. */
  readonly content: readonly MediaTypeModel[];
}

export interface HeaderModel extends Serialization {
  readonly name: string;
  readonly pointer: string;
  readonly description?: string;
  readonly required: boolean;
  readonly deprecated: boolean;
  readonly schema: Located<SchemaObject>;
  readonly examples: readonly ExampleModel[];
}

export interface ExampleModel {
  /** Empty if the document has a single `example` without a name. */
  readonly name: string;
  readonly summary?: string;
  readonly value: unknown;
}
