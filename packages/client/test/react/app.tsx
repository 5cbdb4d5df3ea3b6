/** A React app that uses TanStack Query through openapi-react-query on `client.raw`. Its types are part of the test. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import createHooks from "openapi-react-query";
import { useState } from "react";
import { createRoot } from "react-dom/client";
import { createClient, type Metadata, type Report } from "../../src/index.js";

declare const target: { url: string; apiKey: string };

const client = createClient({ baseUrl: target.url, apiKey: target.apiKey, retry: { baseDelay: 1 } });
const hooks = createHooks(client.raw);

function Reports() {
  const [offset, setOffset] = useState(0);
  const query = { limit: 2, offset };
  const { data, error } = hooks.useQuery("get", "/api/v1/reports", { params: { query } });
  if (error) return <p id="error">{error.message}</p>;
  if (!data) return <p>loading</p>;
  const reports: Report[] = data.data;
  return (
    <>
      <p id="reports">{reports.map(({ uid }) => uid).join(" ")}</p>
      <button id="next" type="button" onClick={() => setOffset(offset + reports.length)}>
        of {data.count}
      </button>
    </>
  );
}

function Refused() {
  // @ts-expect-error the limit must be a number
  const query: { limit: number } = { limit: "many" };
  const { error } = hooks.useQuery("get", "/api/v1/reports", { params: { query } }, { retry: false });
  return <p id="refused">{error?.message}</p>;
}

function Create() {
  const { mutate, data } = hooks.useMutation("post", "/api/v2/metadata/{namespace}");
  const stored: Metadata | undefined = data?.data;
  const body = { uid: "from-react", items: [{ key: "note", type: "string" as const, value: "passed" }] };
  const create = () => mutate({ params: { path: { namespace: "inspection" } }, body });
  return (
    <button id="create" type="button" onClick={create}>
      {stored?.uid ?? "create"}
    </button>
  );
}

createRoot(document.getElementById("root") as HTMLElement).render(
  <QueryClientProvider client={new QueryClient()}>
    <Reports />
    <Refused />
    <Create />
  </QueryClientProvider>,
);
