/** The commands that do not depend on the spec. */
const RESERVED = ["api", "completion", "help", "login", "logout"];

/** An operation that needs a command. */
interface Named {
  readonly operation: string;
  /** Whether it lists records, so there are also `pull` and, with a window, `sync`. */
  readonly isList: boolean;
}

/**
 * Gives each operation a command, `listPurchaseOrdersV3` for instance `purchase-orders-v3 list`: the first word of its id is what is done, and the others are what it is done to. The name of
 * the program itself is left out: `createMetadata` is `metadata create`. Where two would be the same, or one is taken, the
 * later one is `api OPERATION`.
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
    // `pull` needs a group.
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
