import { quote } from "../format-path.js";
import { Violation } from "../violation.js";

/** Creates the violation for a create request whose uid belongs to a record with different items (decision 0005). */
export function uidTaken(uid: string): Violation {
  return new Violation(`uid ${quote(uid)} exists already with other items; nothing was changed`);
}
