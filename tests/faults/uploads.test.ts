import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { request as httpRequest } from "node:http";
import { expect, test, vi } from "vitest";
import sharp from "sharp";
import { ImageModel } from "@models/image";
import { SAFE_MS } from "~/platform/web/body-memory";
import { payable, stack } from "../support/running-stack";
import { httpCustomer, type HttpCustomer } from "../support/http-customer";

/** Attack 28: uploads that stall keep nobody else from sending photos. */

vi.setConfig({ testTimeout: 120_000 });

const PATH = "/ajouter-location";
const PHOTOS_BYTES = 61_900_000;
const SENT_BYTES = 61_000_000;
/** A stalled upload could last for 280 s. */
const LONGEST_STALL_MS = 60_000;

/** What no encoder makes small. */
const noise = (width: number, height: number) =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 100 })
    .toBuffer();
/** Not a small one, which would not have to wait for another of the same account. */
const photo = await noise(400, 300);

const owner = async () => await httpCustomer(stack.appUrl, await payable());

/** Sends so much of a form with photos, then nothing more. @returns its end, whatever that is */
async function stalled({ cookieHeader }: HttpCustomer, bytes = SENT_BYTES) {
  const request = httpRequest(stack.appUrl + PATH, {
    method: "POST",
    agent: false,
    headers: {
      cookie: cookieHeader,
      "content-type": "multipart/form-data; boundary=x",
      "content-length": PHOTOS_BYTES,
    },
  });
  request.on("error", () => undefined);
  const end = new Promise<void>((resolve) => request.once("close", resolve));
  request.write(
    '--x\r\nContent-Disposition: form-data; name="photos"; filename="a.jpg"\r\n' +
      "Content-Type: image/jpeg\r\n\r\n",
  );
  const chunk = Buffer.alloc(1_000_000, 7);
  for (let sent = 0; sent < bytes; sent += chunk.length) {
    if (!request.write(chunk)) await once(request, "drain");
  }
  return { request, end };
}

async function upload({ cookieHeader }: HttpCustomer, photos = [photo]) {
  const body = new FormData();
  body.append("title", "Salle; des fêtes");
  for (const one of photos) {
    body.append("photos", new Blob([one], { type: "image/jpeg" }), "salle.jpg");
  }
  body.append("intent", "update");
  const headers = { cookie: cookieHeader };
  const answer = await fetch(stack.appUrl + PATH, { method: "POST", body, headers });
  return { status: answer.status, html: await answer.text() };
}
const photosOf = ({ user }: HttpCustomer) => ImageModel.countDocuments({ owner: user._id });

test("attack 28: while two accounts' uploads stall, another's photos are taken", async () => {
  const [one, two, other] = [await owner(), await owner(), await owner()];
  const stalls = [await stalled(one), await stalled(two)];
  const start = performance.now();
  const cut = Promise.all(stalls.map(({ end }) => end));

  expect(photo.length).toBeGreaterThan(100_000);
  expect((await upload(other)).status).toBe(200);
  expect(await photosOf(other)).toBe(1);

  // Their own second one waits until the first is cut off, and loses nothing.
  const second = await upload(one);
  expect(second.status).toBe(200);
  expect(second.html).toContain("Salle; des fêtes");
  expect(await photosOf(one)).toBe(1);

  await cut;
  expect(performance.now() - start).toBeLessThan(LONGEST_STALL_MS);
});

test("attack 28: two accounts that go on sending as slowly as they may keep another's photos out for some seconds", async () => {
  const [one, two, other] = [await owner(), await owner(), await owner()];
  const slow = [await stalled(one), await stalled(two)];
  const going = setInterval(
    () => slow.forEach(({ request }) => request.write(Buffer.alloc(100_000, 7))),
    500,
  );
  const many = await Promise.all(Array.from({ length: 5 }, () => noise(1_400, 1_000)));
  expect(many.reduce((sum, { length }) => sum + length, 0)).toBeGreaterThan(6_000_000);
  try {
    const first = await upload(other, many);
    expect(first.status).toBe(503);
    expect(first.html).toContain("Salle; des fêtes");
    // What there was room for is kept.
    const before = await photosOf(other);
    await new Promise((resolve) => setTimeout(resolve, SAFE_MS));
    expect((await upload(other, many)).status).toBe(200);
    expect(await photosOf(other)).toBe(before + 5);
  } finally {
    clearInterval(going);
    for (const { request } of slow) request.destroy();
    await Promise.all(slow.map(({ end }) => end));
  }
});

test("attack 28: beside an upload that goes on, another of its account is told to wait", async () => {
  const one = await owner();
  // More than lies in buffers between here and there: it is being read.
  const { request, end } = await stalled(one, 20_000_000);
  const going = setInterval(() => request.write(Buffer.alloc(100_000, 7)), 500);
  const second = await upload(one);
  clearInterval(going);
  expect(second.status).toBe(429);
  expect(second.html).toContain("Un autre envoi de votre compte est en cours.");
  expect(second.html).toContain("Salle; des fêtes");
  expect(await photosOf(one)).toBe(0);

  request.destroy();
  await end;
  expect((await upload(one)).status).toBe(200);
  expect(await photosOf(one)).toBe(1);
});
