/** A worker of main.ts: runs a share of the mutants, and sends each verdict to the parent process. */
import { readDocument } from "./document.js";
import { hunt, type Message } from "./hunt.js";
import { apiOf } from "./kit/api.js";
import { chosen, readOptions } from "./options.js";
import { startRightServer } from "./right-server.js";
import { mutantsOf } from "./table.js";

const [number = "0", of = "1", ...args] = process.argv.slice(2);
const options = readOptions(args, 1);
if (options !== "help") {
  const document = await readDocument(options.spec);
  const right = await startRightServer(document);
  const api = apiOf(document, right.key);
  const mutants = chosen(mutantsOf(api), options).filter((_, i) => i % Number(of) === Number(number));
  const tell = (message: Message) => void process.send?.(message);
  tell(await hunt(api, right, mutants, options, tell));
  await right.close();
}
process.disconnect?.();
