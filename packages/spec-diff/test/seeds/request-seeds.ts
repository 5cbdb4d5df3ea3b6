import { at, CREATE, member, operation, pull, push, type Seed, schema } from "./seed.js";

/** Changes of request bodies. */
export const REQUEST_SEEDS: Record<string, Seed> = {
  "a property of the request becomes required": {
    edit: (spec) => {
      at(schema(spec, "MetadataInput"), "properties")["label"] = { type: "string" };
      push((s) => schema(s, "MetadataInput"), "required", "label")(spec);
    },
    breaking: true,
    rule: "request-required-property-added",
    at: "MetadataInput/properties/label",
  },
  "an optional property is added to the request": {
    edit: (spec) => {
      at(schema(spec, "MetadataInput"), "properties")["label"] = { type: "string" };
    },
    breaking: false,
    rule: "request-property-added",
    at: "MetadataInput/properties/label",
  },
  "a property of the request is removed": {
    edit: (spec) => {
      delete at(schema(spec, "MetadataInput"), "properties")["uid"];
    },
    breaking: true,
    rule: "request-property-removed",
    at: "MetadataInput/properties/uid",
  },
  "a property of the request becomes optional": {
    edit: pull((spec) => schema(spec, "MetadataInput"), "required", "uid"),
    breaking: false,
    rule: "request-property-became-optional",
    at: "MetadataInput/required",
  },
  "a type of the request is narrowed": {
    edit: (spec) => {
      member(spec, "NumberItemInput", "value")["type"] = "integer";
    },
    breaking: true,
    rule: "request-type-narrowed",
    at: "NumberItemInput/properties/value/type",
  },
  "a type of the request becomes nullable": {
    edit: (spec) => {
      member(spec, "StringItemInput", "value")["type"] = ["string", "null"];
    },
    breaking: false,
    rule: "request-became-nullable",
    at: "StringItemInput",
  },
  "a pattern is added to the request": {
    edit: (spec) => {
      schema(spec, "Uid")["pattern"] = "^[a-z]+$";
    },
    breaking: true,
    rule: "request-pattern-added",
    at: "Uid/pattern",
  },
  "a pattern of the request is changed": {
    edit: (spec) => {
      schema(spec, "DateTime")["pattern"] = "Z$";
    },
    breaking: true,
    rule: "request-pattern-changed",
    at: "DateTime/pattern",
  },
  "a pattern that requests and responses share is removed": {
    edit: (spec) => {
      delete schema(spec, "DateTime")["pattern"];
    },
    breaking: true,
    rule: "response-pattern-removed",
    at: "DateTime/pattern",
  },
  "a format of the request is removed": {
    edit: (spec) => {
      delete schema(spec, "FileIdentifier")["format"];
    },
    breaking: false,
    rule: "request-format-removed",
    at: "FileIdentifier/format",
  },
  "a format is added to the request": {
    edit: (spec) => {
      member(spec, "StringItemInput", "value")["format"] = "email";
    },
    breaking: true,
    rule: "request-format-added",
    at: "StringItemInput/properties/value/format",
  },
  "a length of the request is shortened": {
    edit: (spec) => {
      schema(spec, "Uid")["maxLength"] = 50;
    },
    breaking: true,
    rule: "request-maxLength-narrowed",
    at: "Uid/maxLength",
  },
  "a minimum number of items is raised": {
    edit: (spec) => {
      member(spec, "MetadataInput", "items")["minItems"] = 2;
    },
    breaking: true,
    rule: "request-minItems-narrowed",
    at: "items/minItems",
  },
  "a branch of the request is removed": {
    edit: pull((spec) => schema(spec, "MetadataItemInput"), "oneOf", { $ref: "#/components/schemas/FileItemInput" }),
    breaking: true,
    rule: "request-branch-removed",
    at: "MetadataItemInput/oneOf",
  },
  "a branch of the request is added": {
    edit: push((spec) => schema(spec, "MetadataItemInput"), "oneOf", {
      type: "object",
      properties: { type: { const: "money" } },
    }),
    breaking: false,
    rule: "request-branch-added",
    at: "MetadataItemInput/oneOf",
  },
  "the constant of a branch of the request changes": {
    edit: (spec) => {
      member(spec, "FileItemInput", "type")["const"] = "attachment";
    },
    breaking: true,
    rule: "request-branch-removed",
    at: "MetadataItemInput/oneOf",
  },
  "an object of the request is opened": {
    edit: (spec) => {
      schema(spec, "MetadataInput")["additionalProperties"] = true;
    },
    breaking: false,
    rule: "request-other-properties-opened",
    at: "MetadataInput/additionalProperties",
  },
  "a media type of the request is removed": {
    edit: (spec) => {
      const content = at(operation(spec, CREATE, "post"), "requestBody", "content");
      content["application/xml"] = content["application/json"];
      delete content["application/json"];
    },
    breaking: true,
    rule: "media-type-removed",
    at: "requestBody/content/application~1json",
  },
  "the request body becomes optional": {
    edit: (spec) => {
      at(operation(spec, CREATE, "post"), "requestBody")["required"] = false;
    },
    breaking: false,
    rule: "body-became-optional",
    at: "requestBody",
  },
};
