import sharp from "sharp";
import { beforeEach, describe, expect, it } from "vitest";
import { ImageModel } from "@models/image";
import { VenueModel } from "@models/venue";
import { action as create } from "~/routes/api/location/create";
import { action as remove } from "~/routes/api/location/delete-my-location/$id";
import { action as edit } from "~/routes/api/location/edit-my-location/$id";
import { action as send } from "~/routes/api/send/send-location";
import { emptyDatabase, useDatabase } from "../support/database";
import { createOwner } from "../support/fixtures";
import { loggedIn, type Member } from "../support/members";

/** Venues of one's own, as a program publishes and changes them. */

useDatabase();

const said = {
  ...{ type: ["Jardins"], capacity: ">51", country: "France", equipement: ["Chaises"] },
  ...{ street: "3 place de la Mairie", postalCode: "76130", city: "Mont-Saint-Aignan" },
  ...{ title: "Salle Jean-Moulin", description: "Salle lumineuse et chauffée, avec cuisine." },
  ...{ price: 480.5, time: "Day", needValidation: true },
};

const pictures = async (count = 5) =>
  await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const background = { r: index * 20, g: 90, b: 60 };
      const shape = { width: 64, height: 48, channels: 3, background } as const;
      return await sharp({ create: shape }).jpeg().toBuffer();
    }),
  );
const dataUrl = (bytes: Buffer) => `data:image/jpeg;base64,${bytes.toString("base64")}`;

let owner: Member;
let locationIMG: string[];
beforeEach(async () => {
  await emptyDatabase();
  owner = await loggedIn(await createOwner());
  locationIMG = (await pictures()).map(dataUrl);
});

interface Answer {
  status: number;
  errors?: { pointer: string }[];
  location: { _id: string; locationIMG: string[] };
}
const answerOf = async (response: Response) =>
  ({ ...(await response.json()), status: response.status }) as Answer;
const publish = async (changes: object = {}, handler = create, { visitor } = owner) =>
  await answerOf(await visitor.visit(handler, "/", { json: { ...said, locationIMG, ...changes } }));
const published = async () => (await publish()).location._id;
const change = async (id: string, json: object) =>
  await answerOf(await owner.visitor.visit(edit, "/", { json, params: { id } }));

describe("the same sent again", () => {
  it("is the venue that stands, from either call, and stores no photo once more", async () => {
    const id = await published();
    const stored = await ImageModel.countDocuments();
    expect(await publish()).toMatchObject({ status: 200, location: { _id: id } });
    expect(await publish({}, send)).toMatchObject({ status: 200 });
    expect(await VenueModel.countDocuments()).toBe(1);
    expect(await ImageModel.countDocuments()).toBe(stored);
  });

  it("is the same as files, which have other names and places in memory each time", async () => {
    const files = await pictures();
    const sent = async () => {
      const body = new FormData();
      for (const [name, value] of Object.entries(said)) {
        for (const one of [value].flat()) body.append(name, String(one));
      }
      for (const [index, bytes] of files.entries()) {
        body.append("locationIMG", new Blob([new Uint8Array(bytes)]), `${index}.jpg`);
      }
      const request = new Request("http://localhost/", { method: "POST", body });
      const context = owner.visitor.context();
      return await answerOf(await create({ request, params: {}, context }));
    };
    const first = await sent();
    expect(await sent()).toMatchObject({ status: 200, location: { _id: first.location._id } });
    expect(await VenueModel.countDocuments()).toBe(1);
  });

  it("at once, is one venue or is refused", async () => {
    const other = { ...owner, visitor: owner.visitor.clone() };
    const answers = await Promise.all([publish(), publish({}, create, other), publish({}, send)]);
    expect(answers.map(({ status }) => status)).toContain(200);
    // One upload of an account at a time; or, on a busy machine, four seconds of running into the other's transaction.
    for (const { status } of answers) expect([200, 429, 503]).toContain(status);
    expect(await VenueModel.countDocuments()).toBe(1);
  });

  it.each([
    ["other words", () => ({ houseRules: "Ni feu ni fumée." })],
    ["another photo", () => ({ locationIMG: [...locationIMG.slice(1), locationIMG[0]] })],
  ])("with %s is another venue", async (_, changes) => {
    await published();
    expect(await publish(changes())).toMatchObject({ status: 200 });
    expect(await VenueModel.countDocuments()).toBe(2);
  });

  it("is published anew where the first was changed or deleted since, or is somebody else’s", async () => {
    const first = await published();
    const { title } = (await VenueModel.findById(first).lean())!;
    await change(first, { title });
    expect(await published()).toBe(first);
    await change(first, { title: "Le Moulin" });
    const second = await published();
    const request = new Request("http://localhost/", { method: "DELETE" });
    const context = owner.visitor.context();
    await remove({ request, params: { id: second }, context });
    const third = await published();
    const theirs = (await publish({}, create, await loggedIn(await createOwner()))).location._id;
    expect(new Set([first, second, third, theirs]).size).toBe(4);
  });
});

describe("what may be left unsaid", () => {
  const optional = {
    ...{ floorArea: 410, stepFreeAccess: "Rampe ou ascenseur", minimumNotice: 3 },
    ...{ closedWeekdays: ["lundi"], shortestStay: 2, longestStay: 6 },
    ...{ preparationBefore: 1, preparationAfter: 2, hours: "8 h à 19 h", latestAccess: "18 h" },
    ...{ houseRules: "Ni feu ni fumée.", arrival: "La clé est sous le pot." },
  };
  const fields = Object.keys(optional);

  it.each([
    ["null", null],
    ["a blank", " "],
  ])("is taken away by %s, and stays where it is absent", async (_, blank) => {
    const id = (await publish(optional)).location._id;
    expect(await change(id, { title: "Le Moulin" })).toMatchObject({ status: 200 });
    expect(await VenueModel.findById(id).lean()).toMatchObject(optional);
    const sent = Object.fromEntries(fields.map((field) => [field, blank]));
    const changed = await change(id, { ...sent, equipement: blank, city: blank });
    expect(changed).toMatchObject({ status: 200, location: { equipement: [], city: said.city } });
    const venue = (await VenueModel.findById(id).lean())!;
    for (const field of fields) {
      expect(changed.location).not.toHaveProperty(field);
      expect(venue).not.toHaveProperty(field);
    }
  });

  it("is an empty list where it is a list", async () => {
    const id = (await publish(optional)).location._id;
    const changed = await change(id, { closedWeekdays: [], equipement: [] });
    expect(changed).toMatchObject({ status: 200, location: { equipement: [] } });
    expect(changed.location).not.toHaveProperty("closedWeekdays");
  });

  it("no longer stands in the way of what is said beside it, and does where it stays", async () => {
    const id = (await publish(optional)).location._id;
    expect(await change(id, { shortestStay: 9 })).toMatchObject({ status: 422 });
    expect(await change(id, { shortestStay: 9, longestStay: null })).toMatchObject({ status: 422 });
    const whole = { shortestStay: 9, longestStay: null, closedWeekdays: [] };
    expect(await change(id, whole)).toMatchObject({ status: 200 });
  });
});

describe("photos as they are answered", () => {
  it("are sent back and change nothing, or but their order", async () => {
    const { location } = await publish();
    const { _id: id, locationIMG: answered } = location;
    const before = await VenueModel.findById(id).lean();
    expect(await change(id, { locationIMG: answered })).toMatchObject({ status: 200, location });
    expect(await VenueModel.findById(id).lean()).toEqual(before);
    expect(await published()).toBe(id);
    const turned = answered.toReversed();
    expect(await change(id, { locationIMG: turned })).toMatchObject({
      ...{ status: 200, location: { locationIMG: turned } },
    });
  });

  it("are nobody else's", async () => {
    const { location } = await publish();
    const other = await loggedIn(await createOwner());
    const theirs = await publish({}, create, other);
    const sent = [...location.locationIMG.slice(1), theirs.location.locationIMG[0]];
    expect(await change(location._id, { locationIMG: sent })).toMatchObject({
      errors: [{ pointer: "#/locationIMG/4" }],
    });
  });
});

describe("what is refused of a photo", () => {
  const pointed = ({ errors }: Answer) => errors?.map(({ pointer }) => pointer);
  const wrong = `data:image/jpeg;base64,${Buffer.from("no picture").toString("base64")}`;
  const stranger = "f".repeat(24);

  it.each([
    ["no picture", wrong, 415],
    ["no data: URL", "salle.jpg", 415],
    ["an id of nobody's draft", stranger, 409],
  ])("points at its place in the call: %s", async (_, photo, status) => {
    const sent = { locationIMG: [...locationIMG.slice(0, 2), photo, ...locationIMG.slice(2)] };
    for (const handler of [create, send]) {
      const refused = await publish(sent, handler);
      expect([refused.status, pointed(refused)]).toEqual([status, ["#/locationIMG/2"]]);
    }
    const id = await published();
    const { locationIMG: photos } = (await VenueModel.findById(id).lean())!;
    const shown = photos.map(({ image }) => image.toString());
    const refused = await change(id, { locationIMG: [...shown, photo] });
    expect([refused.status, pointed(refused)]).toEqual([status, ["#/locationIMG/5"]]);
  });
});
