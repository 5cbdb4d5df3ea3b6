import { defineConfig } from "@hey-api/openapi-ts";

export default defineConfig({
  input: "./openapi.json",
  output: "./hey-api-client",
  plugins: [
    "@hey-api/client-fetch",
    { name: "@hey-api/sdk", validator: true },
    // Without `offset: true`, zod rejects date-times that have an offset, as every
    // timestamp of the service has.
    { name: "zod", dates: { offset: true } },
  ],
});
