import { styleText } from "node:util";

/** Colours a text where the output is a terminal that wants colours (NO_COLOR is respected). */
export type Paint = (style: "bold" | "dim" | "green" | "yellow" | "red" | "cyan", text: string) => string;

export function createPaint(stream: NodeJS.WriteStream): Paint {
  const colourful = process.env["FORCE_COLOR"] !== undefined || (stream.isTTY && process.env["NO_COLOR"] === undefined);
  return (style, text) => (colourful ? styleText(style, text) : text);
}
