import { realpath } from "node:fs/promises";
import { dirname, relative, sep } from "node:path";
import { BaseResolver, type Config, type Document, Source } from "@redocly/openapi-core";
import { withMarkedNames } from "./inherited-names.js";

const URL_START = /^https?:\/\//i;

/**
 * Reads only files below a folder. A spec must not change its meaning, or become invalid, when somebody else's server
 * changes or is down, and must not publish other files of the machine that reads it.
 */
export class LocalResolver extends BaseResolver {
  /**
   * @param root the root file of the spec
   * @param folder the folder that all its files must be in; that of the root file by default
   */
  constructor(
    config: Config["resolve"],
    private readonly root: string,
    private readonly folder = dirname(root),
  ) {
    super(config);
  }

  override async loadExternalRef(path: string): Promise<Source> {
    // Every parser accepts this; an empty text would count as missing. The reference itself is reported later.
    if (URL_START.test(path)) return new Source(path, "{}", "application/json");
    // A symbolic link may lead out of the folder.
    const [folder, file] = await Promise.all([realpath(this.folder), realpath(path).catch(() => undefined)]);
    // A file that does not exist is reported by the resolver.
    if (file !== undefined && path !== this.root && !file.startsWith(folder.endsWith(sep) ? folder : folder + sep))
      throw new Error(
        `${relative(folder, file)} is outside of the folder of the spec, ${folder}; copy it into this folder, or name a folder that contains both`,
      );
    return super.loadExternalRef(path);
  }

  /** A `$ref` is a URI reference, so a space in the name of a file is `%20` there. */
  override resolveExternalRef(base: string | null, ref: string): string {
    const isEncoded = !URL_START.test(ref) && /%[0-9a-f]{2}/i.test(ref);
    return super.resolveExternalRef(base, isEncoded ? decodeFile(ref) : ref);
  }

  override parseDocument(source: Source, isRoot = false): Document {
    const document = super.parseDocument(source, isRoot) as Document;
    return { ...document, parsed: withMarkedNames(document.parsed) };
  }
}

function decodeFile(ref: string): string {
  try {
    return decodeURIComponent(ref);
  } catch {
    return ref;
  }
}
