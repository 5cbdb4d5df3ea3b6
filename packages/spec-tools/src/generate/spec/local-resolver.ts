import { BaseResolver, type Document, Source } from "@redocly/openapi-core";
import { withMarkedNames } from "../inherited-names.js";

const URL_START = /^https?:\/\//i;

/**
 * Reads only files: a spec must not change its meaning, or become invalid, when somebody else's server changes or is
 * down. The `externalValue` of an example may be a URL, since it is only shown.
 */
export class LocalResolver extends BaseResolver {
  override async loadExternalRef(path: string): Promise<Source> {
    if (!URL_START.test(path)) return super.loadExternalRef(path);
    // Every parser accepts this; an empty text would count as missing.
    return new Source(path, "{}", "application/json");
  }

  override parseDocument(source: Source, isRoot = false): Document {
    const document = super.parseDocument(source, isRoot) as Document;
    return { ...document, parsed: withMarkedNames(document.parsed) };
  }
}
