import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { connectProgram } from "~/platform/connect-program.server";
import { disconnectDatabase } from "~/platform/database.server";
import { fileProblem } from "./backup-file.server";
import { writeBackup } from "./write-backup.server";

/** `npm run backup -- file`: writes the whole database into one file. */

/** @throws Error what nobody expected */
async function write(file: string, stop: AbortSignal): Promise<void> {
  try {
    const collections = await writeBackup(file, new Date(), stop);
    const documents = collections.reduce((sum, collection) => sum + collection.documents, 0);
    if (documents === 0) {
      await rm(file);
      console.error(
        "La base de données est vide\u00a0: rien n’a été sauvegardé. Est-ce celle de MONGODB_URI\u00a0?",
      );
      process.exitCode = 1;
      return;
    }
    console.log(`${documents} documents de ${collections.length} collections dans ${file}.`);
  } catch (error) {
    const problem = fileProblem(error);
    if (problem === null && !stop.aborted) throw error;
    console.error(
      stop.aborted
        ? "Sauvegarde arrêtée\u00a0: rien n’a été sauvegardé."
        : `${file} ne peut pas être écrit (${problem})\u00a0: rien n’a été sauvegardé.`,
    );
    process.exitCode = 1;
  }
}

const file = process.argv[2];
if (!file || existsSync(file)) {
  console.error("Donnez le nom d’un fichier qui n’existe pas encore.");
  process.exitCode = 1;
} else {
  const stopping = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => stopping.abort());
  }
  await connectProgram({ manner: "patient" });
  await write(file, stopping.signal);
  await disconnectDatabase();
}
