import { UserModel } from "@models/user";
import { connectProgram } from "~/platform/connect-program.server";
import { disconnectDatabase } from "~/platform/database.server";
import { chainWords } from "./chain-words";
import { checkChain } from "./check-chain.server";

/** `npm run audit:check`: walks the audit log and says whether anything in it was changed. */

await connectProgram();
const check = await checkChain();
// A site that runs has at least its first administrator.
const isNobodys = check.entries === 0 && check.flaw === null && !(await UserModel.exists({}));
await disconnectDatabase();
if (isNobodys) {
  console.error(
    "La base de données est vide\u00a0: rien n’a été vérifié. Est-ce celle de MONGODB_URI\u00a0?",
  );
  process.exitCode = 1;
} else if (check.flaw === null) {
  console.log(chainWords(check));
} else {
  console.error(chainWords(check));
  process.exitCode = 1;
}
