import { afterAll } from "vitest";
import { type Mock, type MockOptions, startMock } from "../src/index.js";
import { type Subject, subjectAt } from "./cases/subject.js";

export type { Json } from "./cases/subject.js";

export interface TestMock extends Mock, Pick<Subject, "files" | "call" | "create"> {}

/**
 * A mock for the tests of a file, stopped after them. A response that violates the spec fails the test that received
 * it.
 */
export async function testMock(options: MockOptions = {}): Promise<TestMock> {
  const mock = await startMock({
    onDefect: (operation, violation) => {
      throw new Error(`The response of ${operation} violates the spec: ${violation}`);
    },
    ...options,
  });
  afterAll(() => mock.stop());
  const subject = subjectAt({ url: mock.url, apiKey: mock.apiKey, files: `${mock.url}/files/` });
  return Object.defineProperties({ ...subject } as unknown as TestMock, Object.getOwnPropertyDescriptors(mock));
}
