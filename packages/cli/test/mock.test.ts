// About this API: its typed items.
/** Runs the commands of the real spec against the mock, which validates their requests. */
import { type Mock, startMock } from "@metadata-service/mock";
import { beforeAll, expect, test } from "vitest";
import { commandTable } from "../src/generated/command-table.js";
import { lines } from "./support/contents.js";
import { run, serverEnv } from "./support/run.js";

let mock: Mock;
beforeAll(async () => {
  mock = await startMock();
  return () => mock.stop();
});

const lists = commandTable.commands.filter(({ list }) => list).map(({ words }) => words[0] ?? "");

test.each(lists)("%s: every record is pulled once, although requests fail", async (group) => {
  mock.use("flaky");
  const { code, stdout } = await run([group, "pull"], { env: serverEnv(mock) });
  expect(code).toBe(0);
  expect(new Set(lines(stdout).map((line) => JSON.parse(line).uid)).size).toBe(1000);
  expect(lines(stdout)).toHaveLength(1000);
});

test("a parameter that the service rejects is named as its flag", async () => {
  mock.use("none");
  for (const command of ["list", "pull"])
    expect(await run(["reports", command, "--updated-from", "soon"], { env: serverEnv(mock) })).toMatchObject({
      code: 4,
      stderr: expect.stringMatching(/^metadata: --updated-from must be a date-time/),
    });
});

test("items of all thirteen types are valid", async () => {
  mock.use("none");
  const moment = "2026-11-21T06:15:00.250+07:00";
  const items = [
    "note=Lot 7 passed",
    "weight:number=12.5",
    "sealed:boolean=true",
    "day:date=2026-11-21",
    `at:datetime=${moment}`,
    "colours:string-array=blue,navy",
    "sizes:number-array=1.5,-3",
    "visits:date-array=2026-11-21",
    `scans:datetime-array=${moment}`,
    "checks:boolean-array=true,false",
    "photo:file=6f1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d",
    'size:object=[{"key":"width","type":"number","value":2}]',
    'defects:object-array=[{"key":"width","type":"number","value":2}]',
  ];
  const { code, stdout } = await run(["create", "inspection", "lot-1", ...items], { env: serverEnv(mock) });
  expect(code).toBe(0);
  expect(JSON.parse(stdout).data.items).toHaveLength(items.length);
});
