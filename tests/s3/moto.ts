import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AwsClient } from "aws4fetch";
import { Service } from "../../scripts/lib/processes.mjs";
import { MOTO_PYTHON } from "../../scripts/test/moto.mjs";
import type { S3Bucket } from "~/platform/images/s3-pictures.server";

const BUCKET = "pictures";
const REGION = "eu-west-3";
/** What a key may do that is given to the product (docs/operations.md). */
const POLICY = {
  Version: "2012-10-17",
  Statement: [
    {
      Effect: "Allow",
      Action: ["s3:GetObject", "s3:PutObject", "s3:DeleteObject"],
      Resource: `arn:aws:s3:::${BUCKET}/*`,
    },
    { Effect: "Allow", Action: "s3:ListBucket", Resource: `arn:aws:s3:::${BUCKET}` },
  ],
};
const BUCKET_XML =
  `<CreateBucketConfiguration xmlns="http://s3.amazonaws.com/doc/2006-03-01/">` +
  `<LocationConstraint>${REGION}</LocationConstraint></CreateBucketConfiguration>`;
/** So many questions, those of the set-up, are answered whoever asks; then signatures and policies count. */
const UNGUARDED = 4;

/** Starts the stand-in with an empty bucket, and a key that may do what the documentation says and no more. */
export async function startMoto(): Promise<S3Bucket & { stop: () => Promise<void> }> {
  const directory = await mkdtemp(join(tmpdir(), "moto-"));
  const logFile = join(directory, "moto.log");
  const port = async () =>
    /Running on http:\/\/127\.0\.0\.1:(\d+)/.exec(await readFile(logFile, "utf8"))?.[1];
  const service = new Service({
    name: "moto",
    command: MOTO_PYTHON,
    args: ["-m", "moto.server", "-H", "127.0.0.1", "-p", "0"],
    env: { ...process.env, INITIAL_NO_AUTH_ACTION_COUNT: String(UNGUARDED) },
    logFile,
    isReady: async () => (await port()) !== undefined,
  });
  await service.start();
  const endpoint = `http://127.0.0.1:${await port()}`;

  const ask = async (of: "s3" | "iam", path: string, init: RequestInit) => {
    const client = new AwsClient({
      ...{ accessKeyId: "root", secretAccessKey: "root" },
      ...{ region: REGION, service: of, retries: 0 },
    });
    const answer = await client.fetch(`${endpoint}/${path}`, init);
    const text = await answer.text();
    if (!answer.ok) throw new Error(`moto answered ${answer.status}: ${text}`);
    return text;
  };
  const iam = (fields: Record<string, string>) =>
    ask("iam", "", {
      method: "POST",
      body: new URLSearchParams({
        Version: "2010-05-08",
        UserName: "product",
        ...fields,
      }).toString(),
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
  await ask("s3", BUCKET, { method: "PUT", body: BUCKET_XML });
  await iam({ Action: "CreateUser" });
  await iam({
    Action: "PutUserPolicy",
    PolicyName: "pictures",
    PolicyDocument: JSON.stringify(POLICY),
  });
  const key = await iam({ Action: "CreateAccessKey" });
  const told = (tag: string) => new RegExp(`<${tag}>([^<]+)<`).exec(key)?.[1] ?? "";
  return {
    endpoint,
    bucket: BUCKET,
    region: REGION,
    accessKeyId: told("AccessKeyId"),
    secretAccessKey: told("SecretAccessKey"),
    addressing: "path",
    stop: async () => {
      await service.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
