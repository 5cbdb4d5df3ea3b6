import { type CommandIo, type CommandLine, UsageError } from "./io.js";
import { withAdministration } from "./with-administration.js";

/** `metadata-service export metadata --namespace NAME`: the records as they were sent, as lines of JSON. */
export async function exportCommand({ words, flags, settings }: CommandLine, io: CommandIo): Promise<number> {
  const { namespace } = flags;
  if (words.length !== 1 || words[0] !== "metadata" || namespace === undefined)
    throw new UsageError("export takes metadata --namespace NAME");
  await withAdministration({ ...settings, dataMustExist: true }, async (admin) => {
    for await (const record of admin.exportMetadata(namespace)) await io.out(`${record}\n`);
  });
  return 0;
}
