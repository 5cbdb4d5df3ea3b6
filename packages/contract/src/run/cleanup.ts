import type { CreatedRecord } from "../cases/case.js";
import { type Document, type Operation, operationsOf } from "../document/document.js";
import { pathPattern } from "../document/path-pattern.js";
import { requestOf } from "../requests/request.js";
import type { Target } from "../target/target.js";

/** The result of deleting what a run created. */
export interface Cleanup {
  deleted: number;
  /**
   * The number of records that remain: the document or the server cannot delete them, or the run may not have created
   * them.
   */
  left: number;
}

/** Deletes what a run created, if the document has a DELETE operation for its records. */
export async function cleanUp(document: Document, target: Target, created: CreatedRecord[]): Promise<Cleanup> {
  const deletes = operationsOf(document).filter(({ method }) => method === "DELETE");
  let deleted = 0;
  for (const { path, uid, own } of created) {
    const record = `${path}/${encodeURIComponent(uid)}`;
    const operation = deletes.find((each) => matches(each, record));
    if (!operation || !own) continue;
    const { headers } = requestOf(operation, {}, target);
    const place = operation.path.endsWith("/") ? `${record}/` : record;
    const response = await target.send({ method: "DELETE", path: place, headers }).catch(() => undefined);
    if (response && response.status < 300) deleted++;
  }
  return { deleted, left: created.length - deleted };
}

const matches = ({ path }: Operation, place: string): boolean => pathPattern(path).test(place);
