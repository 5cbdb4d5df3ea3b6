/** Derives the name of an operation that has none: `/pets/{petId}/photo` and `get` -> `getPetsByPetIdPhoto`. */
export function derivedId(method: string, path: string): string {
  const words = path
    .replace(/\{([^}]*)\}/g, "/by/$1")
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean);
  const names = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return method.toLowerCase() + (names.join("") || "Root");
}

/** Gives each operation a unique ID. Written IDs take precedence; a derived ID that is taken gets a number. */
export function createIds(written: readonly (string | undefined)[]): (method: string, path: string) => string {
  const taken = new Set(written);
  return (method, path) => {
    const base = derivedId(method, path);
    let id = base;
    for (let n = 2; taken.has(id); n++) id = base + n;
    taken.add(id);
    return id;
  };
}
