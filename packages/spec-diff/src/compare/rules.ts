import { equal, show } from "./node.js";
import { type Rule, type Rules, visitMembers } from "./pair.js";

/** Gives several fields the same rule. */
export const all = (rule: Rule, ...fields: string[]): Rules => Object.fromEntries(fields.map((field) => [field, rule]));

/** A field that another rule reads. */
export const elsewhere: Rule = () => {};

/** A field that only readers of the documentation see. */
export const text: Rule = (pair, field) => {
  if (!pair.differs(field)) return;
  const [old, now] = pair.both(field);
  const how = old === undefined ? "was added" : now === undefined ? "was removed" : "changed";
  pair.documentation(`${field}-changed`, pair.at(field), `: ${field} ${how}`);
};

/** `deprecated`: a warning for readers; nothing stops working. */
export const deprecated: Rule = (pair, field) =>
  pair.flag(field, (isOn) => pair.documentation(field, pair.at(field), `is ${isOn ? "" : "no longer "}deprecated`));

/** `x-promises`: clients rely on what an API promises, and a promise more breaks nobody. */
export const promises: Rule = (pair, field) => {
  const say = (isBreaking: boolean, name: string, how: string) =>
    pair.either(isBreaking, "promise-changed", pair.at(field, name), how);
  visitMembers(pair.maps(field), {
    gone: (_, name) => say(true, name, `no longer promises ${name}`),
    come: (is, name) => say(false, name, `promises ${name}: ${show(is)}`),
    kept: (was, is, name) => equal(was, is) || say(true, name, `promises ${name}: ${show(is)}`),
  });
};
