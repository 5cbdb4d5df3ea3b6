import { styleText } from "node:util";
import { control } from "@metadata-service/spec-tools/terminal";

/** Styles text if the output is a terminal with color support; respects NO_COLOR and FORCE_COLOR. */
export type Paint = (style: "bold" | "dim" | "green" | "yellow" | "red" | "cyan", text: string) => string;

export function createPaint(stream: NodeJS.WriteStream): Paint {
  const hasColor = process.env["FORCE_COLOR"] !== undefined || (stream.isTTY && process.env["NO_COLOR"] === undefined);
  return (style, text) => {
    const [start = "", end = ""] = hasColor ? styleText(style, "|").split("|").map(control) : [];
    return start + text + end;
  };
}
