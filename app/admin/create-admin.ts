import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { connectProgram } from "~/platform/connect-program.server";
import { disconnectDatabase } from "~/platform/database.server";
import { storedEmail } from "~/platform/stored-email";
import { createAdminAccount } from "./create-admin-account.server";

/** `npm run admin:create`: asks who, makes the administrator, says how it went. */

/** Echoes what is typed unless it is a password. */
class QuietOutput extends Writable {
  isQuiet = false;

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    if (!this.isQuiet) process.stdout.write(chunk);
    done();
  }
}

const output = new QuietOutput();
const terminal = createInterface({ input: process.stdin, output, terminal: process.stdin.isTTY });
const lines = terminal[Symbol.asyncIterator]();

async function ask(question: string, { secret = false } = {}): Promise<string> {
  process.stdout.write(question);
  output.isQuiet = secret;
  const { value } = (await lines.next()) as { value?: string };
  output.isQuiet = false;
  if (secret) process.stdout.write("\n");
  return value ?? "";
}

const name = await ask("Prénom\u00a0: ");
const lastname = await ask("Nom\u00a0: ");
const email = await ask("E-mail\u00a0: ");
const password = await ask("Mot de passe\u00a0: ", { secret: true });
terminal.close();

if (!name.trim() || !lastname.trim()) {
  console.error("Le prénom et le nom sont nécessaires.");
  process.exitCode = 1;
} else {
  await connectProgram();
  const problem = await createAdminAccount(
    { name: name.trim(), lastname: lastname.trim(), email, password },
    new Date(),
  );
  await disconnectDatabase();
  if (problem) {
    console.error(problem);
    process.exitCode = 1;
  } else {
    console.log(`Compte administrateur créé pour ${storedEmail(email)}.`);
  }
}
