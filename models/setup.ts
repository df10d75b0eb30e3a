import { connectProgram } from "~/platform/connect-program.server";
import { disconnectDatabase } from "~/platform/database.server";
import { isHalfRestored } from "~/platform/restore-mark.server";
import { syncIndexes } from "./all";
import { migrate } from "./migrations";

/**
 * The set-up step: run of each release before its processes start, and again once none of the former runs any more, which store
 * in their manner until then. With `--drop-search-indexes` it takes those
 * of the database's own search away, once no process searches by them any more.
 */
await connectProgram({ manner: "patient" });
if (await isHalfRestored()) {
  console.error(
    "Une restauration n’est pas allée à son terme\u00a0: supprimez cette base et restaurez dans une base vide.",
  );
  process.exitCode = 1;
} else {
  const dropSearchIndexes = process.argv.includes("--drop-search-indexes");
  const { searchIndexesLeft } = await syncIndexes({ dropSearchIndexes });
  if (searchIndexesLeft > 0) {
    console.log(
      `${searchIndexesLeft} index de la recherche par la base (SEARCH_ENGINE=mongo) restent. Quand plus aucun serveur ne s’en sert\u00a0: npm run setup -- --drop-search-indexes.`,
    );
  }
  await migrate();
}
await disconnectDatabase();
