import { connectProgram } from "~/platform/connect-program.server";
import { disconnectDatabase } from "~/platform/database.server";
import { chainWords } from "./chain-words";
import { checkChain } from "./check-chain.server";

/** `npm run audit:check`: walks the audit log and says whether anything in it was changed. */

await connectProgram();
const check = await checkChain();
await disconnectDatabase();
if (check.flaw === null) {
  console.log(chainWords(check));
} else {
  console.error(chainWords(check));
  process.exitCode = 1;
}
