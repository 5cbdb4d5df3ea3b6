// Generated from openapi/ by `npm run generate`. Do not edit.
import type { BooleanArrayItemInput, BooleanItemInput, CalendarDate, DateArrayItemInput, DateItemInput, DateTime, DatetimeArrayItemInput, DatetimeItemInput, FileIdentifier, FileItemInput, MetadataItem, MetadataItemInput, NumberArrayItemInput, NumberItemInput, ObjectArrayItemInput, ObjectItemInput, StringArrayItemInput, StringItemInput } from "./models.js";

/** An item, as it is sent or as it is returned. */
export type Item = MetadataItem | MetadataItemInput;

/** Makes an item, and returns its parts. */
export const builderOf = (type: string) => (key: string, value: unknown) => ({ key: key, type: type, value: value });
export const partsOf = ({ key: key, type: type, value: value }: Item) => [key, type, value] as const;

/** The types of items; of those that contain items, whether a response has each of them in an array. */
export const itemKinds: readonly string[] = ["string","number","boolean","date","datetime","string-array","number-array","date-array","datetime-array","boolean-array","file","object","object-array"];
export const nestedKinds: ReadonlyMap<string, boolean> = new Map([["object",false],["object-array",true]]);

/** A builder for each of them. */
export interface ItemBuilders {
  /** An item whose value is a string, as sent. */
  string(key: string, value: string): StringItemInput;
  /** An item whose value is a number, as sent. */
  number(key: string, value: number): NumberItemInput;
  /** An item whose value is a boolean, as sent. */
  boolean(key: string, value: boolean): BooleanItemInput;
  /** An item whose value is a calendar date, as sent. */
  date(key: string, value: CalendarDate): DateItemInput;
  /** An item whose value is a date-time, as sent. */
  datetime(key: string, value: DateTime): DatetimeItemInput;
  /** An item whose value is an array of strings, as sent. */
  stringArray(key: string, value: string[]): StringArrayItemInput;
  /** An item whose value is an array of numbers, as sent. */
  numberArray(key: string, value: number[]): NumberArrayItemInput;
  /** An item whose value is an array of calendar dates, as sent. */
  dateArray(key: string, value: CalendarDate[]): DateArrayItemInput;
  /** An item whose value is an array of date-times, as sent. */
  datetimeArray(key: string, value: DateTime[]): DatetimeArrayItemInput;
  /** An item whose value is an array of booleans, as sent. */
  booleanArray(key: string, value: boolean[]): BooleanArrayItemInput;
  /** An item that refers to a stored file, as sent: the value is the ID of the file. */
  file(key: string, value: FileIdentifier): FileItemInput;
  /** An item whose value is a list of nested items, as sent. */
  object(key: string, value: MetadataItemInput[]): ObjectItemInput;
  /** An item whose value is a flat array of items, as sent. */
  objectArray(key: string, value: MetadataItemInput[]): ObjectArrayItemInput;
}
