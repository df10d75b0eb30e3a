import { env } from "../env.server";
import { gridFsPictures } from "./gridfs-pictures.server";
import { movedFrom, type PictureStore } from "./picture-store";
import { s3Pictures } from "./s3-pictures.server";

/** The bucket that the environment names, if it names one. */
export const pictureBucket: PictureStore | undefined =
  env.S3_ENDPOINT && env.S3_BUCKET && env.S3_ACCESS_KEY_ID && env.S3_SECRET_ACCESS_KEY
    ? s3Pictures({
        endpoint: env.S3_ENDPOINT,
        bucket: env.S3_BUCKET,
        region: env.S3_REGION,
        accessKeyId: env.S3_ACCESS_KEY_ID,
        secretAccessKey: env.S3_SECRET_ACCESS_KEY,
        addressing: env.S3_ADDRESSING,
      })
    : undefined;

/** Where the product keeps its pictures: the database, unless there is a bucket. */
export const pictureStore: PictureStore = pictureBucket
  ? movedFrom(gridFsPictures, pictureBucket)
  : gridFsPictures;
