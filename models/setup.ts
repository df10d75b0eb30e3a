import { connectProgram } from "~/platform/connect-program.server";
import { disconnectDatabase } from "~/platform/database.server";
import { syncIndexes } from "./all";
import { migrate } from "./migrations";

/** The set-up step: run after each deployment, before the web processes start. */
await connectProgram({ manner: "patient" });
await syncIndexes();
await migrate();
await disconnectDatabase();
