import type { AddressInfo } from "node:net";
import mongoose from "mongoose";
import sharp from "sharp";
import { afterAll, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { jobsCollection } from "@jobs/queue";
import { ImageModel } from "@models/image";
import { LeftoverModel } from "@models/leftover";
import { PictureRemovalModel } from "@models/picture-removal";
import { eraseForgottenImages } from "~/accounts/anonymise-account.server";
import { closeAccount } from "~/offboarding/close-account.server";
import { gridFsPictures } from "~/platform/images/gridfs-pictures.server";
import { deleteImage, storeImage, sweepRemovedPictures } from "~/platform/images/images.server";
import { movePictures } from "~/platform/images/move-pictures.server";
import { pictureBucket, pictureStore } from "~/platform/images/pictures.server";
import { logger } from "~/platform/log.server";
import { Refusal } from "~/platform/refusal";
import { action as publish } from "~/routes/ajouter-location";
import { loader as image } from "~/routes/images";
import { sweepDraftPhotos } from "~/venues/draft-photos.server";
import { emptyDatabase, useDatabase } from "../support/database";
import { Visitor } from "../support/visitor";
import { createOwner } from "../support/fixtures";
import { loggedIn } from "../support/members";

/** What a bucket does when it answers, and when it does not; what it is asked is judged by tests/s3. */
const bucket = await vi.hoisted(async () => {
  const { createServer } = await import("node:http");
  const objects = new Map<string, Buffer>();
  const state = {
    ...{ isUp: true, objects },
    onRequest: undefined as ((method: string) => void) | undefined,
  };
  const server = createServer((request, response) => {
    const sent: Buffer[] = [];
    request.on("data", (part: Buffer) => sent.push(part));
    request.on("end", () => {
      const key = request.url ?? "";
      if (state.onRequest) return void state.onRequest(request.method ?? "");
      if (!state.isUp) return void request.socket.destroy();
      if (request.method === "PUT") objects.set(key, Buffer.concat(sent));
      if (request.method === "DELETE") objects.delete(key);
      const found = request.method === "GET" ? objects.get(key) : Buffer.alloc(0);
      if (found) return void response.end(found);
      response.writeHead(404).end("<Error><Code>NoSuchKey</Code></Error>");
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
  bucket.onRequest = undefined;
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
    context: new Visitor().context(),
  });

it("answers 503 for a picture while its bucket is silent, and the picture afterwards", async () => {
  const owner = await createOwner();
  const { _id } = await storeImage({ bytes: await jpeg(), owner: owner._id, purpose: "avatar" });
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

const stored = async () => {
  const owner = await createOwner();
  const { _id } = await storeImage({ bytes: await jpeg(), owner: owner._id, purpose: "avatar" });
  return { _id, id: _id.toHexString() };
};
/** When what is noted now is old enough to be swept. */
const later = () => new Date(Date.now() + 2 * 3_600_000);
const namesOf = (...ids: string[]) =>
  ids.flatMap((id) => [320, 640].map((width) => `/pictures/${id}/${width}.webp`)).sort();

it("removes later what a silent bucket could not be asked to remove, and nothing else", async () => {
  const [kept, removed, again] = [await stored(), await stored(), await stored()];
  expect((await get(removed.id)).status).toBe(200);
  bucket.isUp = false;
  const since = Date.now();
  await deleteImage(removed._id);
  expect((await get(removed.id)).status).toBe(404);
  expect(bucket.objects.size).toBe(6);
  const [note, ...others] = await PictureRemovalModel.find().lean();
  expect(others).toEqual([]);
  expect(note).toMatchObject({ _id: removed._id, widths: [320, 640] });
  expect(note!.since.getTime()).toBeGreaterThanOrEqual(since);
  // Kept after all, under an id that was known beforehand.
  await PictureRemovalModel.create({ _id: again._id, widths: [320, 640], since: new Date() });
  await expect(sweepRemovedPictures(later())).rejects.toMatchObject({ code: "unavailable" });
  bucket.isUp = true;
  // What is kept after all asks nothing of the bucket.
  expect(await sweepRemovedPictures(later())).toBe(1);
  expect([...bucket.objects.keys()].sort()).toEqual(namesOf(kept.id, again.id));
  expect(await sweepRemovedPictures(later())).toBe(0);
});

/** The bucket takes requests in, and never answers them. */
const asked: string[] = [];
const silent = () => {
  asked.length = 0;
  bucket.onRequest = (method) => void asked.push(method);
};

it("keeps nobody who closes their account waiting while the bucket is silent, and shows their pictures no more", async () => {
  const owner = await createOwner();
  const pictures: string[] = [];
  for (let count = 0; count < 5; count += 1) {
    const { _id } = await storeImage({ bytes: await jpeg(), owner: owner._id, purpose: "avatar" });
    pictures.push(_id.toHexString());
  }
  expect((await get(pictures[0]!)).status).toBe(200);
  silent();
  await closeAccount(owner._id.toString(), new Date());
  expect(asked).toEqual([]);
  for (const picture of pictures) expect((await get(picture)).status).toBe(404);
  const jobs = await jobsCollection<{ name: string }>().find({ type: "normal" }).toArray();
  expect(jobs.map(({ name }) => name).sort()).toEqual([
    "erase-images",
    "finish-leftovers",
    "forget-customers",
  ]);
});

it.each([
  ["of closed accounts", "avatar", () => eraseForgottenImages()],
  ["that were abandoned", "venue", () => sweepDraftPhotos(new Date(Date.now() + 48 * 3_600_000))],
] as const)("ends at an outage when it removes pictures %s", async (_, purpose, job) => {
  const owner = await createOwner({ deletedAt: new Date() });
  await LeftoverModel.create({ kind: "images", account: owner._id });
  for (let count = 0; count < 5; count += 1) {
    const request = { bytes: await jpeg(), owner: owner._id, purpose };
    await storeImage({ ...request, ...(purpose === "venue" && { draftSince: new Date() }) });
  }
  bucket.isUp = false;
  await expect(job()).rejects.toThrow(AggregateError);
  expect(await ImageModel.countDocuments()).toBe(2);
  bucket.isUp = true;
  await job();
  expect(await ImageModel.countDocuments()).toBe(0);
  await sweepRemovedPictures(later());
  expect(bucket.objects.size).toBe(0);
});

it("removes the others of which it is refused to remove one, and ends when it is refused several in a row", async () => {
  const pictures = [];
  for (let count = 0; count < 6; count += 1) pictures.push(await stored());
  for (const { _id } of pictures) {
    await PictureRemovalModel.create({ _id, widths: [320, 640], since: new Date() });
    await ImageModel.deleteOne({ _id });
  }
  const remove = vi.spyOn(pictureStore, "remove");
  onTestFinished(() => remove.mockRestore());
  const warned = vi.spyOn(logger, "warn").mockReturnValue();
  onTestFinished(() => warned.mockRestore());
  const err = new Error("held");
  remove.mockRejectedValueOnce(err);
  await expect(sweepRemovedPictures(later())).rejects.toThrow("held");
  const told = { err, image: expect.any(String) as string };
  expect(warned.mock.calls).toEqual([[told, "picture not removed"]]);
  expect(await PictureRemovalModel.countDocuments()).toBe(1);
  for (const { _id } of pictures.slice(1)) {
    await PictureRemovalModel.create({ _id, widths: [320, 640], since: new Date() });
  }
  remove.mockClear();
  for (let time = 0; time < 6; time += 1) remove.mockRejectedValueOnce(new Error("held"));
  await expect(sweepRemovedPictures(later())).rejects.toThrow("held");
  expect(remove).toHaveBeenCalledTimes(3);
  remove.mockReset();
  expect(await sweepRemovedPictures(later())).toBe(6);
});

it("removes in the second night what comes after three that it is refused for good", async () => {
  const pictures = [];
  for (let count = 0; count < 4; count += 1) pictures.push(await stored());
  for (const [index, { _id }] of pictures.entries()) {
    const since = new Date(Date.now() + index);
    await PictureRemovalModel.create({ _id, widths: [320, 640], since });
    await ImageModel.deleteOne({ _id });
  }
  const last = pictures.at(-1)!;
  const really = pictureStore.remove.bind(pictureStore);
  const remove = vi.spyOn(pictureStore, "remove");
  onTestFinished(() => remove.mockRestore());
  remove.mockImplementation(async (id, widths) => {
    if (id !== last.id) throw new Error("held");
    await really(id, widths);
  });
  await expect(sweepRemovedPictures(later())).rejects.toThrow("held");
  expect(await PictureRemovalModel.countDocuments()).toBe(4);
  await expect(sweepRemovedPictures(later())).rejects.toThrow("held");
  expect(await PictureRemovalModel.exists({ _id: last._id })).toBeNull();
});

it("keeps nothing for good of what ended in its midst, a crash included", async () => {
  const kept = await stored();
  const [removed, half] = [await stored(), await stored()];
  const crash = new Error("killed");
  for (const dies of [
    // Before the document that names the bytes, and with some sizes of them alone.
    { at: vi.spyOn(ImageModel, "create"), during: stored },
    { at: vi.spyOn(pictureStore, "put"), during: stored },
    // Before the bytes of what nobody can ask for any more, and before that.
    { at: vi.spyOn(pictureStore, "remove"), during: () => deleteImage(removed._id) },
    { at: vi.spyOn(ImageModel, "findByIdAndDelete"), during: () => deleteImage(half._id) },
  ]) {
    dies.at.mockImplementationOnce(() => {
      throw crash;
    });
    await expect(dies.during()).rejects.toThrow(crash);
    dies.at.mockRestore();
  }
  expect(bucket.objects.size).toBeGreaterThan(6);
  // What is being stored at this moment is let be.
  await sweepRemovedPictures(new Date());
  expect(bucket.objects.size).toBeGreaterThan(6);
  await sweepRemovedPictures(later());
  expect([...bucket.objects.keys()].sort()).toEqual(namesOf(kept.id, half.id));
  expect(await PictureRemovalModel.countDocuments()).toBe(0);
});

it("is brought the pictures of before it, each whole, and none that is gone by then", async () => {
  const [before, removed, after] = [await stored(), await stored(), await stored()];
  // As they lay before there was a bucket.
  for (const { id } of [before, removed]) {
    for (const width of [320, 640]) {
      await gridFsPictures.put({ id, width }, bucket.objects.get(`/pictures/${id}/${width}.webp`)!);
    }
    await pictureBucket!.remove(id, [320, 640]);
  }
  const smallOf = async ({ id }: typeof before) => await gridFsPictures.get({ id, width: 320 });
  const small = (await smallOf(before))!;
  const shown = Buffer.from(await (await get(before.id)).arrayBuffer());
  expect(shown).toEqual(small);
  expect(bucket.objects.size).toBe(2);

  const { moved } = await movePictures({
    ...pictureBucket!,
    async put(name, bytes) {
      await pictureBucket!.put(name, bytes);
      if (name.id === removed.id) await ImageModel.deleteOne({ _id: removed._id });
    },
  });
  expect(moved).toBe(2);
  expect([...bucket.objects.keys()].sort()).toEqual(namesOf(before.id, after.id));
  expect(bucket.objects.get(`/pictures/${before.id}/320.webp`)).toEqual(small);
  expect([await smallOf(before), await smallOf(removed)]).toEqual([null, null]);
  expect(await movePictures(pictureBucket!)).toEqual({ moved: 0, failed: [], untried: 0 });

  expect(await PictureRemovalModel.countDocuments()).toBe(0);

  // Killed between a picture's bytes and its name, which is all that is left then.
  await gridFsPictures.put({ id: before.id, width: 320 }, small);
  await mongoose.connection.collection("pictures.chunks").deleteMany({});
  expect(await movePictures(pictureBucket!)).toEqual({ moved: 0, failed: [], untried: 0 });
  expect(await mongoose.connection.collection("pictures.files").countDocuments()).toBe(0);
  expect([...bucket.objects.keys()].sort()).toEqual(namesOf(before.id, after.id));
});

/** A picture of before there was a bucket, one width of it. */
const inDatabase = async () => {
  const { _id, id } = await stored();
  const bytes = bucket.objects.get(`/pictures/${id}/320.webp`)!;
  await pictureBucket!.remove(id, [320, 640]);
  await gridFsPictures.put({ id, width: 320 }, bytes);
  return { _id, id };
};

it("is brought the others though it refuses one, which is named and stays where it is", async () => {
  const pictures = [await inDatabase(), await inDatabase(), await inDatabase()];
  const [first] = pictures;
  const outcome = await movePictures({
    ...pictureBucket!,
    async put(name, content) {
      if (name.id === first!.id) throw new Refusal("unavailable");
      await pictureBucket!.put(name, content);
    },
  });
  expect(outcome).toEqual({ moved: 2, failed: [first!.id], untried: 0 });
  expect(await gridFsPictures.get({ id: first!.id, width: 320 })).not.toBeNull();
});

it("is brought no more once it takes none of three in a row, and so many are told as not tried", async () => {
  await movePictures(pictureBucket!);
  for (let count = 0; count < 5; count += 1) await inDatabase();
  const away = { ...pictureBucket!, put: () => Promise.reject(new Refusal("unavailable")) };
  const outcome = await movePictures(away);
  expect(outcome).toMatchObject({ moved: 0, untried: 2 });
  expect(outcome.failed).toHaveLength(3);
});

it("does not keep a picture that was erased while it was brought there, though the program was killed before it saw that", async () => {
  const { _id, id } = await inDatabase();
  const killed = movePictures({
    ...pictureBucket!,
    async put(name, content) {
      // Whoever erases it is done, and has forgotten that there is anything to remove, before its bytes arrive.
      await deleteImage(_id);
      await pictureBucket!.put(name, content);
      throw new Error("killed");
    },
  });
  expect(await killed).toEqual({ moved: 0, failed: [id], untried: 0 });
  expect([...bucket.objects.keys()]).toEqual([`/pictures/${id}/320.webp`]);
  expect(await sweepRemovedPictures(later())).toBe(1);
  expect(bucket.objects.size).toBe(0);
});

it("forgets nothing of a removal that a silent bucket owes still, when a move beside it is done", async () => {
  const { _id, id } = await inDatabase();
  await movePictures({
    ...pictureBucket!,
    async put(name, content) {
      await pictureBucket!.put(name, content);
      const remove = vi.spyOn(pictureStore, "remove");
      remove.mockRejectedValueOnce(new Refusal("unavailable"));
      await deleteImage(_id);
      remove.mockRestore();
    },
  });
  expect(await PictureRemovalModel.distinct("_id")).toEqual([_id]);
  expect(await sweepRemovedPictures(later())).toBe(1);
  expect([...bucket.objects.keys()].filter((key) => key.includes(id))).toEqual([]);
});
