import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { UserModel } from "@models/user";
import { connectProgram } from "~/platform/connect-program.server";
import { disconnectDatabase } from "~/platform/database.server";
import { keepList } from "./keep-list.server";

/** `npm run keep-list`: writes down what a restore would undo, a line of JSON each, to be kept on another machine. */

await connectProgram({ manner: "patient" });
// A site that runs has at least its first administrator.
if (await UserModel.exists({})) {
  await pipeline(Readable.from(keepList()), process.stdout, { end: false });
} else {
  console.error("La base de données est vide\u00a0: est-ce celle de MONGODB_URI\u00a0?");
  process.exitCode = 1;
}
await disconnectDatabase();
