import { defineConfig } from "orval";

export default defineConfig({
  client: {
    input: "./openapi.json",
    output: {
      target: "./orval-client/client.ts",
      client: "fetch",
      override: { mutator: { path: "./call.ts", name: "call" } },
    },
  },
  schemas: {
    input: "./openapi.json",
    output: {
      target: "./orval-client/schemas.ts",
      client: "zod",
      // Without `offset: true`, zod rejects date-times that have an offset, as every
      // timestamp of the service has; without `generateEachHttpStatus`, there is no schema
      // of a 201.
      override: {
        zod: { dateTimeOptions: { offset: true }, generateEachHttpStatus: true },
      },
    },
  },
});
