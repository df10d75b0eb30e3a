import { connectProgram } from "~/platform/connect-program.server";
import { disconnectDatabase } from "~/platform/database.server";
import { env, isProduction } from "~/platform/env.server";
import { formatDay, parisDayOf, todayInParis } from "~/platform/days";
import { describeAccounts } from "./accounts";
import { instantOfDemo } from "./parts";
import { seedDemo } from "./seed";
import { RefusedDatabaseError } from "./strangers";

/**
 * `node build/server/seed.js`: fills an empty database with the demo, then says who can log in. With
 * `DEMO_PICTURES=few` each scene is drawn once, for who does not look at the pictures.
 */
if (isProduction || env.STRIPE_SECRET_KEY?.includes("_live_")) {
  throw new Error("The demo data are refused in production");
}

/** Said from the second day on: requests to answer and payments under way have run out by then. */
async function ageOfDemo(): Promise<string[]> {
  const made = await instantOfDemo();
  const day = made && parisDayOf(made);
  if (!day || day === todayInParis(new Date())) return [];
  return [
    `Cette démonstration est du ${formatDay(day)}\u00a0: ce qui attendait une réponse ou un paiement a expiré.`,
    `Pour la refaire\u00a0: arrêtez, supprimez ${env.DATA_DIR}, et la base de MONGODB_URI si vous en avez donné une, puis relancez.`,
  ];
}

await connectProgram({ manner: "patient" });
try {
  await seedDemo({
    now: new Date(),
    pictures: process.env.DEMO_PICTURES === "few" ? "few" : "all",
    // To the script that waits for it, if one does.
    tell: (progress, done, of) => process.send?.({ progress, done, of }),
  });
  process.stdout.write(`${[describeAccounts(), ...(await ageOfDemo())].join("\n")}\n`);
} catch (error) {
  if (!(error instanceof RefusedDatabaseError)) throw error;
  console.error(error.message);
  // Tells `npm start` that this is all there is to say (scripts/lib/programs.mjs).
  process.exitCode = 78;
} finally {
  await disconnectDatabase();
}
