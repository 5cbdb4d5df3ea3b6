type Json = Record<string, unknown>;
interface Bundle extends Json {
  readonly paths: Record<string, Record<string, Json>>;
  readonly components: { readonly schemas: Record<string, Json> };
}

const json = (schema: object) => ({ "application/json": { schema } });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const query = (name: string, schema: object) => ({ name, in: "query", schema });

const INTEGER = { type: "integer" };
const TIME = { type: "string", format: "date-time" };
const UID = { name: "uid", in: "path", required: true, schema: ref("Uid") };
const PAGING = [
  query("limit", { ...INTEGER, minimum: 1, maximum: 100 }),
  query("offset", { ...INTEGER, minimum: 0 }),
  query("updated_from", TIME),
  query("updated_to", TIME),
];
const PAGINATION = {
  shape: "standard",
  records: "data",
  total: "total",
  identity: "uid",
  createdAt: "createdDate",
  updatedAt: "updatedDate",
  updatedFrom: "updated_from",
  updatedTo: "updated_to",
};
const FIELDS = {
  carrier: { type: "string", maxLength: 40 },
  weight: { ...INTEGER, minimum: 1 },
  note: { type: ["string", "null"], maxLength: 40 },
};

/**
 * Returns the API with every operation on metadata records, and on a resource of its own, `parcels`: create, list, get,
 * replace, patch and delete.
 *
 * @param bundle the bundle of this API
 */
export function withRecordOperations(bundle: object): Bundle {
  const document = structuredClone(bundle) as Bundle;
  const { paths, components } = document;
  const metadata = paths["/api/v2/metadata/{namespace}"];
  const input = components.schemas["MetadataInput"]?.["properties"] as Json | undefined;
  if (!metadata?.["post"] || !input) throw new Error("The API does not create metadata");
  const create = metadata["post"] as { parameters: Json[]; requestBody: object; responses: Record<string, object> };
  const { "201": stored = {}, ...errors } = create.responses;
  metadata["get"] = list("listMetadata", "Metadata", create.parameters, errors);
  paths["/api/v2/metadata/{namespace}/{uid}"] = one("Metadata", [...create.parameters, UID], errors, {
    record: stored,
    input: create.requestBody,
    patch: { items: input["items"] },
  });

  const required = ["carrier", "weight"];
  const times = { createdDate: ref("Timestamp"), updatedDate: ref("Timestamp") };
  const properties = { uid: ref("Uid"), ...FIELDS, ...times };
  components.schemas["ParcelInput"] = { type: "object", required, additionalProperties: false, properties: FIELDS };
  components.schemas["Parcel"] = { type: "object", required: ["uid", ...required, ...Object.keys(times)], properties };
  const record = { description: "The parcel.", content: json(ref("Parcel")) };
  const requestBody = { required: true, content: json(ref("ParcelInput")) };
  paths["/api/v1/parcels"] = {
    get: list("listParcels", "Parcel", [query("carrier", { type: "string" })], errors),
    post: { operationId: "createParcel", requestBody, responses: { "201": record, ...errors } },
  };
  paths["/api/v1/parcels/{uid}"] = one("Parcel", [UID], errors, { record, input: requestBody, patch: FIELDS });
  // A test may change its document, but not that of another one.
  return structuredClone(document);
}

/**
 * Returns the API with a resource `depots`, whose list tells records apart by `id`, while their path names their `slug`.
 *
 * @param bundle the bundle of this API
 */
export function withSlugs(bundle: object): Bundle {
  const document = structuredClone(bundle) as Bundle;
  const { paths, components } = document;
  const post = paths["/api/v2/metadata/{namespace}"]?.["post"] as { responses: Record<string, object> };
  const { "201": _stored, ...errors } = post.responses;
  const text = { type: "string", minLength: 1, maxLength: 20 };
  const times = { createdDate: ref("Timestamp"), updatedDate: ref("Timestamp") };
  const properties = { id: INTEGER, slug: text, title: text, ...times };
  components.schemas["Depot"] = { type: "object", required: Object.keys(properties), properties };
  const record = { description: "The depot.", content: json(ref("Depot")) };
  const body = (...names: ("slug" | "title")[]) => {
    const fields = Object.fromEntries(names.map((name) => [name, text]));
    return { required: true, content: json({ type: "object", required: names, properties: fields }) };
  };
  const slug = { name: "slug", in: "path", required: true, schema: text };
  paths["/api/v1/depots"] = {
    get: { ...list("listDepots", "Depot", [], errors), "x-pagination": { ...PAGINATION, identity: "id" } },
    post: {
      operationId: "createDepot",
      "x-promises": { repeatedCreate: "sameRecord" },
      requestBody: body("slug", "title"),
      responses: { "201": record, ...errors },
    },
  };
  paths["/api/v1/depots/{slug}"] = one("Depot", [slug], errors, {
    record,
    input: body("title"),
    patch: { title: text },
  });
  return document;
}

function list(operationId: string, record: string, parameters: readonly object[], errors: object): Json {
  const data = { type: "array", items: ref(record) };
  const page = {
    type: "object",
    required: ["data", "limit", "offset", "total"],
    properties: { data, total: INTEGER, limit: INTEGER, offset: INTEGER },
  };
  return {
    operationId,
    "x-pagination": PAGINATION,
    parameters: [...parameters, ...PAGING],
    responses: { "200": { description: "A page.", content: json(page) }, ...errors },
  };
}

function one(
  noun: string,
  parameters: readonly object[],
  errors: Record<string, object>,
  bodies: { readonly record: object; readonly input: object; readonly patch: object },
): Record<string, Json> {
  const missing = { ...errors, "404": errors["400"] };
  const operation = (verb: string, rest: object) => ({ operationId: `${verb}${noun}`, parameters, ...rest });
  const responses = { "200": bodies.record, ...missing };
  const patch = { type: "object", minProperties: 1, additionalProperties: false, properties: bodies.patch };
  return {
    get: operation("get", { responses }),
    put: operation("replace", { requestBody: bodies.input, responses }),
    patch: operation("patch", { requestBody: { required: true, content: json(patch) }, responses }),
    delete: operation("delete", { responses: { "204": { description: "Deleted." }, ...missing } }),
  };
}
