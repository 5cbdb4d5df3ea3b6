/** A change that an API owner makes to the spec, and the expected result. */
export interface Edit {
  /** The name shown in the table of results; operations and schemas are named after its PascalCase form. */
  readonly name: string;
  readonly paths?: Readonly<Record<string, object>>;
  /** Components, by type and name. */
  readonly components?: Readonly<Record<string, Readonly<Record<string, object>>>>;
  /**
   * Replacements in files of `openapi/`; an empty `from` replaces the whole file. An edit with replacements runs alone.
   */
  readonly files?: readonly (readonly [file: string, from: string, to: string])[];
  /** Files or folders of `openapi/` to remove first. */
  readonly removes?: readonly string[];
  /** Component files of `openapi/` to rename, with all references to them. */
  readonly renames?: readonly (readonly [from: string, to: string])[];
  /** The operations to test, for an edit without paths. */
  readonly operations?: readonly string[];
  /** A pattern for the IDs of the contract cases to run, for an edit that does not affect the others. */
  readonly cases?: string;
  /** Expressions that use `client`, one for each call whose types and result are checked. */
  readonly calls?: readonly string[];
  /** The reason why the copy's own tests cannot pass with this edit, if it changes what they check. */
  readonly untested?: string;
  /** Part of the error message with which `generate` must reject the edit; if missing, the edit must work. */
  readonly refused?: string;
}
