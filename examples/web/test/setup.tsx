import { createMockHandlers } from "@metadata-service/mock/msw";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render } from "@testing-library/react";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll } from "vitest";
import { App } from "../src/app.js";

/** The mock as request handlers: no server, and the same data, rules and faults. */
export const mock = createMockHandlers({ apiKeys: ["added-by-the-server"] });
const server = setupServer(...mock.handlers);

beforeAll(() => server.listen({ onUnhandledRequest: "error" }));
afterEach(() => {
  cleanup();
  mock.reset();
});
afterAll(() => server.close());

export const renderApp = () =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <App />
    </QueryClientProvider>,
  );
