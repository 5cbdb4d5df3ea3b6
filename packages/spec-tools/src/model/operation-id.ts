/** `/pets/{petId}/photo` and `get` -> `getPetsByPetIdPhoto`: the name of an operation that has none. */
export function derivedId(method: string, path: string): string {
  const words = path
    .replace(/\{([^}]*)\}/g, "/by/$1")
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean);
  const names = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return method.toLowerCase() + (names.join("") || "Root");
}

/** Gives each operation a unique ID: the written ones first, and a number after a derived one that is taken. */
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
