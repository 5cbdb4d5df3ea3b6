/**
 * Compares the client's speed and memory with those of other clients, in one run: `npm run bench -w packages/client`.
 */
import { cpus, loadavg } from "node:os";
import { sizes } from "../test/sizes.js";
import { cpu } from "./cpu.js";
import { memory } from "./memory.js";
import { pull } from "./pull.js";
import { stream } from "./stream.js";

const heading = (text: string) => console.log(`\n${text}\n`);
const line = (name: string, value: string, note = "") =>
  console.log(`  ${name.padEnd(44)}${value.padStart(12)}  ${note}`);

console.log(`Node ${process.versions.node}, ${cpus().length} x ${cpus()[0]?.model}, load ${loadavg()[0]?.toFixed(1)}`);

heading("Size of an import in one file, minified and gzipped, openapi-fetch included");
for (const { name, bytes } of await sizes()) line(name, `${(bytes / 1000).toFixed(2)} kB`);

heading("Pull of 1,000 pages of 100 records, 50 ms each");
const pulls = await pull();
const ideal = pulls[0]?.[1] ?? 0;
for (const [name, seconds] of pulls)
  line(name, `${seconds.toFixed(2)} s`, `${(seconds / ideal).toFixed(2)} x the ideal`);

heading("CPU per call, a page of 10 records, 20 at a time");
const calls = await cpu();
const reference = calls.find(([name]) => name === "openapi-fetch")?.[1] ?? 0;
for (const [name, micros] of calls)
  line(name, `${micros.toFixed(0)} µs`, `${(micros / reference).toFixed(2)} x openapi-fetch`);

heading("CPU of a pull of 50,000 records, 100 a page, 20 pages at once");
const pullers = await stream();
const [undici = 0, fetched = 0] = pullers.map(([, millis]) => millis);
for (const [name, millis] of pullers) {
  const ratios = `${(millis / undici).toFixed(2)} x undici and JSON.parse, ${(millis / fetched).toFixed(2)} x fetch and JSON`;
  line(name, `${millis.toFixed(0)} ms`, ratios);
}

heading("Memory, 1,000,000 records streamed");
const { start, growth } = await memory();
line("resident when warm (50,000 records)", `${start.toFixed(0)} MiB`);
line("growth at the peak", `${growth.toFixed(0)} MiB`);
