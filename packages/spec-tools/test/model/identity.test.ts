import { expect, test } from "vitest";
import { alternativeFields, identityField } from "../../src/model/resources/identity.js";

test("a name identifies a record if a parameter asks for a name, but not if it asks for an ID", () => {
  expect(identityField(["name"], "repos", "repo")).toBe("name");
  expect(identityField(["name", "id"], "pets", "petId")).toBe("id");
  for (const parameter of ["petId", "uid", "pet_uuid"])
    expect(identityField(["name"], "pets", parameter)).toBe(undefined);
});

test("a parameter that ends in the name of an identity is about that one, whatever it begins with", () => {
  expect(identityField(["id", "name", "slug"], "services", "addonName")).toBe("name");
  expect(identityField(["id", "name", "slug"], "services", "addon_slug")).toBe("slug");
  expect(identityField(["id", "uuid"], "files", "objectUuid")).toBe("uuid");
  expect(identityField(["id", "title"], "services", "addonTitle")).toBe("id");
  expect(identityField(["title", "url"], "services", "addonTitle")).toBe("title");
  expect(identityField(["$", "url"], "services", "addon1")).toBe(undefined);
});

test("an id identifies a record that also refers to another one", () => {
  expect(identityField(["recipeId", "id"], "recipes", "item_id")).toBe("id");
  expect(identityField(["recipeId", "id"], "recipes", "recipe_id")).toBe("recipeId");
  expect(identityField(["recipeId", "uuid"], "recipes", "item_id")).toBe("recipeId");
});

test.each([
  ["id_or_name", ["id", "name"]],
  ["team_id_or_slug", ["id"]],
  ["idOrName", ["id", "name"]],
  ["name-or-id", ["name", "id"]],
  ["vendor", []],
  ["color", []],
])("a parameter may list fields by which it identifies a record: %s", (parameter, fields) => {
  expect(alternativeFields(["id", "name", "vendor"], "teams", parameter)).toEqual(fields);
});
