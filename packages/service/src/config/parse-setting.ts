import { isIP } from "node:net";
import { isHost } from "@metadata-service/server-rules";
import { LOG_LEVELS, type LogLevel } from "./service-options.js";

// Each function parses a setting, or throws an Error whose message completes "… must be".

export function integer(least: number, most: number) {
  return (text: string): number => {
    const number = Number(text);
    if (!/^\d+$/.test(text) || number < least || number > most)
      throw new Error(`a whole number from ${least} to ${most}`);
    return number;
  };
}

export const milliseconds = integer(1, 3_600_000);

export function positive(text: string): number {
  const number = Number(text);
  if (!/^\d+(\.\d+)?$/.test(text) || number <= 0) throw new Error("a number above 0");
  return number;
}

export function portOrOff(text: string): number | false {
  return text === "off" ? false : integer(0, 65_535)(text);
}

export function yesOrNo(text: string): boolean {
  if (text !== "yes" && text !== "no") throw new Error("yes or no");
  return text === "yes";
}

export function nonEmpty(text: string): string {
  if (text.trim() === "") throw new Error("a value that is not empty");
  return text;
}

export function databaseUrl(text: string): string {
  if (!/^postgres(ql)?:\/\/./.test(text) || !URL.canParse(text))
    throw new Error("a URL such as postgres://user:password@host:5432/name");
  return text;
}

export function httpUrl(text: string): string {
  if (!/^https?:\/\/./.test(text) || !isUri(text) || /[?#]/.test(text))
    throw new Error("a URL that begins with http:// or https:// and has no query");
  return text;
}

export function hosts(text: string): string[] {
  const names = text.split(",").map((name) => name.trim());
  if (!names.every(isHost)) throw new Error("host names, such as api.example, with commas between them");
  return names;
}

/** Parses origins, which must be exactly as browsers send them, because they are compared as strings. */
export function origins(text: string): string[] {
  const all = text.split(",").map((one) => one.trim());
  if (!all.every((one) => one === "*" || isOrigin(one)))
    throw new Error("origins, such as https://app.example or http://localhost:3000, with commas between them, or *");
  return all;
}

function isOrigin(text: string): boolean {
  return /^https?:[^*]+$/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}

export function networks(text: string): string[] {
  const all = text.split(",").map((one) => one.trim());
  if (!all.every(isNetwork)) throw new Error("addresses or networks, such as 10.0.0.0/8, with commas between them");
  return all;
}

function isNetwork(text: string): boolean {
  const [, address = "", prefix = "0"] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const family = isIP(address);
  return family !== 0 && Number(prefix) <= (family === 6 ? 128 : 32);
}

export function fileUrl(text: string): string {
  if (!text.includes("{id}") || !isUri(text.replaceAll("{id}", "0")))
    throw new Error("an absolute URL, percent-encoded, with {id} in place of the file ID");
  return text;
}

/**
 * `URL` accepts and corrects invalid input, but responses contain the text as written, which must be a valid URI (RFC
 * 3986, appendix A).
 */
function isUri(text: string): boolean {
  return URL.canParse(text) && /^(?:[\w.~:/?#[\]@!$&'()*+,;=-]|%[\dA-Fa-f]{2})+$/.test(text);
}

export function logLevel(text: string): LogLevel {
  const level = LOG_LEVELS.find((one) => one === text);
  if (!level) throw new Error(`one of ${LOG_LEVELS.join(", ")}`);
  return level;
}
