import { connectProgram } from "~/platform/connect-program.server";
import { disconnectDatabase } from "~/platform/database.server";
import { isHalfRestored } from "~/platform/restore-mark.server";
import { syncIndexes } from "./all";
import { migrate } from "./migrations";

/** The set-up step: run after each deployment, before the web processes start. */
await connectProgram({ manner: "patient" });
if (await isHalfRestored()) {
  console.error(
    "Une restauration n’est pas allée à son terme\u00a0: supprimez cette base et restaurez dans une base vide.",
  );
  process.exitCode = 1;
} else {
  await syncIndexes();
  await migrate();
}
await disconnectDatabase();
