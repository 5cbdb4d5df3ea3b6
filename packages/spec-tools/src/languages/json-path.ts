/** The path of a field of an object: `data`, `'customer\'s note'`. */
export const field = (name: string): string =>
  /^[A-Za-z_]\w*$/.test(name) ? name : `'${name.replace(/['\\]/g, "\\$&")}'`;
