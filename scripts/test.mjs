/**
 * `npm test`: every check, each with its own output; the last line is "N passed, N failed".
 * `npm test -- unit e2e` runs only the stages named.
 */
import { runTests } from "./test/run-tests.mjs";
import { STAGES } from "./test/stages.mjs";

runTests(STAGES);
