import { connectProgram } from "~/platform/connect-program.server";
import { disconnectDatabase } from "~/platform/database.server";
import { isProduction } from "~/platform/env.server";
import { describeAccounts } from "./accounts";
import { seedDemo } from "./seed";

/**
 * `node build/server/seed.js`: fills an empty database with the demo, then says who can log in. With
 * `DEMO_PICTURES=few` each scene is drawn once, for who does not look at the pictures.
 */
if (isProduction) throw new Error("The demo data are refused in production");

await connectProgram({ manner: "patient" });
try {
  await seedDemo({
    now: new Date(),
    pictures: process.env.DEMO_PICTURES === "few" ? "few" : "all",
    // To the script that waits for it, if one does.
    tell: (progress, done, of) => process.send?.({ progress, done, of }),
  });
} finally {
  await disconnectDatabase();
}
process.stdout.write(`${describeAccounts()}\n`);
