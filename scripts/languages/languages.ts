/** A client generator, and the sample in `samples/NAME` that runs with the generated client. */
export interface Language {
  name: string;
  /** Language and generator, as shown in the table. */
  title: string;
  /** The programs that `generate.sh` needs. */
  generates: string[];
  /** The programs that `build.sh` and `run.sh` need. */
  builds: string[];
  /** Whether `generate.sh` uses openapi-generator-cli.jar. */
  jar?: boolean;
  /** The reason why the language has no sample to run. */
  noSample?: string;
}

const JAR = { generates: ["java", "mvn"], jar: true };

/** The languages of `npm run extra -- languages`, which needs compilers, Maven Central and PyPI. */
export const LANGUAGES: Language[] = [
  { name: "java", title: "Java, openapi-generator", ...JAR, builds: ["javac", "mvn"] },
  { name: "kotlin", title: "Kotlin, openapi-generator", ...JAR, builds: ["java", "mvn"] },
  { name: "go", title: "Go, openapi-generator", ...JAR, builds: ["go"] },
  { name: "python", title: "Python, openapi-generator", ...JAR, builds: ["python3"] },
  {
    name: "csharp",
    title: "C#, openapi-generator",
    ...JAR,
    builds: ["dotnet"],
    noSample: "there is no sample in C# yet",
  },
  {
    name: "openapi-python-client",
    title: "Python, openapi-python-client",
    generates: ["python3"],
    builds: ["python3"],
  },
];

/** The languages of `npm test`; their npm packages are development dependencies of the scripts. */
export const NPM_CLIENTS: Language[] = [
  { name: "orval", title: "TypeScript, orval", generates: ["node"], builds: ["node"] },
  { name: "hey-api", title: "TypeScript, hey-api", generates: ["node"], builds: ["node"] },
];
