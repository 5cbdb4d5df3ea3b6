/** A word of a POSIX shell, which it passes on unchanged. */
export const word = (value: string): string => `'${value.replaceAll("'", "'\\''")}'`;
