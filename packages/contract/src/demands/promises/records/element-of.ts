/** Returns a different element for each index, for arrays of a type or format; booleans alternate. */
export function elementOf(type: string, i: number): unknown {
  const date = new Date(Date.UTC(2000, 0, 1 + i)).toISOString();
  return (
    { date: date.slice(0, 10), "date-time": date, number: i % 3 ? i / 4 : -i - 1, boolean: i % 3 === 0 }[type] ??
    `element ${i}`
  );
}
