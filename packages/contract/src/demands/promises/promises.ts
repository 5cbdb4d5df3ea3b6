import { type Family, ofAll, ofEach, type Suite } from "../../cases/family.js";
import { promisesOf } from "../../document/promises.js";
import { queryCases, repeatedCases } from "./query.js";
import { rateCases } from "./rate.js";
import { recordCases } from "./records/record-cases.js";
import { listedValueCases, methodCases, pathCases } from "./routes.js";
import { otherHeaderCases, repetitionCases, sequenceCases } from "./stability.js";

/** A promise beyond OpenAPI, and the cases for it. */
interface Promised {
  /** Where the document makes it, as a JSON pointer. */
  at: string;
  /** Whether a document makes it. */
  isMade(suite: Suite): boolean;
  family: Family;
}

const root = (name: string) => ({
  at: `/x-promises/${name}`,
  isMade: ({ document }: Suite) => promisesOf(document)[name] !== undefined,
});
/** What the document of this API promises, by its extensions; nothing for a document without them. */
export const PROMISES: Promised[] = [
  ...[queryCases, listedValueCases, repetitionCases, otherHeaderCases].map((make) => ({
    ...root("unknownQueryParameter"),
    family: ofEach(make),
  })),
  { ...root("unknownQueryParameter"), family: ofAll(sequenceCases) },
  { ...root("unknownQueryParameter"), family: ofAll(rateCases) },
  { ...root("repeatedQueryParameter"), family: ofEach(repeatedCases) },
  { ...root("otherMethods"), family: ofAll(methodCases) },
  { ...root("otherMethods"), family: ofEach(pathCases) },
  {
    at: "",
    isMade: ({ operations }) => operations.some(({ promises }) => promises.repeatedCreate !== undefined),
    family: ofEach(recordCases),
  },
];
