import { connectDatabase, disconnectDatabase } from "~/platform/database.server";
import { syncIndexes } from "./all";
import { migrate } from "./migrations";

/** The set-up step: run after each deployment, before the web processes start. */
await connectDatabase(undefined, "patient");
await syncIndexes();
await migrate();
await disconnectDatabase();
