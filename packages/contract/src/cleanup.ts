import type { CreatedRecord } from "./created-record.js";
import { type Document, type Operation, operationsOf } from "./document.js";
import { pathPattern } from "./path-pattern.js";
import { requestOf } from "./request.js";
import type { Target } from "./target.js";

/** What a run left behind and took away again. */
export interface Cleanup {
  deleted: number;
  /** What is still there: the document has no way to delete it, the server did not, or the run may not have created it. */
  left: number;
}

/** Deletes what a run created, where the document has an operation for it: a DELETE of the record below its path. */
export async function cleanUp(document: Document, target: Target, created: CreatedRecord[]): Promise<Cleanup> {
  const deletes = operationsOf(document).filter(({ method }) => method === "DELETE");
  let deleted = 0;
  for (const { path, uid, own } of created) {
    const place = `${path}/${encodeURIComponent(uid)}`;
    const operation = deletes.find((each) => matches(each, place));
    if (!operation || !own) continue;
    const { headers } = requestOf(operation, {}, target.apiKey);
    const response = await target.send({ method: "DELETE", path: place, headers }).catch(() => undefined);
    if (response && response.status < 300) deleted++;
  }
  return { deleted, left: created.length - deleted };
}

const matches = ({ path }: Operation, place: string): boolean => pathPattern(path).test(place);
