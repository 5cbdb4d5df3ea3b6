import { nounFirst, singular } from "../../model/resources/names.js";
import type { ResourceModel, ResourceRole } from "../../model/resources/resource-model.js";
import type { OperationShape } from "../client/operation-shape.js";

/** The name of the program, as users type it. */
const PROGRAM = "metadata";

/** The commands that do not depend on the spec: those of `packages/cli/src/run-command.ts`, whose test compares them. */
const RESERVED = ["api", "completion", "help", "login", "logout", "mcp"];

/** The commands that each list has besides its own. */
const COPIES = ["pull", "sync"];

/** An operation that needs a command. */
export interface Named {
  /** The name of its method. */
  readonly operation: string;
  readonly id: string;
  readonly path: string;
  /** Whether it lists records: then there is also `pull`, and `sync` if the list can be limited to a window. */
  readonly isList: boolean;
  /** The resource that it belongs to, and what it does with the records. */
  readonly resource?: string | undefined;
  readonly role?: ResourceRole | undefined;
}

/** The command of an operation. */
export interface CommandName {
  readonly words: readonly string[];
  /** The name after the operationId alone, if it is another one and free. It is accepted, so that scripts keep working. */
  readonly alias?: readonly string[];
  /** For a list: what comes before `pull` and `sync`. */
  readonly group: readonly string[];
}

/** The name of a list: of its table in a database, and of its stream in a connector. */
export const listName = ({ group }: CommandName): string => (group.at(-1) ?? PROGRAM).replaceAll("-", "_");

/** An operation and the words of its operationId: `dispatchShipment` is the verb `dispatch` and the noun `shipment`. */
interface Worded extends Named {
  readonly verb: string;
  readonly noun: string;
}

/** Collects what {@link commandNames} needs to know of each operation. */
export function namedOperations(shapes: readonly OperationShape[], resources: readonly ResourceModel[]): Named[] {
  const members = new Map(
    resources.flatMap(({ name, operations }) =>
      operations.map(({ operation, role }) => [operation, { resource: name, role }] as const),
    ),
  );
  return shapes.map(({ name, operation: { id, method, path, list } }) => ({
    operation: name,
    id: withoutRoute(id, `${path}_${method.toLowerCase()}`),
    path,
    isList: list !== undefined,
    ...members.get(id),
  }));
}

/** FastAPI appends path and method to the name of a function: `read_pets_pets__get`. */
const withoutRoute = (id: string, route: string): string => {
  const end = route.replaceAll(/\W/g, "_");
  return id.endsWith(end) ? id.slice(0, -end.length) || id : id;
};

/**
 * Names the command of each operation: a noun, then a verb. All operations of a resource have the noun of its list:
 * `listShipments` and `Shipments_list` are `shipments list`, `createShipment` is `shipments create`, and the action
 * `dispatchShipment` is `shipments dispatch`. Other operations have the noun of their operationId: its first word is mostly the verb, and the
 * others are the noun. The name of the program is not repeated: `createMetadata` becomes `metadata create`.
 *
 * If two operations would have the same command, the later one is named after its operationId; if that name is taken
 * too, it becomes `api OPERATION`.
 */
export function commandNames(operations: readonly Named[]): Map<string, CommandName> {
  const worded = operations.map((each): Worded => ({ ...each, ...split(each.id) }));
  const lists = worded.filter((each) => isListing(each) && listNoun(each) !== "");
  const wanted = worded.map((each) => ({ ...each, names: wantedNames(each, lists) }));
  // The verbs of the program itself, such as `create`.
  const verbs = new Set(wanted.flatMap(({ noun, names: [name = []] }) => (noun === PROGRAM ? name : [])));
  const isFree = freeNames(
    wanted.map(({ names }) => names[0] ?? []),
    (word) => verbs.has(word),
  );
  const taken = new Set<string>();
  const take = (words: readonly string[], isList: boolean) => {
    const all = [words, ...(isList ? COPIES.map((verb) => [...words.slice(0, -1), verb]) : [])];
    const texts = all.map((each) => each.join(" "));
    if (words.length === 0 || !isFree(words) || texts.some((text) => taken.has(text))) return false;
    for (const text of texts) taken.add(text);
    return true;
  };
  const names = new Map<string, CommandName>();
  // Lists come first: their `pull` and `sync` take precedence over an operation such as `pullPets`.
  for (const { operation, isList, names: own } of [...wanted.filter((one) => one.isList), ...wanted]) {
    if (names.has(operation)) continue;
    const words = own.find((name) => take(name, isList));
    const api = ["api", operation];
    names.set(operation, words ? { words, group: words.slice(0, -1) } : { words: api, group: api });
  }
  return new Map(
    wanted.map(({ operation, names: own }) => {
      const name = names.get(operation) as CommandName;
      const alias = own.at(-1) ?? [];
      const isAlias = name.words[0] !== "api" && alias.join(" ") !== name.words.join(" ") && take(alias, false);
      return [operation, isAlias ? { ...name, alias } : name];
    }),
  );
}

/** The names that fit an operation, the best one first; the last one is that of its operationId alone. */
function wantedNames(operation: Worded, lists: readonly Worded[]): string[][] {
  const { isList, role, verb, noun } = operation;
  const under = (group: string, word: string) => (group === PROGRAM ? [word] : [group, word]);
  const named = noun === "" ? [verb] : under(noun, verb);
  const group = groupOf(operation, lists);
  // A list needs a noun, because `pull` is a command of its noun.
  if (!group) return isList ? [] : [named];
  const byRole = role === undefined || role === "action" ? [] : [under(group, role)];
  if (isList) return [...byRole, named];
  const isSaid = (word: string) => group.split("-").some((other) => isSame(word, other));
  const rest = [verb, ...noun.split("-")].filter((word) => word !== "" && !isSaid(word));
  return [...byRole, under(group, rest.join("-") || verb), named];
}

/** The noun of the list whose records an operation deals with; undefined if there is no list of them. */
function groupOf(operation: Worded, lists: readonly Worded[]): string | undefined {
  const { resource, path, noun } = operation;
  if (isListing(operation)) return listNoun(operation);
  const related = lists.filter((list) => (resource === undefined ? isOf(noun, list) : list.resource === resource));
  const [above] = related
    .filter((list) => `${path}/`.startsWith(`${list.path}/`))
    .sort((one, other) => other.path.length - one.path.length);
  const list = above ?? related.find((each) => isOf(noun, each)) ?? related[0];
  return list && listNoun(list);
}

const isListing = ({ isList, role }: Named) => isList || role === "list";

/** The noun of a list: `pets`, even for `findPetsByStatus`. */
const listNoun = ({ noun }: Worded) => noun.replace(/-by-.*/, "");

const isOf = (noun: string, list: Worded) => isSame(listNoun(list), noun);

/** Whether two nouns differ only in number: `purchase-order-v3` and `purchase-orders-v3`. */
const isSame = (one: string, other: string) =>
  one.split("-").map(singular).join("-") === other.split("-").map(singular).join("-");

/** Returns a function that tells whether a name cannot be confused with a command of another length. */
function freeNames(names: readonly (readonly string[])[], isVerb: (word: string) => boolean) {
  const nouns = new Set(names.flatMap(([noun = "", ...more]) => (more.length > 0 ? [noun] : [])));
  return ([first = "", ...more]: readonly string[]) =>
    !RESERVED.includes(first) && (more.length > 0 ? !isVerb(first) : isVerb(first) || !nouns.has(first));
}

function split(id: string) {
  const parts = nounFirst(id);
  if (parts) return { verb: kebab(parts.verb), noun: kebab(parts.noun).replace(/^(?:api-)?v\d+-/, "") };
  const [verb = id, ...rest] = kebab(id).split("-");
  return { verb, noun: rest.join("-") };
}

/** `updatedFrom` and `updated_from` -> `updated-from`. */
export const kebab = (name: string): string =>
  name
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, "$1-$2")
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1-$2")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "") || name;
