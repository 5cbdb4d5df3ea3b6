/** Records in documents as other people and their generators write them, one trait each. */
import { describe, expect, it } from "vitest";
import {
  boolean,
  get,
  inPath,
  integer,
  json,
  notFound,
  object,
  ok,
  ref,
  type Schema,
  serve,
  text,
} from "./small-document.js";

it("a request that may be a record or an array of records creates the record", async () => {
  const rule = object({ name: text, size: integer });
  const many = { oneOf: [rule, { type: "array", items: rule }] };
  const post = {
    operationId: "createRule",
    requestBody: { required: true, content: json(many) },
    responses: ok(many),
  };
  const list = get("listRules", ok({ type: "array", items: rule }));
  const item = get("getRule", { ...ok(rule), ...notFound }, [inPath("ruleName")]);
  const send = await serve({ "/rules": { ...list, post }, "/rules/{ruleName}": item });
  const sent = { name: "r-1", size: 7 };
  expect((await send("POST", "/rules", sent)).body).toEqual(sent);
  expect((await send("GET", "/rules/r-1")).body).toEqual(sent);
  expect((await send("POST", "/rules", [sent])).status).toBe(200);
});

it("a POST to the path of a record creates it there, and an action on one that is not there is refused", async () => {
  const user = object({ userName: text, isActive: boolean });
  const act = (operationId: string, responses: object) => ({
    post: { operationId, parameters: [inPath("user_name")], responses: { ...responses, ...notFound } },
  });
  const item = get("getUser", { ...ok(user), ...notFound }, [inPath("user_name")]);
  const send = await serve({
    "/users": get("listUsers", ok({ type: "array", items: user })),
    "/users/{user_name}": { ...item, ...act("createUser", ok(object({ apiKey: text }), {}, 201)) },
    "/users/{user_name}/rotate-key": act("rotateKey", ok(object({ apiKey: text }))),
  });
  expect((await send("POST", "/users/ada/rotate-key")).status).toBe(404);
  const created = await send("POST", "/users/ada");
  expect([created.status, Object.keys(Object(created.body))]).toEqual([201, ["apiKey"]]);
  expect((await send("GET", "/users/ada")).body).toMatchObject({ userName: "ada" });
  expect((await send("POST", "/users/ada/rotate-key")).status).toBe(200);
});

it("a record is created under the identity of the request if the response is a task that names it otherwise", async () => {
  const index = object({ uid: text, createdAt: { ...text, format: "date-time" } });
  const post = {
    operationId: "createIndex",
    requestBody: { required: true, content: json(object({ uid: text })) },
    responses: ok(object({ taskUid: integer, indexUid: text }), {}, 202),
  };
  const list = get("listIndexes", ok({ type: "array", items: index }));
  const item = get("getIndex", { ...ok(index), ...notFound }, [inPath("index_uid")]);
  const send = await serve({ "/indexes": { ...list, post }, "/indexes/{index_uid}": item });
  expect(await send("POST", "/indexes", { uid: "i-1" })).toMatchObject({ status: 202, body: { indexUid: "i-1" } });
  expect((await send("GET", "/indexes/i-1")).body.uid).toBe("i-1");
});

it("all records have different identities if a pattern says only how one begins", async () => {
  const id = { type: "string", pattern: "^ses" };
  const list = get("listSessions", ok({ type: "array", items: object({ id }) }));
  const item = get("getSession", { ...ok(object({ id })), ...notFound }, [inPath("id", id)]);
  const send = await serve({ "/sessions": list, "/sessions/{id}": item });
  const { body } = await send("GET", "/sessions");
  expect(new Set(body.map((one: { id: string }) => one.id)).size).toBe(20);
  expect((await send("GET", `/sessions/${body[7].id}`)).body).toEqual(body[7]);
  expect((await send("GET", "/sessions/ses")).status).toBe(404);
});

it("a record gets what the server sets in the branch of a union that its type names", async () => {
  const branch = (type: string, value: Schema, more: object = {}) =>
    object({ ...more, type: { type: "string", enum: [type] }, value });
  const union = (more: object) => ({ oneOf: [branch("number", integer, more), branch("text", text, more)] });
  const survey = (more: object) => object({ ...more, variables: { type: "array", items: union(more) } });
  const post = {
    operationId: "createSurvey",
    requestBody: { required: true, content: json(survey({})) },
    responses: ok(survey({ id: text }), {}, 201),
  };
  const item = get("getSurvey", ok(survey({ id: text })), [inPath("id")]);
  const send = await serve({ "/surveys": { post }, "/surveys/{id}": item });
  const sent = [{ type: "text", value: "" }];
  const { status, body } = await send("POST", "/surveys", { variables: sent });
  expect([status, body.variables]).toEqual([201, [{ id: expect.any(String), ...sent[0] }]]);
});

describe("an operation on a whole collection", () => {
  const topics = { "application/json": { schema: object({ topics: { type: "array", items: text } }) } };
  const done = ok(object({ changed: integer }));
  const all = { get: get("listT", ok({ type: "array", items: object({ id: integer }) })).get };

  it.each(["PUT", "PATCH", "DELETE"])(
    "of a record that was just created returns what its schema says: %s",
    async (method) => {
      const contact = object({ id: integer, name: text });
      const change = { responses: done, ...(method !== "DELETE" && { requestBody: { content: topics } }) };
      const inContact = [inPath("id", integer)];
      const send = await serve({
        "/contacts": {
          post: { requestBody: { content: json(object({ name: text })) }, responses: ok(contact, {}, 201) },
        },
        "/contacts/{id}": get("getContact", { ...ok(contact), ...notFound }, inContact),
        "/contacts/{id}/topics": { ...all, [method.toLowerCase()]: change, parameters: inContact },
      });
      const { body } = await send("POST", "/contacts", { name: "a" });
      const before = await send("GET", `/contacts/${body.id}/topics`);
      const changed = await send(
        method,
        `/contacts/${body.id}/topics`,
        method === "DELETE" ? undefined : { topics: ["a"] },
      );
      expect([changed.status, typeof changed.body.changed]).toEqual([200, "number"]);
      expect((await send("GET", `/contacts/${body.id}/topics`)).body).toEqual(before.body);
    },
  );
});

describe("an identity", () => {
  it("satisfies the record and the path", async () => {
    const uuid = { type: "string", format: "uuid" };
    const auto = ref("Auto");
    const send = await serve(
      {
        "/autos": get("list", ok({ type: "array", items: auto })),
        "/autos/{auto_id}": get("get", { ...ok(auto), ...notFound }, [inPath("auto_id", uuid)]),
      },
      { Auto: object({ id: text, name: text }) },
    );
    const { body } = await send("GET", "/autos");
    for (const { id } of body) expect(await send("GET", `/autos/${id}`)).toMatchObject({ status: 200, body: { id } });
  });
  it("may be in any of the fields that the parameter lists", async () => {
    const team = object({ id: { type: "string", format: "uuid" }, slug: text });
    const post = {
      operationId: "create",
      requestBody: { required: true, content: json(object({ slug: text })) },
      responses: ok(team, {}, 201),
    };
    const parameter = inPath("team_id_or_slug");
    const send = await serve({
      "/teams": { ...get("list", ok({ type: "array", items: team })), post },
      "/teams/{team_id_or_slug}": {
        ...get("get", { ...ok(team), ...notFound }, [parameter]),
        delete: { operationId: "delete", parameters: [parameter], responses: { 204: { description: "d" } } },
      },
      "/teams/{team_id_or_slug}/members": get("members", { ...ok({ type: "array", items: text }), ...notFound }, [
        parameter,
      ]),
    });
    const { body } = await send("POST", "/teams", { slug: "red" });
    for (const value of ["red", body.id]) {
      expect((await send("GET", `/teams/${value}`)).body).toEqual(body);
      expect((await send("GET", `/teams/${value}/members`)).status).toBe(200);
    }
    for (const at of ["/teams/blue", "/teams/blue/members"]) expect((await send("GET", at)).status).toBe(404);
    expect((await send("DELETE", "/teams/red")).status).toBe(204);
    expect((await send("GET", `/teams/${body.id}`)).status).toBe(404);
  });
  it("that is a choice is that of a record, whatever identifies the records of a list", async () => {
    const budget = object({ id: { type: "string", format: "uuid" }, limit: integer });
    const send = await serve({
      "/budgets": get("list", ok({ type: "array", items: budget })),
      "/budgets/{interval}": get("get", { ...ok(budget), ...notFound }, [
        inPath("interval", { enum: ["day", "week"] }),
      ]),
    });
    for (const one of ["day", "week"]) expect((await send("GET", `/budgets/${one}`)).status).toBe(200);
  });
  it("of a new record is the server's if the request has none", async () => {
    const record = ref("P");
    const post = {
      operationId: "create",
      requestBody: { required: true, content: json(object({ name: text })) },
      responses: ok(record, {}, 201),
    };
    const send = await serve(
      {
        "/p": { ...get("list", ok({ type: "array", items: record })), post },
        "/p/{id}": get("get", { ...ok(record), ...notFound }, [inPath("id", integer)]),
      },
      { P: object({ id: integer, name: text }) },
    );
    const { status, body } = await send("POST", "/p", { id: 0, name: "New" });
    expect([status, body.name]).toEqual([201, "New"]);
    expect(body.id).not.toBe(0);
    expect((await send("GET", `/p/${body.id}`)).body).toEqual(body);
    expect((await send("GET", "/p/0")).status).toBe(404);
  });
});

describe("a create request", () => {
  const optional = { type: "object", properties: { name: text } };
  it.each<[string, object, sent?: object]>([
    ["that has no body", {}],
    ["whose envelope is optional", { requestBody: { content: json(object({ data: optional }, [])) } }, {}],
    ["whose body is optional", { requestBody: { content: json(optional) } }],
    [
      "whose form is optional",
      { requestBody: { content: { "application/x-www-form-urlencoded": { schema: optional } } } },
    ],
  ])("%s creates a record each time", async (_name, body, sent) => {
    const record = ref("P");
    const send = await serve(
      {
        "/p": { ...get("list", ok({ type: "array", items: record })), post: { ...body, responses: ok(record) } },
        "/p/{id}": get("get", { ...ok(record), ...notFound }, [inPath("id")]),
      },
      { P: object({ id: { ...text, examples: ["p_3"] }, name: text }) },
    );
    const [one, other] = [await send("POST", "/p", sent), await send("POST", "/p", sent)];
    expect(one.body.id).not.toBe(other.body.id);
    for (const { body: created } of [one, other]) expect((await send("GET", `/p/${created.id}`)).body).toEqual(created);
  });
});

describe("a value that no response can have", () => {
  it("is stored as responses show it, so that filters see the same", async () => {
    const record = object({ id: integer, name: text });
    const put = {
      operationId: "put",
      parameters: [inPath("id", integer)],
      requestBody: { required: true, content: json(object({ name: { type: ["string", "null"] } }, [])) },
      responses: ok(record),
    };
    const named = { name: "name", in: "query", schema: text };
    const send = await serve({
      "/p": get("list", ok({ type: "array", items: record }), [named]),
      "/p/{id}": { ...get("get", { ...ok(record), ...notFound }, [inPath("id", integer)]), put },
    });
    const { body } = await send("PUT", "/p/3", { name: null });
    expect(typeof body.name).toBe("string");
    expect((await send("GET", `/p?name=${body.name}`)).body).toContainEqual(body);
  });
});

describe("an action below a record", () => {
  const below = (operationId: string, responses: object) => ({
    post: { operationId, parameters: [inPath("id")], responses: { ...responses, ...notFound } },
  });
  it("is about that record, and a 404 for unknown ones", async () => {
    const shipment = ref("S");
    const send = await serve(
      {
        "/s": get("list", ok({ type: "array", items: shipment })),
        "/s/{id}": get("get", { ...ok(shipment), ...notFound }, [inPath("id")]),
        "/s/{id}/dispatch": below("dispatch", ok(shipment)),
        "/s/{id}/cancel": below("cancel", ok(object({ id: text, cancelled: boolean }))),
        "/s/{id}/archive": below("archive", { 204: { description: "Done." } }),
      },
      { S: object({ id: text, name: text }) },
    );
    const third = (await send("GET", "/s")).body[2];
    expect((await send("POST", `/s/${third.id}/dispatch`)).body).toEqual(third);
    expect((await send("POST", `/s/${third.id}/cancel`)).body).toMatchObject({ id: third.id });
    expect((await send("POST", `/s/${third.id}/archive`)).status).toBe(204);
    for (const action of ["dispatch", "cancel", "archive"])
      expect((await send("POST", `/s/none/${action}`)).status).toBe(404);
  });
});

it("an action that makes something new shows what was sent for it", async () => {
  const design = ref("D");
  const body = { requestBody: { content: { "application/json": { schema: object({ name: text }) } } } };
  const copy = (status: number) => ({
    post: {
      operationId: `copy${status}`,
      parameters: [inPath("id")],
      ...body,
      responses: { [status]: { description: "It.", content: { "application/json": { schema: design } } }, ...notFound },
    },
  });
  const send = await serve(
    {
      "/d": get("list", ok({ type: "array", items: design })),
      "/d/{id}": { ...get("get", { ...ok(design), ...notFound }, [inPath("id")]), ...copy(201) },
      "/d/{id}/open": copy(200),
    },
    { D: object({ id: text, name: text }) },
  );
  const [first] = (await send("GET", "/d")).body;
  expect((await send("POST", `/d/${first.id}`, { name: "" })).body).toMatchObject({ name: "" });
  expect((await send("POST", `/d/${first.id}/open`, { name: "" })).body).toEqual(first);
});

it("an action returns the record as it is, without the optional fields that it does not have", async () => {
  const note = ref("N");
  const send = await serve(
    {
      "/n": {
        ...get("list", ok({ type: "array", items: note })),
        post: {
          operationId: "create",
          requestBody: { content: { "application/json": { schema: object({ name: text }) } } },
          responses: { 201: { description: "It.", content: { "application/json": { schema: note } } } },
        },
      },
      "/n/{id}": get("get", { ...ok(note), ...notFound }, [inPath("id")]),
      "/n/{id}/close": {
        post: { operationId: "close", parameters: [inPath("id")], responses: { ...ok(note), ...notFound } },
      },
    },
    {
      N: {
        type: "object",
        required: ["id", "name"],
        properties: { id: text, name: text, count: { type: "integer" } },
        examples: [{ id: "n-1", name: "a", count: 7 }],
      },
    },
  );
  const created = (await send("POST", "/n", { name: "b" })).body;
  expect(created).not.toHaveProperty("count");
  expect((await send("POST", `/n/${created.id}/close`)).body).toEqual(created);
});

describe("records below a record", () => {
  const Pet = object({ id: integer, name: text });
  const below = (path: string, name: string) => ({
    [`${path}/pets`]: {
      ...get("listPets", { ...ok({ type: "array", items: Pet }), ...notFound }, [inPath(name)]),
      post: {
        operationId: "addPet",
        parameters: [inPath(name)],
        requestBody: { content: json(object({ name: text })) },
        responses: { ...ok(Pet, {}, 201), ...notFound },
      },
    },
    [`${path}/pets/{petId}`]: get("getPet", { ...ok(Pet), ...notFound }, [inPath("petId", integer), inPath(name)]),
  });

  it("that does not exist are a 404, if it is one itself", async () => {
    const Owner = object({ id: text });
    const send = await serve({
      "/owners": get("listOwners", ok({ type: "array", items: Owner })),
      "/owners/{id}": {
        ...get("getOwner", { ...ok(Owner), ...notFound }, [inPath("id")]),
        delete: { operationId: "deleteOwner", parameters: [inPath("id")], responses: { 204: { description: "d" } } },
      },
      ...below("/owners/{id}", "id"),
    });
    const { body: owners } = await send("GET", "/owners");
    const path = `/owners/${owners[0].id}`;
    const [first, second] = [
      await send("POST", `${path}/pets`, { name: "a" }),
      await send("POST", `${path}/pets`, { name: "b" }),
    ];
    expect([first.status, second.status]).toEqual([201, 201]);
    // The id of a pet is not that of its owner.
    expect(second.body.id).not.toBe(first.body.id);
    expect((await send("GET", `${path}/pets/${second.body.id}`)).body).toEqual(second.body);
    for (const below of ["pets", "pets/1"])
      expect(await send("GET", `/owners/nobody/${below}`)).toMatchObject({
        status: 404,
        why: expect.stringContaining("owners has no record with id %22nobody%22"),
      });
    await send("DELETE", path);
    expect((await send("GET", `${path}/pets`)).status).toBe(404);
    expect((await send("POST", `${path}/pets`, { name: "c" })).status).toBe(404);
  });

  it.each([
    ["/v{version}", "version"],
    ["/{tenant}", "tenant"],
  ])("%s, which is no record, can be any, and the ids are the server's", async (path, name) => {
    const send = await serve(below(path, name));
    const at = path.replace(`{${name}}`, "7");
    const ids = [await send("POST", `${at}/pets`, { name: "a" }), await send("POST", `${at}/pets`, { name: "b" })].map(
      ({ body }) => body.id,
    );
    expect(new Set(ids).size).toBe(2);
    expect((await send("GET", `${at}/pets/${ids[1]}`)).body).toEqual({ id: ids[1], name: "b" });
  });
});

describe("a PATCH", () => {
  it("is judged by its own schema; what the record cannot have is left out", async () => {
    const issue = object({ id: integer, title: text, assignees: { type: "array", items: object({ login: text }) } });
    const patch = object({ title: text, assignees: { type: "array", items: text } }, []);
    const send = await serve(
      {
        "/i": get("list", ok({ type: "array", items: ref("I") })),
        "/i/{id}": {
          ...get("get", ok(ref("I")), [inPath("id", integer)]),
          patch: {
            operationId: "patch",
            parameters: [inPath("id", integer)],
            requestBody: { content: json(patch) },
            responses: ok(ref("I")),
          },
        },
      },
      { I: issue },
    );
    const before = (await send("GET", "/i/1")).body;
    const { status, body, why } = await send("PATCH", "/i/1", { title: "New", assignees: ["octocat"] });
    expect({ status, body }).toEqual({ status: 200, body: { ...before, title: "New" } });
    expect(why).toContain("not merged: assignees");
    expect((await send("PATCH", "/i/1", { title: 7 })).status).toBe(400);
  });

  it("of null changes nothing, if its schema allows that", async () => {
    const gist = object({ id: integer, title: text });
    const send = await serve(
      {
        "/g": get("list", ok({ type: "array", items: ref("G") })),
        "/g/{id}": {
          ...get("get", ok(ref("G")), [inPath("id", integer)]),
          patch: {
            operationId: "patch",
            parameters: [inPath("id", integer)],
            requestBody: { content: json({ ...gist, type: ["object", "null"] }) },
            responses: ok(ref("G")),
          },
        },
      },
      { G: gist },
    );
    const before = (await send("GET", "/g/1")).body;
    expect(await send("PATCH", "/g/1", null)).toMatchObject({ status: 200, body: before });
    expect((await send("GET", "/g/1")).body).toEqual(before);
  });
});

it("records have different identities if the digits of the example may not vary", async () => {
  const isbn = { type: "string", pattern: "^97[89]\\d{10}$", example: "9780306406157" };
  const book = object({ isbn, title: text });
  const post = {
    operationId: "addBook",
    requestBody: { required: true, content: json(object({ title: text })) },
    responses: ok(book, {}, 201),
  };
  const item = get("getBook", { ...ok(book), ...notFound }, [inPath("isbn", isbn)]);
  const send = await serve({
    "/books": { ...get("listBooks", ok({ type: "array", items: book })), post },
    "/books/{isbn}": item,
  });
  const added = await Promise.all(["a", "b"].map((title) => send("POST", "/books", { title })));
  for (const { body } of added) expect((await send("GET", `/books/${body.isbn}`)).body).toEqual(body);
  expect(added[0]?.body.isbn).not.toBe(added[1]?.body.isbn);
});

it("of two parameters for the size of a page, the one that was sent counts", async () => {
  const size = (name: string) => ({ name, in: "query", schema: { type: "integer", minimum: 1, default: 50 } });
  const page = { name: "page", in: "query", schema: { type: "integer", minimum: 1 } };
  const list = get("listA", ok({ type: "array", items: object({ id: text }) }), [
    size("per_page"),
    page,
    size("page_size"),
  ]);
  const send = await serve({ "/a": list });
  const read = async (query: string) => (await send("GET", `/a?${query}`)).body;
  const all = await read("");
  expect(all).toHaveLength(50);
  for (const name of ["per_page", "page_size"]) expect(await read(`${name}=2&page=2`)).toEqual(all.slice(2, 4));
});

it("the response to an action shows what was sent in the fields that it has, at any depth", async () => {
  const optional = { type: ["string", "null"], examples: ["a@example.com"] };
  const place = object({ lat: { type: ["number", "null"] }, lon: integer }, []);
  const shown = object({ id: text, email: optional, place }, ["id", "email"]);
  const sent = object({ email: optional, place, trace: text }, []);
  const post = {
    operationId: "importPerson",
    requestBody: { required: true, content: json(object({ data: sent })) },
    responses: ok(object({ data: shown })),
  };
  const send = await serve({
    "/people": get("listPeople", ok({ type: "array", items: shown })),
    "/people/import": { post },
  });
  const respond = async (data: object) => (await send("POST", "/people/import", { data })).body.data;
  expect(await respond({ email: null, place: { lat: 0 }, trace: "t" })).toMatchObject({
    email: null,
    place: { lat: 0 },
  });
  expect(await respond({ place: { lat: null, lon: 3 } })).toMatchObject({
    email: "a@example.com",
    place: { lat: null, lon: 3 },
  });
  expect(await respond({ trace: "t" })).not.toHaveProperty("trace");
});

describe("the response to a create request shows what was sent", () => {
  const createdBy = async (sent: Schema, shown: Schema, listed: Schema, body: unknown) => {
    const post = {
      operationId: "addA",
      requestBody: { required: true, content: json(sent) },
      responses: ok(shown, {}, 201),
    };
    const send = await serve({ "/a": { ...get("listA", ok({ type: "array", items: listed })), post } });
    return (await send("POST", "/a", body)).body;
  };

  it.each(["ONE", "TWO"])("in the branch of a closed union that it names: %s", async (kind) => {
    const branches = (more: object) =>
      ["ONE", "TWO"].map((name) => ({ ...object({ kind: { const: name }, key: text }), ...more }));
    const closed = object({ id: text, config: { oneOf: branches({ additionalProperties: false }) } });
    const config = { kind, key: "k" };
    const body = await createdBy(object({ config: { oneOf: branches({}) } }), closed, closed, {
      config: { ...config, other: "o" },
    });
    expect(body.config).toEqual(config);
  });

  it("although a list has another type in the field", async () => {
    const role = { enum: ["owner", "guest"] };
    const listed = object({ id: text, role: object({ name: text }) });
    expect(await createdBy(object({ role }), object({ role }), listed, { role: "guest" })).toEqual({ role: "guest" });
  });
});

describe("a condition", () => {
  const a = object({ id: text, n: integer });
  const tagged = (status: number) => ({
    [status]: { description: "d", headers: { ETag: { schema: text } }, content: json(a) },
  });
  const change = {
    parameters: [inPath("id")],
    requestBody: { required: true, content: json(object({ n: integer }, [])) },
  };
  const refused = { 412: { description: "Changed." } };
  const paths = {
    "/a": {
      ...get("listA", ok({ type: "array", items: a })),
      post: { operationId: "addA", requestBody: change.requestBody, responses: tagged(201) },
    },
    "/a/{id}": {
      get: {
        operationId: "getA",
        parameters: [inPath("id")],
        responses: { ...tagged(200), ...notFound, 304: { description: "Same." } },
      },
      put: { operationId: "putA", ...change, responses: { ...tagged(200), ...refused, ...notFound } },
      patch: { operationId: "patchA", ...change, responses: { ...tagged(200), ...refused } },
      delete: {
        operationId: "dropA",
        parameters: change.parameters,
        responses: { 204: { description: "Gone." }, ...refused },
      },
    },
  };

  it("is met by the tag of the record, and by no other", async () => {
    const send = await serve(paths);
    const { body, headers } = await send("POST", "/a", { n: 1 });
    const [path, first] = [`/a/${body.id}`, headers.get("etag") ?? ""];
    expect(first).toMatch(/^"[^"]+"$/);
    expect((await send("GET", path)).headers.get("etag")).toBe(first);
    const changes = [
      ["PUT", { n: 2 }],
      ["PATCH", { n: 2 }],
      ["DELETE", undefined],
    ] as const;
    for (const tag of ['"x"', `W/${first}`])
      for (const [method, sent] of changes)
        expect((await send(method, path, sent, { "If-Match": tag })).status).toBe(412);
    const put = await send("PUT", path, { n: 2 }, { "If-Match": `"x", ${first}` });
    const second = put.headers.get("etag") ?? "";
    expect([put.status, second === first]).toEqual([200, false]);
    expect((await send("PATCH", path, { n: 3 }, { "If-Match": first })).status).toBe(412);
    expect((await send("GET", path)).body.n).toBe(2);
    expect((await send("PUT", "/a/none", { n: 2 }, { "If-Match": "*" })).status).toBe(404);
    expect((await send("DELETE", path, undefined, { "If-Match": "*" })).status).toBe(204);
  });

  it("is a 304 for what the client has", async () => {
    const send = await serve(paths);
    const { body, headers } = await send("POST", "/a", { n: 1 });
    const tag = headers.get("etag") ?? "";
    for (const known of [tag, `W/${tag}`, `"x", ${tag}`, "*"]) {
      const same = await send("GET", `/a/${body.id}`, undefined, { "If-None-Match": known });
      expect([same.status, same.body, same.headers.get("etag")]).toEqual([304, "", tag]);
    }
    expect((await send("GET", `/a/${body.id}`, undefined, { "If-None-Match": '"x"' })).status).toBe(200);
  });
});
