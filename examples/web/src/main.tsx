import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createRoot } from "react-dom/client";
import { App } from "./app.js";
import "./style.css";

// The client already retries, and knows which requests may be repeated.
const queries = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 30_000 } } });
const root = document.getElementById("root");
if (root)
  createRoot(root).render(
    <QueryClientProvider client={queries}>
      <App />
    </QueryClientProvider>,
  );
