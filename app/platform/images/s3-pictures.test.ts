import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
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
    ["a proxy before it has nowhere to ask", 404, "default backend - 404"],
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

it("asks for one object a size, with what the service checks, and waits so long for each", async () => {
  const asked: IncomingMessage[] = [];
  const sent: Buffer[] = [];
  const patience = vi.spyOn(AbortSignal, "timeout");
  const pictures = store(
    await service((request, response) => {
      asked.push(request);
      request.on("data", (part: Buffer) => sent.push(part));
      request.on("end", () => response.end("bytes"));
    }),
  );
  expect((await pictures.get(name))?.toString()).toBe("bytes");
  await pictures.put(name, Buffer.from("webp"));
  await pictures.remove(name.id, [320, 1_280]);
  expect(asked.map(({ method, url }) => `${method} ${url}`).sort()).toEqual([
    ...[320, 1_280].map((width) => `DELETE /pictures/${name.id}/${width}.webp`).sort(),
    `GET /pictures/${name.id}/320.webp`,
    `PUT /pictures/${name.id}/320.webp`,
  ]);
  expect(patience.mock.calls).toEqual([[4_000], [15_000], [15_000], [15_000]]);
  patience.mockRestore();
  // Which an address of one's own does not tell.
  for (const { headers } of asked) {
    expect(headers.authorization).toMatch(/ Credential=key\/\d{8}\/eu-west-3\/s3\/aws4_request,/);
  }
  const put = asked.find(({ method }) => method === "PUT")!;
  expect(put.headers).toMatchObject({
    "content-type": "image/webp",
    "x-amz-content-sha256": createHash("sha256").update("webp").digest("hex"),
  });
  expect(Buffer.concat(sent).toString()).toBe("webp");
});

it("has no picture where there is none, and keeps none where there is nowhere to keep it", async () => {
  const pictures = store(
    await service((request, response) => {
      request.resume();
      response.writeHead(404).end("<Error><Code>NoSuchKey</Code></Error>");
    }),
  );
  expect(await pictures.get(name)).toBeNull();
  await pictures.remove(name.id, [320]);
  await expect(pictures.put(name, Buffer.from("x"))).rejects.toMatchObject({
    code: "unavailable",
    cause: { message: "There is no such bucket" },
  });
});

it("tells the log what the service said, and no more of it than a page", async () => {
  const warned = vi.spyOn(logger, "warn");
  const pictures = store(
    await service((_request, response) => response.writeHead(403).end("é".repeat(1_000))),
  );
  await expect(pictures.get(name)).rejects.toThrow();
  const said = { message: `The bucket answered 403 to GET: ${"é".repeat(250)}` };
  expect(warned.mock.calls).toEqual([
    [
      { err: expect.objectContaining(said) as unknown },
      "the bucket of pictures did not do what it was asked",
    ],
  ]);
  warned.mockRestore();
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

it("asks a busy service three times", async () => {
  let asked = 0;
  const pictures = store(
    await service((_request, response) => {
      asked += 1;
      response.writeHead(503).end();
    }),
  );
  await expect(pictures.get(name)).rejects.toMatchObject({ code: "unavailable" });
  expect(asked).toBe(3);
});

it.each([
  ["path", "https://store.example:9000/pictures"],
  ["virtual", "https://pictures.store.example:9000"],
] as const)("names the bucket where it is to stand: %s", (addressing, address) => {
  for (const endpoint of ["https://store.example:9000/", "https://store.example:9000"]) {
    expect(bucketAddress(endpoint, "pictures", addressing)).toBe(address);
  }
});

it("names the bucket below the service's own path", () => {
  const address = "https://store.example/s3/pictures";
  expect(bucketAddress("https://store.example/s3/", "pictures", "path")).toBe(address);
});
