/** Mutants that no case can notice, each with the reason; a survivor that is not here fails the run. */
export const KNOWN_SURVIVORS: Record<string, string> = {
  "createMetadata namespace: type is lost":
    "Nothing changes: what stands in a path is a text in any case, and the enum of the same schema says which ones.",
};
