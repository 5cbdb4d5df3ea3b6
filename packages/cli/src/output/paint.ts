import { control } from "@metadata-service/spec-tools/terminal";

/** Functions that add colors to text, or return it unchanged. */
export interface Paint {
  bold(text: string): string;
  dim(text: string): string;
  red(text: string): string;
}

const plain = (text: string) => text;

const code = (start: number, end: number) => (text: string) =>
  `${control(`\u001b[${start}m`)}${text}${control(`\u001b[${end}m`)}`;

/** Returns colors for a terminal, unless `NO_COLOR` is set (https://no-color.org) or `TERM` is `dumb`. */
export const createPaint = (isTerminal: boolean, env: Readonly<Record<string, string | undefined>>): Paint =>
  isTerminal && !env["NO_COLOR"] && env["TERM"] !== "dumb"
    ? { bold: code(1, 22), dim: code(2, 22), red: code(31, 39) }
    : { bold: plain, dim: plain, red: plain };
