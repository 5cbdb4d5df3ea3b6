import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { type Machine, parentFolder } from "../test-runner/temporary-folder.js";

const GIB = 1024 ** 3;
const MACHINE: Machine = {
  mounts: "/dev/vda / ext4 rw,relatime 0 0\ntmpfs /dev/shm tmpfs rw,nosuid,nodev 0 0\n",
  free: 12 * GIB,
  memory: 20 * GIB,
  chosen: undefined,
};

test.each<[where: string, change: Partial<Machine>, folder: string]>([
  ["in memory if there is enough of it", {}, "/dev/shm"],
  ["where TMPDIR is, if it is set", { chosen: "/var/tmp" }, "/var/tmp"],
  ["in the system's folder without a file system in memory", { mounts: "/dev/vda / ext4 rw 0 0\n" }, tmpdir()],
  ["in the system's folder if /dev/shm is on a disk", { mounts: "/dev/vda /dev/shm ext4 rw 0 0\n" }, tmpdir()],
  [
    "in the system's folder if programs cannot run in memory",
    { mounts: "shm /dev/shm tmpfs rw,nosuid,nodev,noexec,size=65536k 0 0\n" },
    tmpdir(),
  ],
  ["in the system's folder if it is read-only", { mounts: "shm /dev/shm tmpfs ro,nosuid 0 0\n" }, tmpdir()],
  ["in the system's folder if /dev/shm is small, as in containers", { free: 64 * 1024 ** 2 }, tmpdir()],
  ["in the system's folder if other programs use the memory", { memory: 6 * GIB }, tmpdir()],
])("temporary files of the tests are %s", (_, change, folder) => {
  expect(parentFolder({ ...MACHINE, ...change })).toBe(folder);
});
