import { createHash } from "node:crypto";
import { AwsClient } from "aws4fetch";
import { logger } from "../log.server";
import { Refusal } from "../refusal";
import { pictureFileName, type PictureStore } from "./picture-store";

/** A bucket of Amazon S3, or of a service that speaks its protocol. */
export interface S3Bucket {
  /** Of the service, not of the bucket: `https://s3.eu-west-3.amazonaws.com`. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Where the bucket's name stands: before the endpoint's host, or first in the path. */
  addressing: "virtual" | "path";
}

/** How long a person waits for a picture, in ms. */
const READ_MS = 4_000;
/** And a form for one of its photos to be kept. */
const WRITE_MS = 15_000;
/** Answers of the service that it is too busy are asked again so often, after a moment. */
const RETRIES = 2;

/** Pictures in a bucket, one object a size. */
export function s3Pictures(options: S3Bucket, { readMs = READ_MS } = {}): PictureStore {
  const { accessKeyId, secretAccessKey, region } = options;
  const client = new AwsClient({
    ...{ accessKeyId, secretAccessKey, region },
    ...{ service: "s3", retries: RETRIES },
  });
  const base = bucketAddress(options.endpoint, options.bucket, options.addressing);

  /** Asks for one object. @returns the answer's bytes, null when the bucket has it not */
  async function ask(method: string, name: string, ms: number, bytes?: Uint8Array) {
    const body = bytes && new Uint8Array(bytes);
    let failure: unknown;
    try {
      const answer = await client.fetch(`${base}/${name}`, {
        method,
        body,
        headers: body && {
          "Content-Type": "image/webp",
          // What is signed is what is kept: a byte lost on the way is refused.
          "X-Amz-Content-Sha256": createHash("sha256").update(body).digest("hex"),
        },
        signal: AbortSignal.timeout(ms),
      });
      const received = Buffer.from(await answer.arrayBuffer());
      if (answer.ok) return received;
      // A 404 of anything else, of a proxy before the bucket too, says nothing of the picture.
      const said = received.toString("utf8", 0, 500);
      if (answer.status === 404 && said.includes("NoSuchKey")) return null;
      failure = new Error(`The bucket answered ${answer.status} to ${method}: ${said}`);
    } catch (error) {
      failure = error;
    }
    logger.warn({ err: failure }, "the bucket of pictures did not do what it was asked");
    throw new Refusal("unavailable", { cause: failure });
  }

  return {
    async put(name, bytes) {
      const done = await ask("PUT", pictureFileName(name), WRITE_MS, bytes);
      if (!done) throw new Refusal("unavailable", { cause: new Error("There is no such bucket") });
    },
    get: (name) => ask("GET", pictureFileName(name), readMs),
    async remove(id, widths) {
      await Promise.all(
        widths.map((width) => ask("DELETE", pictureFileName({ id, width }), WRITE_MS)),
      );
    },
  };
}

/** Where the objects of a bucket lie; no slash at the end. */
export function bucketAddress(
  endpoint: string,
  bucket: string,
  addressing: S3Bucket["addressing"],
): string {
  const url = new URL(endpoint);
  if (addressing === "virtual") url.hostname = `${bucket}.${url.hostname}`;
  else url.pathname = `${url.pathname.replace(/\/$/, "")}/${bucket}`;
  return url.href.replace(/\/$/, "");
}
