/** Starts a service with a clock for its rates, which the package does not let anybody set. */
export { startServiceOf } from "../../src/start-service.js";
