import { connectProgram } from "~/platform/connect-program.server";
import { disconnectDatabase } from "~/platform/database.server";
import { chainWords } from "../audit/chain-words";
import { checkChain } from "../audit/check-chain.server";
import { DamagedBackup, fileProblem } from "./backup-file.server";
import { FilledDatabase, HalfRestored, restoreBackup } from "./restore-backup.server";

/** `npm run restore -- file`: fills an empty database from a backup, and checks it and the audit log. */

function fail(why: string): void {
  console.error(why);
  process.exitCode = 1;
}

/** @throws Error what nobody expected */
async function restore(file: string): Promise<void> {
  try {
    const collections = await restoreBackup(file, new Date());
    const documents = collections.reduce((sum, collection) => sum + collection.documents, 0);
    console.log(
      `${documents} documents de ${collections.length} collections, relus et identiques.`,
    );
    console.log(
      "Les sessions et les jetons d’API n’ont pas été gardés\u00a0: chacun se reconnecte. Les demandes et les nouvelles dates en attente ont un jour de plus pour leur réponse, ce qui n’est pas payé un jour de plus pour l’être. Voir docs/operations.md.",
    );
    const check = await checkChain();
    if (check.flaw === null) {
      console.log(chainWords(check));
    } else {
      fail(chainWords(check));
    }
  } catch (error) {
    fail(refusal(file, error));
  }
}

/** @throws Error the same, where nobody expected it */
function refusal(file: string, error: unknown): string {
  if (error instanceof FilledDatabase) {
    return `La base de données n’est pas vide (${error.message})\u00a0: rien n’a été changé.`;
  }
  if (error instanceof HalfRestored) {
    return "Une restauration n’est pas allée à son terme\u00a0: supprimez cette base et recommencez dans une base vide.";
  }
  const problem = fileProblem(error);
  if (problem !== null) {
    // Part of it may be there already, if a disk failed in the middle.
    return `${file} ne peut pas être lu (${problem})\u00a0: la base de données n’est pas restaurée.`;
  }
  if (!(error instanceof DamagedBackup)) throw error;
  return `La sauvegarde est abîmée (${error.message})\u00a0: videz la base et prenez-en une autre.`;
}

const file = process.argv[2];
if (!file) {
  fail("Donnez le nom d’un fichier fait par npm run backup.");
} else {
  await connectProgram({ manner: "patient" });
  await restore(file);
  await disconnectDatabase();
}
