/**
 * The smoke tests that every runtime must pass. It does not depend on the runtime: the caller passes the package and
 * the mock. Returns the names of the tests that passed; throws the error of the first one that failed.
 */
export async function smoke(
  { createClient, validateResponse, item, toObject, BadRequestError, UnauthorizedError, ClientError },
  { url, apiKey },
) {
  const client = createClient({ baseUrl: url, apiKey, retry: { baseDelay: 1, maxDelay: 20 } });
  const done = [];
  const check = async (name, run) => {
    try {
      await run();
    } catch (error) {
      throw new Error(`${name}: ${error?.name}: ${error?.message}`, { cause: error });
    }
    done.push(name);
  };
  const same = (got, expected) => {
    if (JSON.stringify(got) !== JSON.stringify(expected))
      throw new Error(`${JSON.stringify(got)} where ${JSON.stringify(expected)} was expected`);
  };
  const fails = async (run, Kind) => {
    const error = await run().then(
      () => undefined,
      (reason) => reason,
    );
    if (!(error instanceof Kind)) throw new Error(`${error?.name}: ${error?.message} where ${Kind.name} was expected`);
    return error;
  };
  const pull = async (list) => {
    const uids = (await list.toArray()).map(({ uid }) => uid);
    same([uids.length, new Set(uids).size], [1000, 1000]);
  };

  await check("pulls the standard envelope", () => pull(client.listPurchaseOrders({ limit: 100 })));
  await check("pulls the linked envelope", () => pull(client.listReports({ limit: 50 })));
  await check("pulls a plain array", () => pull(client.listPurchaseOrdersV3({ limit: 200 })));
  await check("syncs", async () => {
    const uids = new Set();
    let last = "";
    for await (const { records, checkpoint } of client.syncReports()) {
      for (const { uid } of records) uids.add(uid);
      last = checkpoint;
    }
    same([uids.size, Object.keys(JSON.parse(last))], [1000, ["operation", "server", "until"]]);
  });
  await check("creates", async () => {
    const items = [item.string("name", "Grüße 订单"), item.object("size", [item.number("width", 0.1)])];
    const { data } = await client.createMetadata("inspection", { uid: `smoke ${Math.random()}`, items });
    same(toObject(data.items), { name: "Grüße 订单", size: { width: 0.1 } });
  });
  await check("turns 400 and 401 into errors", async () => {
    const error = await fails(() => client.createMetadata("inspection", { uid: "", items: [] }), BadRequestError);
    same([error.name, error.operation, error.status], ["BadRequestError", "createMetadata", 400]);
    const stranger = createClient({ baseUrl: url, apiKey: "unknown", retry: false });
    await fails(() => stranger.listReports().page(), UnauthorizedError);
  });
  await check("says that no answer came", async () => {
    const lost = createClient({ baseUrl: "http://127.0.0.1:9", apiKey, retry: false });
    await fails(() => lost.listReports().page(), ClientError);
  });
  await check("ends with the signal's own reason", async () => {
    const stop = new AbortController();
    const pulled = client.listReports({}, { signal: stop.signal }).toArray();
    stop.abort(new TypeError("enough"));
    same((await fails(() => pulled, TypeError)).message, "enough");
  });
  await check("leaves a list in the middle", async () => {
    for await (const _ of client.listPurchaseOrders({ limit: 10 })) break;
  });
  await check("gives openapi-fetch", async () => {
    const { data } = await client.raw.GET("/api/v1/reports", { params: { query: { limit: 3 } } });
    same(data.data.length, 3);
  });
  await check("validates, without evaluating a string", async () => {
    const strict = createClient({ baseUrl: url, apiKey, validate: validateResponse });
    await pull(strict.listReports({ limit: 50 }));
    same(
      validateResponse("listReports", { count: 1, next: null, previous: null, data: [{}] }),
      "data[0].uid is required",
    );
  });
  return done;
}
