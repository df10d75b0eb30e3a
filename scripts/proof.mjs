/**
 * `npm run proof`: the long runs, an hour or so in all; the last line is "N passed, N failed".
 * `npm run proof -- crawl layout` runs only the stages named.
 */
import { runTests } from "./test/run-tests.mjs";
import { PROOF_STAGES } from "./test/stages.mjs";

runTests(PROOF_STAGES);
