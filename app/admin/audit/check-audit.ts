import { connectDatabase, disconnectDatabase } from "~/platform/database.server";
import { checkChain } from "./check-chain.server";

/** `npm run audit:check`: walks the audit log and says whether anything in it was changed. */

await connectDatabase();
const { entries, flaw } = await checkChain();
await disconnectDatabase();
if (flaw === null) {
  console.log(`Journal intact\u00a0: ${entries} entrées vérifiées.`);
} else {
  console.error(`Journal altéré après ${entries} entrées\u00a0: ${flaw}.`);
  process.exitCode = 1;
}
