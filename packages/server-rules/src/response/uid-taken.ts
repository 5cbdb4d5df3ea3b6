import { quote } from "../format-path.js";
import { Violation } from "../violation.js";

/** The violation of a create request whose uid belongs to a record with other items (decision 0005). */
export function uidTaken(uid: string): Violation {
  return new Violation(`uid ${quote(uid)} exists already with other items; nothing was changed`);
}
