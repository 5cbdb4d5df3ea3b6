import type { OperationModel } from "@metadata-service/spec-tools";
import { type Api, authorized } from "../kit/api.js";
import { type Request, sent, withHeader } from "../kit/exchange.js";
import { onRequest, onResponse, placesOf } from "../kit/faults.js";
import { type Operator, operator, variant } from "../kit/operator.js";

const secured = (api: Api) =>
  placesOf(
    api.model.operations.filter(
      ({ security }) => security.length > 0 && security.every((alternative) => alternative.length > 0),
    ),
  );

const credentialOf = (api: Api, scheme: string) => api.model.securitySchemes[scheme]?.credential;

/** Removes the credentials from a request. */
const anonymous = (api: Api, operation: OperationModel, request: Request): Request =>
  operation.security.flat().reduce((made, { scheme }) => {
    const credential = credentialOf(api, scheme);
    if (credential?.in === "query") return sent(made).withParameter(credential.name);
    return sent(made).withHeader(
      credential?.in === "cookie" ? "cookie" : (credential?.name.toLowerCase() ?? ""),
      undefined,
    );
  }, request);

/** Keys that are not the right one, made from it. */
const WRONG = [
  { name: "any key", write: () => "some-other-key", isLike: () => true },
  {
    name: "a longer key",
    write: (key: string) => `${key}x`,
    isLike: (text: string, key: string) => text.includes(key) && !new RegExp(`${key}$`, "m").test(text),
  },
  {
    name: "a shorter key",
    write: (key: string) => key.slice(0, -1),
    isLike: (text: string, key: string) => text.includes(key.slice(0, 3)) && !text.includes(key),
  },
  {
    name: "a key in other letters",
    write: (key: string) => key.toUpperCase(),
    isLike: (text: string, key: string) => !text.includes(key) && text.toLowerCase().includes(key),
  },
];

/** All that a request says where credentials could be, one a line, Basic ones decoded. */
const said = ({ headers, target }: Request) =>
  [...Object.values(headers), target.replaceAll("&", "\n")]
    .join("\n")
    .replace(/^Basic +(\S+)$/im, (_, text) => Buffer.from(text, "base64").toString());

export const SECURITY: readonly Operator[] = [
  operator(
    "missing or wrong credentials accepted",
    "A request satisfies one of the security requirements (OpenAPI 3.1, 4.8.30; RFC 9110, 11.4 and 15.5.2)",
    variant({
      name: "none",
      places: secured,
      fault: ({ operation }, api) =>
        onRequest(api, operation, (request) =>
          said(anonymous(api, operation, request)) === said(request) ? authorized(api, operation, request) : undefined,
        ),
      witness: async ({ operation }, visit) =>
        visit.send(anonymous(visit.api, operation, await visit.valid(operation))),
    }),
    ...WRONG.map(({ name, write, isLike }) =>
      variant({
        name,
        places: secured,
        fault: ({ operation }, api) =>
          onRequest(api, operation, (request) => {
            const bare = anonymous(api, operation, request);
            const text = said(request);
            return said(bare) !== text && isLike(text, api.key) ? authorized(api, operation, bare) : undefined;
          }),
        async witness({ operation }, visit) {
          const request = anonymous(visit.api, operation, await visit.valid(operation));
          await visit.send(authorized(visit.api, operation, request, write(visit.api.key)));
        },
      }),
    ),
  ),
  operator(
    "the name of an authentication scheme compared with case",
    "The name of a scheme is compared without case (RFC 9110, 11.1)",
    variant({
      name: "",
      places: (api) =>
        secured(api).filter(({ operation }) =>
          operation.security.every((all) => all.some(({ scheme }) => credentialOf(api, scheme)?.prefix)),
        ),
      fault: ({ operation }, api) =>
        onRequest(api, operation, (request) =>
          /^[a-z]/.test(request.headers["authorization"] ?? "") ? anonymous(api, operation, request) : undefined,
        ),
      async witness({ operation }, visit) {
        const request = await visit.valid(operation);
        const lower = (request.headers["authorization"] ?? "").replace(/^\w+/, (name) => name.toLowerCase());
        await visit.send(sent(request).withHeader("authorization", lower));
      },
    }),
  ),
  operator(
    "a header that HTTP demands missing",
    "A 401 has a WWW-Authenticate header, and a 405 an Allow header (RFC 9110, 11.6.1, 15.5.2 and 15.5.6)",
    variant({
      name: "WWW-Authenticate of a 401",
      places: secured,
      fault: ({ operation }, api) =>
        onResponse(api, operation, (response) =>
          response.status === 401 ? withHeader(response, "www-authenticate", undefined) : undefined,
        ),
      witness: ({ operation }, visit) => visit.provoke(operation, 401),
    }),
    variant({
      name: "Allow of a 405",
      places: (api) => placesOf([...new Map(api.model.operations.map((one) => [one.path, one])).values()]),
      fault: ({ operation }, api) =>
        onResponse(api, undefined, (response, request) =>
          response.status === 405 && api.pattern(operation).test(sent(request).path)
            ? withHeader(response, "allow", undefined)
            : undefined,
        ),
      async witness({ operation }, visit) {
        const used = visit.api.model.operations
          .filter(({ path }) => path === operation.path)
          .map(({ method }) => method);
        const method = ["PUT", "DELETE", "PATCH", "POST"].find((one) => !used.includes(one)) ?? "TRACE";
        await visit.send({ ...(await visit.valid(operation)), method });
      },
    }),
  ),
];
