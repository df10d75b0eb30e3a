import { connectProgram } from "../connect-program.server";
import { disconnectDatabase } from "../database.server";
import { counted } from "../numbers";
import { movePictures } from "./move-pictures.server";
import { pictureBucket } from "./pictures.server";

/** `npm run pictures:move`: brings the pictures that the database has into the bucket of the environment. */

if (!pictureBucket) {
  console.error("Aucun espace de stockage n’est configuré (S3_ENDPOINT, voir .env.example).");
  process.exitCode = 1;
} else {
  await connectProgram();
  const { moved, failed, untried } = await movePictures(pictureBucket);
  console.log(`${counted(moved, "image déplacée", "images déplacées")}.`);
  if (failed.length > 0) {
    console.error(`Images non déplacées\u00a0: ${failed.join(", ")}.`);
    process.exitCode = 1;
  }
  if (untried > 0) {
    console.error(
      `Arrêt\u00a0: l’espace de stockage ne prend plus rien. Images non essayées\u00a0: ${untried}.`,
    );
  }
  await disconnectDatabase();
}
