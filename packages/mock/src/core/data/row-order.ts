/** The order of the rows in a list. Until the first change, row n is at index n and nothing is stored. */
export interface RowOrder {
  readonly length: number;
  at(place: number): number;
  slice(offset: number, limit: number): number[];
  forEach(visit: (row: number) => void): void;
  /** Adds a new row at the end, where the newest rows are; returns its number. */
  append(): number;
  removeAt(place: number): void;
  /** Adds an existing row, by its number. */
  add(row: number): void;
  remove(row: number): void;
}

/** The rows 0 to size - 1 in order, without some of them. */
export const rowsExcept = (size: number, except: ReadonlySet<number>): number[] =>
  Array.from({ length: size }, (_, row) => row).filter((row) => !except.has(row));

/** Starts with the rows 0 to size - 1 in order, without those that are left out. */
export function createRowOrder(size: number, leftOut: ReadonlySet<number> = new Set()): RowOrder {
  let changed = leftOut.size > 0 ? rowsExcept(size, leftOut) : undefined;
  let next = size;
  const rows = () => {
    changed ??= rowsExcept(size, leftOut);
    return changed;
  };
  return {
    get length() {
      return changed?.length ?? size;
    },
    at: (place) => changed?.[place] ?? place,
    slice(offset, limit) {
      if (changed) return changed.slice(offset, offset + limit);
      return Array.from({ length: Math.max(0, Math.min(limit, size - offset)) }, (_, index) => offset + index);
    },
    forEach(visit) {
      if (changed) changed.forEach(visit);
      else for (let row = 0; row < size; row++) visit(row);
    },
    append() {
      rows().push(next);
      return next++;
    },
    removeAt(place) {
      rows().splice(place, 1);
    },
    add(row) {
      rows().push(row);
    },
    remove(row) {
      const place = rows().indexOf(row);
      if (place >= 0) rows().splice(place, 1);
    },
  };
}
