import { afterAll } from "vitest";
import { type Mock, type MockOptions, startMock } from "../src/index.js";

/** A JSON value of unknown shape, for reading answers in tests. */
export type Json = { readonly [name: string]: Json } & readonly Json[] & (string | number | null);

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Json;
}

export interface TestMock extends Mock {
  /** Sends a request with the key of the mock, unless `init` has headers of its own. */
  call(path: string, init?: RequestInit): Promise<Reply>;
  /** Creates metadata in a namespace. */
  create(body: unknown, namespace?: string): Promise<Reply>;
}

/** A mock for the tests of a file, stopped after them. Every answer that breaks the spec fails the test that got it. */
export async function testMock(options: MockOptions = {}): Promise<TestMock> {
  const mock = await startMock({
    onDefect: (operation, violation) => {
      throw new Error(`The answer of ${operation} breaks the spec: ${violation}`);
    },
    ...options,
  });
  afterAll(() => mock.stop());
  const call = async (path: string, init: RequestInit = {}): Promise<Reply> => {
    const response = await fetch(path.startsWith("http") ? path : mock.url + path, {
      ...init,
      headers: init.headers ?? { apiKey: mock.apiKey },
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === "" ? null : JSON.parse(text) };
  };
  const create = (body: unknown, namespace = "inspection") =>
    call(`/api/v2/metadata/${namespace}`, {
      method: "POST",
      headers: { apiKey: mock.apiKey, "Content-Type": "application/json" },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
  return Object.defineProperties({ call, create } as TestMock, Object.getOwnPropertyDescriptors(mock));
}
