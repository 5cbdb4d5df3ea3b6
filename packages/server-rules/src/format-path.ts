export { formatPath, type PathStep, quote } from "@metadata-service/spec-tools/json";
