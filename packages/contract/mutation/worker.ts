/** Tests its share of the mutants, and sends the verdict of each to the parent process. */
import { chosenMutants, optionsOf } from "./choice.js";
import { hunt } from "./hunt.js";
import { startRightServer } from "./right-server.js";

const [share = "0", of = "1", ...flags] = process.argv.slice(2);
const options = optionsOf(flags, process.env);
const server = await startRightServer();
const mutants = chosenMutants(options).filter((_, i) => i % Number(of) === Number(share));
await hunt(server, mutants, options, (verdict) => process.send?.(verdict));
await server.close();
process.disconnect?.();
