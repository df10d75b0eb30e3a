import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { logger } from "../log.server";
import { bucketAddress, s3Pictures, type S3Bucket } from "./s3-pictures.server";

// Each outage is logged.
beforeAll(() => void (logger.level = "silent"));

const name = { id: "a".repeat(24), width: 320 };
const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** A service that answers as told. @returns its endpoint */
async function service(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  ends.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const store = (endpoint: string, changes: Partial<S3Bucket> = {}, patience?: { readMs: number }) =>
  s3Pictures(
    {
      endpoint,
      bucket: "pictures",
      region: "eu-west-3",
      accessKeyId: "key",
      secretAccessKey: "secret",
      addressing: "path",
      ...changes,
    },
    patience,
  );

describe("a bucket that does not do what it is asked", () => {
  it.each([
    ["there is no such bucket", 404, "<Error><Code>NoSuchBucket</Code></Error>"],
    ["the key may not", 403, "<Error><Code>AccessDenied</Code></Error>"],
    ["the service is too busy, again and again", 503, "<Error><Code>SlowDown</Code></Error>"],
  ])("is told as an outage, never as an absent picture: %s", async (_why, status, said) => {
    const pictures = store(
      await service((request, response) => {
        request.resume();
        response.writeHead(status).end(said);
      }),
    );
    const outage = { name: "Refusal", code: "unavailable" };
    await expect(pictures.get(name)).rejects.toMatchObject(outage);
    await expect(pictures.put(name, Buffer.from("x"))).rejects.toMatchObject(outage);
    await expect(pictures.remove(name.id, [320])).rejects.toMatchObject(outage);
  });

  it("is given up when it says nothing", async () => {
    const pictures = store(await service(() => undefined), {}, { readMs: 50 });
    // What hung is told to the log.
    await expect(pictures.get(name)).rejects.toMatchObject({
      code: "unavailable",
      cause: { name: "TimeoutError" },
    });
  });

  it("is given up when nobody listens", async () => {
    const gone = await service(() => undefined);
    ends.pop()?.();
    await expect(store(gone).get(name)).rejects.toMatchObject({ code: "unavailable" });
  });
});

it("signs for the bucket's region, which an address of one's own does not tell", async () => {
  let signed = "";
  const pictures = store(
    await service((request, response) => {
      signed = request.headers.authorization ?? "";
      response.end("bytes");
    }),
  );
  await pictures.get(name);
  expect(signed).toContain("/eu-west-3/s3/aws4_request");
});

it("asks again what a busy service refused", async () => {
  let asked = 0;
  const pictures = store(
    await service((_request, response) => {
      asked += 1;
      response.writeHead(asked === 1 ? 503 : 200).end("bytes");
    }),
  );
  expect((await pictures.get(name))?.toString()).toBe("bytes");
  expect(asked).toBe(2);
});

it.each([
  ["path", "https://store.example:9000/pictures"],
  ["virtual", "https://pictures.store.example:9000"],
] as const)("names the bucket where it is to stand: %s", (addressing, address) => {
  expect(bucketAddress("https://store.example:9000/", "pictures", addressing)).toBe(address);
});
