import { connectProgram } from "~/platform/connect-program.server";
import { disconnectDatabase } from "~/platform/database.server";
import { resetFromConsole } from "./reset-second-factor.server";

/** `npm run admin:reset-second-factor -- alix@exemple.fr`: for who has neither telephone nor recovery code. */

const [email = ""] = process.argv.slice(2);
await connectProgram();
const isDone = await resetFromConsole(email, new Date());
await disconnectDatabase();
if (isDone) {
  console.log(`Seconde étape réinitialisée pour ${email}.`);
} else {
  console.error("Donnez l’adresse e-mail d’un compte d’administration.");
  process.exitCode = 1;
}
