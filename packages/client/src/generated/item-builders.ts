// Generated from openapi/ by `npm run generate`. Do not edit.
import type { BooleanArrayItemInput, BooleanItemInput, DateArrayItemInput, DateItemInput, DatetimeArrayItemInput, DatetimeItemInput, FileItemInput, NumberArrayItemInput, NumberItemInput, ObjectArrayItemInput, ObjectItemInput, StringArrayItemInput, StringItemInput } from "./models.js";

/** The kinds of items. */
export const itemKinds = ["string","number","boolean","date","datetime","string-array","number-array","date-array","datetime-array","boolean-array","file","object","object-array"];

/** A builder for each of them. */
export interface ItemBuilders {
  /** An item whose value is a string, as sent. */
  string(key: string, value: StringItemInput["value"]): StringItemInput;
  /** An item whose value is a number, as sent. */
  number(key: string, value: NumberItemInput["value"]): NumberItemInput;
  /** An item whose value is a boolean, as sent. */
  boolean(key: string, value: BooleanItemInput["value"]): BooleanItemInput;
  /** An item whose value is a calendar date, as sent. */
  date(key: string, value: DateItemInput["value"]): DateItemInput;
  /** An item whose value is a date-time, as sent. */
  datetime(key: string, value: DatetimeItemInput["value"]): DatetimeItemInput;
  /** An item whose value is an array of strings, as sent. */
  stringArray(key: string, value: StringArrayItemInput["value"]): StringArrayItemInput;
  /** An item whose value is an array of numbers, as sent. */
  numberArray(key: string, value: NumberArrayItemInput["value"]): NumberArrayItemInput;
  /** An item whose value is an array of calendar dates, as sent. */
  dateArray(key: string, value: DateArrayItemInput["value"]): DateArrayItemInput;
  /** An item whose value is an array of date-times, as sent. */
  datetimeArray(key: string, value: DatetimeArrayItemInput["value"]): DatetimeArrayItemInput;
  /** An item whose value is an array of booleans, as sent. */
  booleanArray(key: string, value: BooleanArrayItemInput["value"]): BooleanArrayItemInput;
  /** An item that refers to a stored file, as sent: the value is the identifier of the file. */
  file(key: string, value: FileItemInput["value"]): FileItemInput;
  /** An item whose value is a set of items, as sent. */
  object(key: string, value: ObjectItemInput["value"]): ObjectItemInput;
  /** An item whose value is a list of items, as sent: the list is flat. */
  objectArray(key: string, value: ObjectArrayItemInput["value"]): ObjectArrayItemInput;
}
