import { connectDatabase, disconnectDatabase } from "~/platform/database.server";
import { checkChain } from "./check-chain.server";

/** `npm run audit:check`: walks the audit log and says whether anything in it was changed. */

await connectDatabase();
const { entries, flaw } = await checkChain();
await disconnectDatabase();
const counted = entries > 1 ? `${entries} entrées vérifiées` : `${entries} entrée vérifiée`;
if (flaw === null) {
  console.log(`Journal intact\u00a0: ${counted}.`);
} else {
  console.error(`Journal altéré après ${counted}\u00a0: ${flaw}.`);
  process.exitCode = 1;
}
