/**
 * TypeScript's and ESLint's word on all sources, over one program: the types that the first has worked out are there
 * when the second asks for them. `npm run typecheck` and `npm run lint` say the same one by one, and work them out twice.
 * Exits with 1 when either has something to say.
 */
import { ESLint } from "eslint";
import ts from "typescript";
import { ROOT, at } from "../lib/paths.mjs";

/** @type {ts.FormatDiagnosticsHost} */
const FORMAT = {
  getCanonicalFileName: (name) => name,
  getCurrentDirectory: () => ROOT,
  getNewLine: () => "\n",
};

/** The program of tsconfig.json, and what is wrong with that file itself. */
function readProgram() {
  const { config, error } = ts.readConfigFile(at("tsconfig.json"), (name) => ts.sys.readFile(name));
  const { options, fileNames, errors } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT);
  // With parents: rules walk up from where they stand.
  const host = ts.createCompilerHost(options, true);
  const program = ts.createProgram({ rootNames: fileNames, options, host });
  return { program, wrong: error ? [error, ...errors] : errors };
}

const { program, wrong } = readProgram();
const diagnostics = [...wrong, ...ts.getPreEmitDiagnostics(program)];
process.stdout.write(ts.formatDiagnosticsWithColorAndContext(diagnostics, FORMAT));

const eslint = new ESLint({
  cwd: ROOT,
  overrideConfig: [
    {
      files: ["**/*.{ts,tsx}", "scripts/**/*.mjs"],
      languageOptions: { parserOptions: { projectService: false, programs: [program] } },
    },
  ],
});
const results = await eslint.lintFiles(["."]);
const formatter = await eslint.loadFormatter("stylish");
process.stdout.write(await formatter.format(results));

const complaints = results.reduce((sum, one) => sum + one.errorCount + one.warningCount, 0);
process.exitCode = diagnostics.length + complaints > 0 ? 1 : 0;
