npx orval --config ./orval.config.ts
