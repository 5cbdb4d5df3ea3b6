import { Refusal } from "@metadata-service/server-rules";

/** The maximum size of all stored records, in bytes of memory. A thorough run of the contract suite fits. */
export const MOST_STORED_BYTES = 256 * 1024 * 1024;

/** Thrown if the memory is full. The response is a 500 that explains how to free memory; retrying does not help. */
export class MemoryFull extends Refusal {
  readonly detail: string;

  constructor() {
    const detail = `The mock stores at most ${MOST_STORED_BYTES / 1024 / 1024} MiB of records; send POST /__mock/reset to delete them`;
    super(500, undefined, {}, [detail]);
    this.detail = detail;
  }
}
