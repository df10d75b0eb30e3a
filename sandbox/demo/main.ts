import { connectDatabase, disconnectDatabase } from "~/platform/database.server";
import { isProduction } from "~/platform/env.server";
import { describeAccounts } from "./accounts";
import { seedDemo } from "./seed";

/** `node build/server/seed.js`: fills an empty database with the demo, then says who can log in. */
if (isProduction) throw new Error("The demo data are refused in production");

await connectDatabase();
try {
  await seedDemo({ now: new Date() });
} finally {
  await disconnectDatabase();
}
process.stdout.write(`${describeAccounts()}\n`);
