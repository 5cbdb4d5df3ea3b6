import { expect, test } from "vitest";
import { branchesByTag } from "../src/document/branches-by-tag.js";

const branch = (kind: object, required: string[] = ["kind"]) => ({ properties: { kind }, required });
const cat = branch({ const: "cat" });
const dog = branch({ enum: ["dog", "wolf"] });
const document = { components: { schemas: { Cat: cat, Kitten: { allOf: [cat] } } } };
const discriminator = { propertyName: "kind" };
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const kinds = (oneOf: object[], rest: object = {}) => [
  ...(branchesByTag(document, { oneOf, discriminator, ...rest })?.keys() ?? ["none"]),
];

test("a discriminator chooses the branch if each branch requires it and allows different values", () => {
  expect(kinds([ref("Cat"), dog])).toEqual(["cat", "dog", "wolf"]);
  expect(kinds([branch({ const: "cat" }, []), dog], { required: ["kind"] })).toEqual(["cat", "dog", "wolf"]);
});

test.each([
  ["a branch does not require it", [branch({ const: "cat" }, []), dog]],
  ["a branch accepts any value", [branch({ type: "string" }), dog]],
  ["two branches have the same value", [cat, ref("Cat")]],
  ["the property is in a part of the branch", [ref("Kitten"), dog]],
  ["there are keywords beside a reference", [{ ...ref("Cat"), minProperties: 2 }, dog]],
  ["a value is not a string", [branch({ const: 1 }), dog]],
])("a discriminator is only a hint if %s", (_, oneOf) => expect(kinds(oneOf)).toEqual(["none"]));
