export { Violation } from "@metadata-service/spec-tools/json";
