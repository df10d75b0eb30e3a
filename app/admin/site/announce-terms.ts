import { z } from "zod";
import { connectProgram } from "~/platform/connect-program.server";
import { disconnectDatabase } from "~/platform/database.server";
import { isDay } from "~/platform/days";
import { NOTICE_DAYS } from "~/rules/terms";
import { announceTerms } from "./announce-terms.server";

/** `npm run announce-terms -- --from 2027-03-01 "Article 6 : …"`: tells everybody of other terms; run again it goes on. */

const said = z
  .tuple([z.literal("--from"), z.string().refine(isDay)])
  .rest(z.string())
  .safeParse(process.argv.slice(2));
const words = said.success ? said.data.slice(2).join(" ").trim() : "";
if (!said.success || words === "") {
  console.error(
    'Donnez le jour où les nouvelles conditions s’appliquent et ce qui change\u00a0: --from AAAA-MM-JJ "Ce qui change".',
  );
  process.exitCode = 1;
} else {
  await connectProgram();
  const { told, late } = await announceTerms({ from: said.data[1], words }, new Date());
  await disconnectDatabase();
  console.log(`Messages mis en file\u00a0: ${told}.`);
  if (late > 0) {
    console.error(
      `Comptes non prévenus\u00a0: ${late}. Il faut ${NOTICE_DAYS}\u00a0jours entre le dernier message et ce jour.`,
    );
    process.exitCode = 1;
  }
}
