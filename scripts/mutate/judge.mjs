import { ESLint } from "eslint";
import ts from "typescript";
import { ROOT, at } from "../lib/paths.mjs";

/** What types and lint say of a source, by itself, with something else in it: nothing is written. */
export class Judge {
  #options;
  #names;
  #host;
  /** @type {Map<string, ts.SourceFile | undefined>} */
  #sources = new Map();
  /** @type {ts.Program} */
  #program;

  constructor() {
    const { config } = ts.readConfigFile(at("tsconfig.json"), (name) => ts.sys.readFile(name));
    const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT);
    this.#options = options;
    this.#names = fileNames;
    // With parents: rules walk up from where they stand.
    const host = ts.createCompilerHost(options, true);
    const read = host.getSourceFile;
    host.getSourceFile = (name, ...how) => {
      if (!this.#sources.has(name)) this.#sources.set(name, read(name, ...how));
      return this.#sources.get(name);
    };
    this.#host = host;
    this.#program = ts.createProgram(fileNames, options, host);
  }

  /**
   * @param {string} file relative to the project
   * @param {string} text what stands in it instead
   * @returns {Promise<"types" | "lint" | null>} who refuses it
   */
  async refuses(file, text) {
    const name = at(file);
    const before = this.#sources.get(name);
    this.#sources.set(name, ts.createSourceFile(name, text, ts.ScriptTarget.ES2023, true));
    const program = ts.createProgram(this.#names, this.#options, this.#host, this.#program);
    this.#sources.set(name, before);
    const itself = program.getSourceFile(name);
    const wrong =
      program.getSyntacticDiagnostics(itself).length > 0 ||
      program.getSemanticDiagnostics(itself).length > 0;
    if (wrong) return "types";
    const eslint = new ESLint({
      cwd: ROOT,
      overrideConfig: [
        {
          files: ["**/*.{ts,tsx}"],
          languageOptions: { parserOptions: { projectService: false, programs: [program] } },
        },
      ],
    });
    const results = await eslint.lintText(text, { filePath: name });
    return results.some((one) => one.errorCount + one.warningCount > 0) ? "lint" : null;
  }
}
