import path from "node:path";
import { pythonProgram } from "./pip.mjs";

/** A stranger that tries an API by its document alone (https://schemathesis.readthedocs.io). */
const { bin, obstacle } = pythonProgram({
  name: "schemathesis",
  packages: ["schemathesis==4.32.5"],
  proof: ["-m", "schemathesis.cli", "--version"],
});

/** The program, once it is installed. */
export const SCHEMATHESIS = path.join(bin, "schemathesis");

export const schemathesisObstacle = obstacle;
