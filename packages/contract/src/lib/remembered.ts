/**
 * Returns a function that makes something of an object once, and remembers it as long as the object exists. The object must
 * not change afterwards.
 */
export function remembered<K extends object, V>(make: (from: K) => V): (from: K) => V {
  const known = new WeakMap<K, { readonly value: V }>();
  return (from) => {
    const found = known.get(from) ?? { value: make(from) };
    known.set(from, found);
    return found.value;
  };
}
