import { fork } from "node:child_process";
import { join } from "node:path";
import type { Finished, RepoCopy } from "../test/copy-repo.js";

/** The generators and compilers of the copy, in one process that keeps running for the whole catalogue. */
export interface Tools {
  /** Writes `openapi/generated` and the client, or rejects the spec. */
  generateSpec(): Promise<Finished>;
  /** Writes the generated code of the command, the connectors and the tools for assistants. */
  generateCode(): Promise<Finished>;
  buildClient(): Promise<Finished>;
  /** Compiles `user/calls.ts` against the client. */
  checkCalls(): Promise<Finished>;
  stop(): void;
}

export function startTools(copy: RepoCopy): Tools {
  const worker = fork(join(copy.folder, "scripts/catalogue/worker.mjs"), {
    cwd: copy.folder,
    execArgv: ["--import", "tsx"],
    env: { ...process.env, NO_COLOR: "1", FORCE_COLOR: "0" },
  });
  let pending: ((finished: Finished) => void) | undefined;
  const answer = (finished: Finished) => {
    pending?.(finished);
    pending = undefined;
  };
  worker.on("message", (message) => answer(message as Finished));
  worker.on("exit", (code) => answer({ ok: false, output: `The tools ended with ${code}.` }));
  const ask = (task: string) =>
    new Promise<Finished>((resolve) => {
      pending = resolve;
      worker.send({ task });
    });
  return {
    generateSpec: () => ask("generateSpec"),
    generateCode: () => ask("generateCode"),
    buildClient: () => ask("buildClient"),
    checkCalls: () => ask("checkCalls"),
    stop: () => void worker.kill(),
  };
}
