npx openapi-ts --file openapi-ts.config.ts
