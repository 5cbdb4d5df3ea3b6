/**
 * Runs in the copy of the repository, once for all edits: generates and compiles, one request of the parent at a time. To
 * load these tools takes longer than to use them, so they stay loaded.
 */
import { fileURLToPath } from "node:url";
import ts from "typescript";

const inCopy = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const generators = "../../packages/spec-tools/src/generate";
let runs = 0;

/** Runs the program of a generator again: another query is another module, and what it imports stays loaded. */
async function generate(name) {
  process.exitCode = 0;
  await import(`${generators}/${name}.ts?run=${++runs}`);
  return process.exitCode === 0;
}

/** A compiler that keeps the files that it has read and the results for those that did not change. */
function compilerFor(options) {
  const host = ts.createIncrementalCompilerHost(options);
  const read = host.getSourceFile.bind(host);
  const known = new Map();
  host.getSourceFile = (name, ...rest) => {
    const text = ts.sys.readFile(name);
    const before = known.get(name);
    if (before?.text === text) return before.file;
    const file = read(name, ...rest);
    known.set(name, { text, file });
    return file;
  };
  let program;
  return (files) => {
    program = ts.createEmitAndSemanticDiagnosticsBuilderProgram(files, options, host, program);
    const diagnostics = [
      ...program.getOptionsDiagnostics(),
      ...program.getSyntacticDiagnostics(),
      ...program.getSemanticDiagnostics(),
    ];
    program.emit();
    const format = {
      getCanonicalFileName: (name) => name,
      getCurrentDirectory: () => inCopy(""),
      getNewLine: () => "\n",
    };
    console.log(ts.formatDiagnostics(diagnostics, format));
    return diagnostics.length === 0;
  };
}

let compileClient;
let compileCalls;

const tasks = {
  generateSpec: () => generate("openapi"),
  async generateCode() {
    for (const name of ["cli", "mcp"]) if (!(await generate(name))) return false;
    return true;
  },
  buildClient() {
    const config = inCopy("packages/client/tsconfig.build.json");
    const read = ts.getParsedCommandLineOfConfigFile(
      config,
      {},
      { ...ts.sys, onUnRecoverableConfigFileDiagnostic() {} },
    );
    // The folder of what was generated changes with the spec, the options do not.
    compileClient ??= compilerFor(read.options);
    return compileClient(read.fileNames);
  },
  checkCalls() {
    compileCalls ??= compilerFor({
      strict: true,
      skipLibCheck: true,
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.NodeNext,
      types: ["node"],
    });
    return compileCalls([inCopy("user/calls.ts")]);
  },
};

let output = "";
for (const stream of [process.stdout, process.stderr])
  stream.write = (chunk) => {
    output += chunk;
    return true;
  };

process.on("message", async ({ task }) => {
  output = "";
  const ok = await Promise.resolve()
    .then(() => tasks[task]())
    .catch((error) => {
      output += `${error?.stack ?? error}`;
      return false;
    });
  process.send({ ok, output });
});
