/** The commands that do not depend on the spec. */
const RESERVED = ["api", "completion", "help", "login", "logout"];

/** An operation that needs a command. */
interface Named {
  readonly operation: string;
  /** Whether it lists records: then there is also `pull`, and `sync` if the list can be limited to a window. */
  readonly isList: boolean;
}

/**
 * Names the command of each operation. The first word of the operationId is the verb, and the others are its group:
 * `listPurchaseOrdersV3` becomes `purchase-orders-v3 list`. The name of the program is not repeated:
 * `createMetadata` becomes `metadata create`. If two operations would have the same command, or it is taken, the
 * later one becomes `api OPERATION`.
 */
export function commandNames(operations: readonly Named[], program: string): Map<string, readonly string[]> {
  const wanted = operations.map(({ operation, isList }) => ({ operation, isList, words: wordsOf(operation, program) }));
  const groups = new Set(wanted.filter(({ words }) => words.length > 1).map(({ words }) => words[0]));
  const taken = new Set<string>();
  for (const { isList, words } of wanted)
    if (isList) for (const verb of ["pull", "sync"]) taken.add(`${words[0]} ${verb}`);
  const names = new Map<string, readonly string[]>();
  for (const { operation, isList, words } of wanted) {
    const text = words.join(" ");
    const isClash =
      taken.has(text) || RESERVED.includes(words[0] ?? "") || (words.length === 1 && groups.has(words[0]));
    // A list needs a group, because `pull` is a command of its group; without one, it becomes `api OPERATION`.
    const own = isClash || (isList && words.length === 1) ? ["api", operation] : words;
    taken.add(own.join(" "));
    names.set(operation, own);
  }
  return names;
}

function wordsOf(operation: string, program: string): string[] {
  const words = kebab(operation).split("-");
  const [verb = operation, ...rest] = words;
  const noun = rest.join("-");
  return noun === "" || noun === program ? [verb] : [noun, verb];
}

/** `updatedFrom` and `updated_from` -> `updated-from`. */
export const kebab = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, "$1-$2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1-$2")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "") || name;
