import { existsSync } from "node:fs";
import { connectDatabase, disconnectDatabase } from "~/platform/database.server";
import { writeBackup } from "./write-backup.server";

/** `npm run backup -- file`: writes the whole database into one file. */

const file = process.argv[2];
if (!file || existsSync(file)) {
  console.error("Donnez le nom d’un fichier qui n’existe pas encore.");
  process.exitCode = 1;
} else {
  await connectDatabase(undefined, "patient");
  const collections = await writeBackup(file, new Date());
  await disconnectDatabase();
  const documents = collections.reduce((sum, collection) => sum + collection.documents, 0);
  console.log(`${documents} documents de ${collections.length} collections dans ${file}.`);
}
