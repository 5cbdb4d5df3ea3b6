import { type Case, type Context, NotApplicable, type Statuses } from "../../cases/case.js";
import type { Suite } from "../../cases/family.js";
import { NOBODY } from "../../document/credentials.js";
import { type Operation, operationsOf, type Parameter, responseFor, successOf } from "../../document/document.js";
import { withNumbers } from "../../document/exact-numbers.js";
import { decoded, namesIn, pathPattern } from "../../document/path-pattern.js";
import { isStrict } from "../../document/promises.js";
import { createValidator } from "../../document/validator.js";
import { ContractViolation } from "../../judging/judge-response.js";
import { isScalar } from "../../requests/parameter-text.js";
import { parameterBase, withQuery } from "../../requests/request.js";
import { freshParameter, identityFieldOf } from "../../resources/chosen-identity.js";
import {
  createsByPath,
  freeParameters,
  queriesRecord,
  recordOf,
  requiresRecord,
} from "../../resources/record-parameters.js";
import { resourcesOf } from "../../resources/resource.js";
import { validInputs } from "../../resources/valid-inputs.js";
import type { WireRequest } from "../../target/target.js";
import { typesOfText } from "../../values/flatten.js";
import { similarIdentity } from "../../values/fresh-value.js";
import { encodedName, takesAnyName } from "../query-parts.js";
import { refusalOf, testCase } from "../test-case.js";

const VALID = "a valid request";
/** The name of the case with the minimal valid request of an operation. */
export const MINIMAL = `status: ${VALID}`;

type Make = (status: string, name: string, run: Case["run"], wire?: boolean) => Case;

/** One case for each documented status: each operation can return it, with the documented response. */
export function statusCases({ operations }: Suite, operation: Operation): Case[] {
  const success = successOf(operation).status;
  const make: Make = (status, name, run, wire = false) =>
    testCase(operation, {
      rule: "status",
      name,
      id: status === "*" ? name : `responds with ${status}: ${name}`,
      status,
      wire,
      run,
    });
  const conditions = conditionCases(operation, make);
  const others = operation.responses.filter(
    ({ status }) =>
      /^\d{3}$/.test(status) &&
      ![success, "400", "401", "422", ...conditions.map((each) => each.status)].includes(status),
  );
  return [
    make(success, VALID, async (context) => {
      await context.exchange(operation, validInputs(operation, context.uid()));
    }),
    ...operation.credentials.map((alternative, i) => {
      const name = alternative.map((one) => `${one.in} ${one.name}`).join(" and ") || "no credentials";
      const only = { ...operation, credentials: [alternative] };
      const run: Case["run"] = async (context) => {
        const caller = alternative.length === 0 ? NOBODY : context.target;
        await context.exchange(only, validInputs(operation, context.uid()), { caller });
      };
      return make(success, `alternative ${i + 1} of credentials: ${name}`, run, true);
    }),
    ...(operation.method === "GET" ? [...headCase(operation, make), againCase(operations, operation, make)] : []),
    ...(operation.promises.otherMethods === undefined ? [allowCase(operation, make)] : []),
    ...encodedCase(operation, make),
    ...conditions,
    ...(isRecordOf(operations, operation) ? [unknownCase(operation, make)] : []),
    ...others.map(({ status }) =>
      make(status, `a valid request, with the header that provokes ${status}`, async (context) => {
        const headers = context.target.provoke?.(Number(status));
        if (!headers)
          throw new NotApplicable(
            `${context.target.name} has no way to provoke a ${status}; for a server, use --provoke-header`,
          );
        const inputs = { ...validInputs(operation, context.uid()), headers };
        const { response } = await context.exchange(operation, inputs, { status });
        const wait = response.headers["retry-after"];
        if (status === "429" && wait !== undefined && !/^\d+$/.test(wait) && Number.isNaN(Date.parse(wait)))
          throw new ContractViolation(`Retry-After is "${wait}", neither seconds nor a date (RFC 9110, 10.2.3)`);
      }),
    ),
  ];
}

/** A change on a condition that does not hold is a 412, and a read of what the client has a 304 (RFC 9110, 13.1.1 and 13.1.2). */
function conditionCases(operation: Operation, make: Make): Case[] {
  const isNamed = (code: string) => operation.responses.some(({ status }) => status === code);
  const condition = operation.parameters.find(({ in: place, name }) => place === "header" && /^if-match$/i.test(name));
  const isChange = condition && ["PUT", "PATCH", "DELETE"].includes(operation.method);
  return [
    ...(isChange && isNamed("412") ? [changedCase(operation, condition, make)] : []),
    ...(operation.method === "GET" && isNamed("304") ? [sameCase(operation, make)] : []),
  ];
}

const changedCase = (operation: Operation, condition: Parameter, make: Make): Case =>
  make("412", "a condition that does not hold", async (context) => {
    const tag = `"${context.uid()}"`;
    const isValid = createValidator(operation.document).accepts(condition.schema.pointer, tag);
    const value = isValid ? tag : freshParameter(condition, context.uid());
    if (value === undefined) throw new NotApplicable(`no other value for ${condition.name} could be generated`);
    const headers = { [condition.name]: String(value) };
    await context.exchange(operation, { ...validInputs(operation, context.uid()), headers }, { status: "412" });
  });

/** How often a read is repeated because the record changed in between. */
const CHANGES = 3;

const sameCase = (operation: Operation, make: Make): Case =>
  make("304", "what the client has already", async (context) => {
    const { status } = successOf(operation);
    const request = await context.request(operation, validInputs(operation, context.uid()));
    for (let i = 0; i < CHANGES; i++) {
      const tag = (await context.judge(operation, request, status)).response.headers["etag"];
      if (tag === undefined) throw new NotApplicable("the response has no ETag");
      const again = { ...request, headers: { ...request.headers, "If-None-Match": tag } };
      const exchange = await context.judge(operation, again, [status, "304"]);
      if (exchange.response.status === 304) return;
      if (exchange.response.headers["etag"] === tag)
        throw new ContractViolation(
          `status ${exchange.response.status}, expected 304: its ETag is still ${tag}`,
          exchange,
        );
    }
    throw new NotApplicable("it changes all the time");
  });

/** How many requests show a fault that occurs now and then, over all operations of a document. */
const OFTEN = 120;

/** A valid request succeeds each time (RFC 9110, 15.6.1). */
function againCase(operations: readonly Operation[], operation: Operation, make: Make): Case {
  const count = Math.max(5, Math.ceil(OFTEN / operations.filter(({ method }) => method === "GET").length));
  return make(successOf(operation).status, `a valid request, ${count} times`, async (context) => {
    for (let i = 0; i < count; i++) await context.exchange(operation, validInputs(operation, context.uid()));
  });
}

/** A method that no document describes and that changes nothing (RFC 4918, 9.1). */
const OTHER_METHOD = "PROPFIND";

/** What a server answers to another method is its own decision; a 405 has an Allow header (RFC 9110, 15.5.6). */
const allowCase = (operation: Operation, make: Make): Case =>
  make(
    "*",
    "if another method is a 405, it has Allow",
    async (context) => {
      const request = await context.request(operation, validInputs(operation, context.uid()));
      const other = { ...request, method: OTHER_METHOD, body: undefined };
      const response = await context.target.send(other);
      if (response.status !== 405) return;
      const allow = response.headers["allow"];
      const names = (allow ?? "").split(",").map((name) => name.trim());
      if (!names.includes(operation.method))
        throw new ContractViolation(`Allow is ${JSON.stringify(allow) ?? "missing"}, without ${operation.method}`, {
          request: other,
          response,
        });
    },
    true,
  );

/** HEAD is served wherever GET is, with the same status and without a body (RFC 9110, 9.1 and 9.3.2). */
function headCase(operation: Operation, make: Make): Case[] {
  const isOwn = operationsOf(operation.document).some(
    ({ method, path }) => method === "HEAD" && path === operation.path,
  );
  if (isOwn) return [];
  return [
    make(
      successOf(operation).status,
      "HEAD, with the status of GET",
      async (context) => {
        const request = await context.request(operation, validInputs(operation, context.uid()));
        // Whether what it is about exists, other cases ask.
        const mayLack =
          operation.parameters.some((parameter) => queriesRecord(operation, parameter)) ||
          operation.responses.some((each) => each.status === "404");
        const missing = mayLack ? ["404"] : [];
        const { response } = await context.judge(operation, request, [successOf(operation).status, ...missing]);
        const head = { ...request, method: "HEAD" };
        const isPromised = operation.promises.otherMethods !== undefined;
        const { status, body, headers } = isPromised
          ? (await context.judge({ ...operation, method: "HEAD" }, head, successOf(operation).status)).response
          : await context.target.send(head);
        const fail = (message: string) =>
          new ContractViolation(message, { request: head, response: { ...response, status, body, headers } });
        if (status !== response.status)
          throw fail(`HEAD ${request.path} is a ${status}, but GET is a ${response.status} (RFC 9110, 9.3.2)`);
        if (body !== "") throw fail(`the response to HEAD ${request.path} has a body (RFC 9110, 9.3.2)`);
        if (!isPromised) return;
        const other = ["Content-Type", "Content-Length"].find((name) => differs(name, response.headers, headers));
        if (other) throw fail(`${other} of HEAD ${request.path} differs from that of GET (RFC 9110, 8.6 and 9.3.2)`);
        for (const [wrong, refusal] of wrongHeads(operation, head))
          await context.judge({ ...operation, method: "HEAD" }, wrong, refusal);
      },
      true,
    ),
  ];
}

/** Whether a header of the response to HEAD differs from that of GET. The length may be left out, and is another one if GET is encoded. */
function differs(name: string, ofGet: Record<string, string>, ofHead: Record<string, string>): boolean {
  const [get, head] = [ofGet, ofHead].map((headers) => headers[name.toLowerCase()]);
  const isKnown = get !== undefined && head !== undefined && ofGet["content-encoding"] === undefined;
  return get !== head && (name !== "Content-Length" || isKnown);
}

/** What GET rejects, and HEAD therefore, too, each with the status. */
function wrongHeads(operation: Operation, head: WireRequest): [WireRequest, string][] {
  const { keyHeader } = operation;
  const wrong: [WireRequest, string][] = [];
  if (isStrict(operation) && !takesAnyName(operation))
    wrong.push([withQuery(head, "unexpected=1"), refusalOf(operation)]);
  const { [keyHeader ?? ""]: key, ...headers } = head.headers;
  if (key !== undefined && responseFor(operation, 401)?.status === "401") wrong.push([{ ...head, headers }, "401"]);
  return wrong;
}

/**
 * Whether the last parameter of a path identifies a record, so that there are identities without one, and 404 is
 * documented. Fixed parts may follow: those of an action, of a file, or of the records that belong to it.
 */
function isRecordOf(operations: readonly Operation[], operation: Operation): boolean {
  const last = freeParameters(operation).at(-1);
  if (!last || createsByPath(operation) || !missingOf(operation)) return false;
  const name = `{${last.name}}`;
  const own = operation.path.slice(0, operation.path.lastIndexOf(name) + name.length);
  const resource = resourcesOf(operations).find(({ path }) => path === own);
  // Whether the records have the identity in the path can be seen only where a response shows it.
  const isShown = resource?.get && identityFieldOf(resource.get, last) !== undefined;
  return isShown === true && (resource?.list ?? resource?.create) !== undefined;
}

/** Returns the statuses for a record that does not exist; undefined if none is documented. */
function missingOf(operation: Operation): Statuses | undefined {
  if (requiresRecord(operation)) return "412";
  const described = responseFor(operation, 404);
  if (described?.status === "404") return "404";
  // A range or `default` does not say which one it is.
  return described && described !== successOf(operation) ? ["404", "400", "410", "422"] : undefined;
}

/** A valid identity that no record has is a 404. */
const unknownCase = (operation: Operation, make: Make): Case =>
  make("404", "the identity of no record", async (context) => {
    const last = freeParameters(operation).at(-1);
    const value = last && ((await similar(context, operation, last)) ?? freshParameter(last, context.uid()));
    if (!last || value === undefined) throw new NotApplicable(`no other value for {${last?.name}} could be generated`);
    const inputs = validInputs(operation, context.uid());
    const status = missingOf(operation) ?? "404";
    const others = recordOf(operation).parameters.map((each) => [each.name, parameterBase(each)]);
    const path = { ...Object.fromEntries(others), [last.name]: value };
    await context.exchange(operation, { ...inputs, path }, { status });
  });

/** Returns an identity that differs from that of an existing record only in some letters and digits. */
async function similar(context: Context, operation: Operation, parameter: Parameter): Promise<string | undefined> {
  const { document, path } = operation;
  const place = namesIn(path).indexOf(parameter.name);
  const request = await context.request(operation, validInputs(operation, context.uid())).catch(notKnown);
  const [plain = ""] = request?.path.split("?") ?? [];
  const known = pathPattern(path).exec(plain)?.[place + 1];
  const value = known && similarIdentity(decoded(known), context.uid());
  return value && createValidator(document).accepts(parameter.schema.pointer, value) ? value : undefined;
}

/** Without a known record, there is no identity to compare with. */
function notKnown(error: unknown): undefined {
  if (!(error instanceof NotApplicable)) throw error;
}

/** A letter or a digit and its percent-encoding are the same (RFC 3986, 6.2.2.2), in the values of a query. */
function encodedCase(operation: Operation, make: Make): Case[] {
  const { parameters, document } = operation;
  const hasValue = ({ example, schema: { node } }: Parameter) =>
    // Whether a parameter may be empty is another question (OpenAPI 3.1.1, 4.8.12.2.1, allowEmptyValue).
    [example, node.enum?.[0], node.default].some((each) => each !== undefined && each !== "") ||
    typesOfText(document, node).some((type) => type === "integer" || type === "boolean");
  const written = parameters.filter((each) => each.in === "query" && isScalar(each) && hasValue(each));
  if (written.length === 0) return [];
  const encode = (value: unknown) =>
    [...Buffer.from(withNumbers(String(value)))].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
  const search = written.map((each) => `${encodedName(each.name)}=${encode(parameterBase(each))}`).join("&");
  const run: Case["run"] = async (context) => {
    await context.exchange(operation, { ...validInputs(operation, context.uid()), search });
  };
  return [make(successOf(operation).status, "a query whose values are percent-encoded", run, true)];
}
