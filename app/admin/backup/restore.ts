import { connectDatabase, disconnectDatabase } from "~/platform/database.server";
import { checkChain } from "../audit/check-chain.server";
import { DamagedBackup, fileProblem } from "./backup-file.server";
import { FilledDatabase, restoreBackup } from "./restore-backup.server";

/** `npm run restore -- file`: fills an empty database from a backup, and checks it and the audit log. */

/** @throws Error what nobody expected */
async function restored(file: string): Promise<string> {
  try {
    const collections = await restoreBackup(file);
    const documents = collections.reduce((sum, collection) => sum + collection.documents, 0);
    const { entries, flaw } = await checkChain();
    if (flaw !== null) process.exitCode = 1;
    return (
      `${documents} documents de ${collections.length} collections, relus et identiques.\n` +
      (flaw === null
        ? `Journal intact\u00a0: ${entries} entrées vérifiées.`
        : `Journal altéré après ${entries} entrées\u00a0: ${flaw}.`)
    );
  } catch (error) {
    process.exitCode = 1;
    if (error instanceof FilledDatabase) {
      return `La base de données n’est pas vide (${error.message})\u00a0: rien n’a été changé.`;
    }
    const problem = fileProblem(error);
    if (problem !== null) {
      // Part of it may be there already, if a disk failed in the middle.
      return `${file} ne peut pas être lu (${problem})\u00a0: la base de données n’est pas restaurée.`;
    }
    if (!(error instanceof DamagedBackup)) throw error;
    return `La sauvegarde est abîmée (${error.message})\u00a0: videz la base et prenez-en une autre.`;
  }
}

const file = process.argv[2];
if (!file) {
  console.error("Donnez le nom d’un fichier fait par npm run backup.");
  process.exitCode = 1;
} else {
  await connectDatabase(undefined, "patient");
  console.log(await restored(file));
  await disconnectDatabase();
}
