import { connectProgram } from "~/platform/connect-program.server";
import { disconnectDatabase } from "~/platform/database.server";
import { env, isProduction } from "~/platform/env.server";
import { describeAccounts } from "./accounts";
import { seedDemo } from "./seed";
import { StrangersError } from "./strangers";

/**
 * `node build/server/seed.js`: fills an empty database with the demo, then says who can log in. With
 * `DEMO_PICTURES=few` each scene is drawn once, for who does not look at the pictures.
 */
if (isProduction || env.STRIPE_SECRET_KEY?.includes("_live_")) {
  throw new Error("The demo data are refused in production");
}

await connectProgram({ manner: "patient" });
try {
  await seedDemo({
    now: new Date(),
    pictures: process.env.DEMO_PICTURES === "few" ? "few" : "all",
    // To the script that waits for it, if one does.
    tell: (progress, done, of) => process.send?.({ progress, done, of }),
  });
  process.stdout.write(`${describeAccounts()}\n`);
} catch (error) {
  if (!(error instanceof StrangersError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
} finally {
  await disconnectDatabase();
}
