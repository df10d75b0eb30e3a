import type { AddressInfo } from "node:net";
import sharp from "sharp";
import { afterAll, beforeEach, expect, it, vi } from "vitest";
import { ImageModel } from "@models/image";
import { PictureRemovalModel } from "@models/picture-removal";
import { deleteImage, storeImage, sweepRemovedPictures } from "~/platform/images/images.server";
import { action as publish } from "~/routes/ajouter-location";
import { loader as image } from "~/routes/images";
import { emptyDatabase, useDatabase } from "../support/database";
import { createOwner } from "../support/fixtures";
import { loggedIn } from "../support/members";

/** What a bucket does when it answers, and when it does not; what it is asked is judged by tests/s3. */
const bucket = await vi.hoisted(async () => {
  const { createServer } = await import("node:http");
  const objects = new Map<string, Buffer>();
  const state = { isUp: true, objects };
  const server = createServer((request, response) => {
    const sent: Buffer[] = [];
    request.on("data", (part: Buffer) => sent.push(part));
    request.on("end", () => {
      const key = request.url ?? "";
      if (!state.isUp) return void request.socket.destroy();
      if (request.method === "PUT") objects.set(key, Buffer.concat(sent));
      if (request.method === "DELETE") objects.delete(key);
      const found = request.method === "GET" ? objects.get(key) : Buffer.alloc(0);
      response.writeHead(found ? 200 : 404).end(found);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  Object.assign(process.env, {
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_BUCKET: "pictures",
    S3_ACCESS_KEY_ID: "key",
    S3_SECRET_ACCESS_KEY: "secret",
    S3_ADDRESSING: "path",
  });
  return Object.assign(state, { stop: () => server.close() });
});
afterAll(() => bucket.stop());

useDatabase();
beforeEach(async () => {
  await emptyDatabase();
  bucket.isUp = true;
  bucket.objects.clear();
});

const jpeg = async () =>
  await sharp({ create: { width: 640, height: 480, channels: 3, background: "#f6c28b" } })
    .jpeg()
    .toBuffer();

const get = async (id: string) =>
  await image({
    params: { id, file: "320.webp" },
    request: new Request(`http://localhost/images/${id}/320.webp`),
  });

it("answers 503 for a picture while its bucket is silent, and the picture afterwards", async () => {
  const owner = await createOwner();
  const { _id } = await storeImage({ bytes: await jpeg(), owner: owner._id, purpose: "venue" });
  expect([...bucket.objects.keys()].sort()).toEqual(
    [320, 640].map((width) => `/pictures/${_id.toHexString()}/${width}.webp`),
  );
  bucket.isUp = false;
  const refused = await get(_id.toHexString());
  expect(refused.status).toBe(503);
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
  expect(refused.headers.get("Cache-Control")).toBe("no-store");
  bucket.isUp = true;
  const answer = await get(_id.toHexString());
  expect([answer.status, answer.headers.get("Content-Type")]).toEqual([200, "image/webp"]);
});

it("refuses a form's photos while the bucket is silent, and keeps what was typed", async () => {
  const { visitor } = await loggedIn(await createOwner());
  bucket.isUp = false;
  const body = new FormData();
  body.append("intent", "review");
  body.append("title", "Salle Jean-Moulin");
  body.append("photos", new Blob([new Uint8Array(await jpeg())], { type: "image/jpeg" }), "a.jpg");
  const response = await publish({
    request: new Request("http://localhost/ajouter-location", { method: "POST", body }),
    params: {},
    context: visitor.context(),
  });
  expect(response.status).toBe(503);
  const answer = (await response.json()) as {
    fieldErrors: Record<string, string>;
    repopulateFields: Record<string, string>;
  };
  expect(answer.fieldErrors.photos).toContain("momentanément indisponible");
  expect(answer.repopulateFields.title).toBe("Salle Jean-Moulin");
  expect(await ImageModel.countDocuments()).toBe(0);
  // What of it a bucket may have kept is removed later.
  expect(await PictureRemovalModel.countDocuments()).toBe(1);
});

it("removes later what a silent bucket could not be asked to remove", async () => {
  const owner = await createOwner();
  const { _id } = await storeImage({ bytes: await jpeg(), owner: owner._id, purpose: "avatar" });
  bucket.isUp = false;
  await deleteImage(_id);
  expect((await get(_id.toHexString())).status).toBe(404);
  expect(bucket.objects.size).toBe(2);
  await expect(sweepRemovedPictures()).rejects.toMatchObject({ code: "unavailable" });
  bucket.isUp = true;
  expect(await sweepRemovedPictures()).toBe(1);
  expect(bucket.objects.size).toBe(0);
  expect(await sweepRemovedPictures()).toBe(0);
});
