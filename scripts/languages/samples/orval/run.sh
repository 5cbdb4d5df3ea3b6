npx tsx sample.ts
