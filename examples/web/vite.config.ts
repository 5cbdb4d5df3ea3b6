import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

/**
 * In development, the application uses the mock, or the server at METADATA_URL. The proxy adds the API key, as
 * your backend should: everybody who opens the page could read a key in it.
 */
async function backend(): Promise<{ url: string; apiKey: string }> {
  const { METADATA_URL: url, METADATA_KEY: apiKey = "demo-key" } = process.env;
  if (url) return { url, apiKey };
  const { startMock } = await import("@metadata-service/mock");
  return startMock({ port: 0 });
}

export default defineConfig(async ({ command, isPreview }) => {
  const isServed = command === "serve" && !isPreview && !process.env.VITEST;
  const { url, apiKey } = isServed ? await backend() : { url: "", apiKey: "" };
  return {
    plugins: [react()],
    server: { proxy: { "/api": { target: url, changeOrigin: true, headers: { apiKey } } } },
    test: {
      environment: "happy-dom",
      environmentOptions: { happyDOM: { url: "http://localhost:3000" } },
      testTimeout: 120_000,
      hookTimeout: 120_000,
    },
  };
});
