import { allModels } from "@models/all";
import { AuditEntryModel } from "@models/audit-entry";
import { BookedSlotModel } from "@models/booked-slot";
import { CalendarImportModel } from "@models/calendar-import";
import { ContactMessageModel } from "@models/contact-message";
import {
  ADMIN_ROLES,
  AUTHORITY_NATURES,
  CAPACITY_CODES,
  EQUIPMENT,
  POLICIES,
  PRIVATE_ROLES,
  VENUE_TYPES,
} from "@models/enumerations";
import { GalleryTileModel } from "@models/gallery-tile";
import { ImageModel } from "@models/image";
import { LedgerEntryModel } from "@models/ledger-entry";
import { MailModel } from "@models/mail";
import { PaymentCaseModel } from "@models/payment-case";
import { ReservationModel } from "@models/reservation";
import { ReviewModel } from "@models/review";
import { SettingModel } from "@models/setting";
import { UserModel } from "@models/user";
import { VenueModel } from "@models/venue";
import { WishModel } from "@models/wish";
import { DEMO_ACCOUNTS, DEMO_PASSWORD, describeAccounts } from "@sandbox/demo/accounts";
import { COMMUNES } from "@sandbox/demo/communes";
import { seedDemo, type SeedOptions } from "@sandbox/demo/seed";
import mongoose, { trusted } from "mongoose";
import { beforeAll, describe, expect, it } from "vitest";
import { checkChain } from "~/admin/audit/check-chain.server";
import { verifyPassword } from "~/accounts/password.server";
import { slotId, unitsOf } from "~/rules/calendar";
import { heldSlots } from "~/rules/preparation";
import { holdsDays, TRANSITIONS } from "~/rules/reservation-states";
import { quote } from "~/rules/price";
import { addDays, parisDayOf } from "~/platform/days";
import { balanceOf } from "~/payments/balance";
import { emptyDatabase, useDatabase } from "../support/database";
import { createUser } from "../support/fixtures";

useDatabase();

const now = new Date("2026-11-21T10:30:00Z");

/** Every document of every collection, to tell whether anything changed. */
async function everything() {
  const contents = await Promise.all(
    allModels.map(async ({ collection }) => [
      collection.name,
      await mongoose.connection.collection(collection.name).find().sort({ _id: 1 }).toArray(),
    ]),
  );
  // As text and back: ids compare as what they say.
  return JSON.parse(JSON.stringify(Object.fromEntries(contents))) as Record<
    string,
    Record<string, unknown>[]
  >;
}

function passesLuhn(digits: string) {
  const sum = Array.from(digits)
    .reverse()
    .map((digit, index) => Number(digit) * (index % 2 === 1 ? 2 : 1))
    .reduce((total, value) => total + (value > 9 ? value - 9 : value), 0);
  return sum % 10 === 0;
}

beforeAll(async () => {
  expect(await seedDemo({ now, pictures: "none" })).toBe(true);
});

describe("the demo's people", () => {
  it("are of every kind, with the numbers that their kind has", async () => {
    const users = await UserModel.find().lean();
    expect(new Set(users.map(({ role }) => role).filter(Boolean))).toEqual(new Set(PRIVATE_ROLES));
    expect(new Set(users.map((user) => user.natureOfCollectivity).filter(Boolean))).toEqual(
      new Set(AUTHORITY_NATURES),
    );
    for (const user of users) {
      for (const name of [user.name, user.lastname]) {
        expect(name.length).toBeGreaterThanOrEqual(2);
        expect(name.length).toBeLessThanOrEqual(15);
      }
      expect(user.email).toBe(user.email.trim().toLowerCase());
      if (user.siret) expect([user.siret.length, passesLuhn(user.siret)]).toEqual([14, true]);
      if (user.INSEE) expect([user.INSEE.length, passesLuhn(user.INSEE)]).toEqual([9, true]);
      if (user.RNA) expect(user.RNA).toMatch(/^W\d{9}$/);
      expect(user.siret !== undefined).toBe(
        user.role === "Entreprise" || user.type === "Collectivité",
      );
      expect(user.RNA !== undefined).toBe(user.role === "Association");
      expect(user.dateOfBirth !== undefined).toBe(user.role === "Particulier");
    }
    expect(new Set(users.map(({ email }) => email)).size).toBe(users.length);
    expect(new Set(users.map(({ tag }) => tag)).size).toBe(users.length);
  });

  it("include those who are printed, all with the printed password", async () => {
    const hashes = new Set<string>();
    for (const { email } of DEMO_ACCOUNTS) {
      const user = await UserModel.findOne({ email }).lean();
      expect(user?.isVerified).toBe(true);
      hashes.add(user!.passwordHash);
      expect(describeAccounts()).toContain(email);
    }
    for (const hash of hashes) expect(await verifyPassword(hash, DEMO_PASSWORD)).toBe(true);
    expect(await UserModel.countDocuments({ isAdmin: true })).toBe(ADMIN_ROLES.length);
  });

  it("include a master with three linked accounts, one that waits, and a newcomer", async () => {
    const master = await UserModel.findOne({ email: "master@exemple.fr" }).lean();
    expect(master).toMatchObject({ masterStatus: "validated" });
    expect(master?.spondorshipCode).toMatch(/^[A-HJ-NP-Z2-9]{8}$/);
    expect(await UserModel.countDocuments({ link_id: master!._id })).toBe(3);
    expect(await UserModel.countDocuments({ masterStatus: "pending" })).toBe(2);
    const newcomer = await UserModel.findOne({ email: "nouveau@exemple.fr" }).lean();
    expect(await VenueModel.countDocuments({ userId: newcomer!._id })).toBe(0);
    expect(await ReservationModel.countDocuments({ userId: newcomer!._id })).toBe(0);
  });
});

describe("the demo's venues", () => {
  it("are about 120, in 30 communes, within every limit", async () => {
    const venues = await VenueModel.find().lean();
    expect(venues.length).toBeGreaterThanOrEqual(115);
    expect(new Set(venues.map(({ city }) => city))).toEqual(new Set(Object.keys(COMMUNES)));
    expect(Object.keys(COMMUNES)).toHaveLength(30);
    for (const venue of venues) {
      expect(venue.title.length).toBeLessThanOrEqual(30);
      expect(venue.description.length).toBeGreaterThanOrEqual(20);
      expect(venue.description.length).toBeLessThanOrEqual(280);
      expect(venue.price).toBeGreaterThanOrEqual(100);
      expect(venue.price).toBeLessThanOrEqual(999_900);
      expect(venue.locationIMG.length).toBeGreaterThanOrEqual(5);
      expect(venue.locationIMG.length).toBeLessThanOrEqual(7);
      expect(new Set(venue.locationIMG.map(({ alt }) => alt)).size).toBe(venue.locationIMG.length);
      expect(new Set(venue.type).size).toBe(venue.type.length);
      expect(venue.postalCode).toMatch(/^\d{5}$/);
      expect(venue.coordinates?.lat).toBeGreaterThan(41.333);
      expect(venue.coordinates?.lat).toBeLessThan(51.124);
      expect(venue.coordinates?.lng).toBeGreaterThan(-5.142);
      expect(venue.coordinates?.lng).toBeLessThan(9.662);
      expect(venue.createdAt.getTime()).toBeLessThan(now.getTime());
    }
    expect(new Set(venues.map(({ title }) => title)).size).toBe(venues.length);
  });

  it("use every word of the domain", async () => {
    const venues = await VenueModel.find().lean();
    expect(new Set(venues.flatMap(({ type }) => type))).toEqual(new Set(VENUE_TYPES));
    expect(new Set(venues.flatMap(({ equipement }) => equipement))).toEqual(new Set(EQUIPMENT));
    expect(new Set(venues.map(({ capacity }) => capacity))).toEqual(new Set(CAPACITY_CODES));
    expect(new Set(venues.map((venue) => venue.cancellationPolicy))).toEqual(new Set(POLICIES));
    const share = (count: number) => count / venues.length;
    expect(share(venues.filter(({ time }) => time === "Half").length)).toBeCloseTo(0.2, 1);
    expect(share(venues.filter(({ needValidation }) => needValidation).length)).toBeCloseTo(
      0.33,
      1,
    );
    expect(venues.some(({ status }) => status === "unavailable")).toBe(true);
  });

  it("are listed when their owner has a payment account, and only then", async () => {
    const accounts = new Map(
      (await UserModel.find().lean()).map((user) => [user._id.toHexString(), user.stripeStats]),
    );
    for (const venue of await VenueModel.find().lean()) {
      const status = accounts.get(venue.userId.toHexString());
      expect(venue.listed).toBe(status !== undefined);
      expect(venue.searchable).toBe(status === "active" && venue.status === "available");
    }
    expect(new Set(accounts.values())).toEqual(
      new Set(["active", "pending", "restricted", undefined]),
    );
    expect(await VenueModel.countDocuments({ listed: false })).toBeGreaterThan(0);
  });

  it("show photos that exist and are their owner's", async () => {
    const images = new Map(
      (await ImageModel.find().lean()).map((image) => [image._id.toHexString(), image]),
    );
    for (const venue of await VenueModel.find().lean()) {
      for (const { image, width, height } of venue.locationIMG) {
        expect(images.get(image.toHexString())).toMatchObject({
          owner: venue.userId,
          purpose: "venue",
          width,
          height,
        });
      }
    }
  });
});

describe("the demo's reservations", () => {
  it("take their half days while they live, each once, and no others", async () => {
    const live = (await ReservationModel.find().lean()).filter(({ status }) => holdsDays(status));
    const expected = live.flatMap((reservation) =>
      heldSlots(reservation, reservation).map((slot) => ({
        id: slotId(reservation.venueId.toHexString(), slot),
        reservation: reservation._id.toHexString(),
      })),
    );
    expect(new Set(expected.map(({ id }) => id)).size).toBe(expected.length);
    const taken = await BookedSlotModel.find({
      reservation: mongoose.trusted({ $exists: true }),
    }).lean();
    const sorted = (slots: { id: string; reservation: string }[]) =>
      slots.map(({ id, reservation }) => `${id} ${reservation}`).sort();
    expect(
      sorted(
        taken.map(({ _id, reservation }) => ({ id: _id, reservation: reservation!.toHexString() })),
      ),
    ).toEqual(sorted(expected));
    const blocks = await BookedSlotModel.find({
      reservation: mongoose.trusted({ $exists: false }),
    }).lean();
    expect(blocks.length).toBeGreaterThan(0);
    const imported = await CalendarImportModel.findOne({
      problem: mongoose.trusted({ $exists: false }),
    }).lean();
    const importId = imported!._id.toString();
    const others = blocks.filter(({ block }) => block !== "owner");
    expect(others.map(({ block }) => block)).toEqual(Array<string>(4).fill(importId));
    expect(
      await CalendarImportModel.countDocuments({ dueAt: mongoose.trusted({ $exists: true }) }),
    ).toBe(0);
  });

  it("are in every state that people meet, the customer's too", async () => {
    const shown = ["cancelled", "confirmed", "ended", "hold", "pending"];
    expect((await ReservationModel.distinct("status")).sort()).toEqual([...shown, "dead"].sort());
    const customer = await UserModel.findOne({ email: "cliente@exemple.fr" }).lean();
    const hers = await ReservationModel.distinct("status", { userId: customer!._id });
    expect(hers).toEqual(expect.arrayContaining(shown));
    const wishes = await WishModel.find({ user: customer!._id }).lean();
    expect(wishes.map(({ state }) => state).sort()).toEqual(["offered", "waiting"]);
    const held = wishes.find(({ state }) => state === "offered")!;
    expect(await ReservationModel.findById(held.reservation).lean()).toMatchObject({
      ...{ status: "hold", offer: held._id, userId: customer!._id },
    });
    const confirmed = await ReservationModel.distinct("policy", {
      userId: customer!._id,
      status: "confirmed",
    });
    expect(confirmed.sort()).toEqual([...POLICIES].sort());
    const owner = await UserModel.findOne({ email: "proprietaire@exemple.fr" }).lean();
    expect(
      await ReservationModel.countDocuments({ ownerId: owner!._id, status: "pending" }),
    ).toBeGreaterThan(1);
  });

  it("cost what their venue costs and went a way that there is", async () => {
    const venues = new Map(
      (await VenueModel.find().lean()).map((venue) => [venue._id.toHexString(), venue]),
    );
    for (const reservation of await ReservationModel.find().lean()) {
      const venue = venues.get(reservation.venueId.toHexString())!;
      const { units, subtotal, fee, commission, total, ownerShare, platformShare } = quote({
        period: venue.time,
        unitPrice: venue.price,
        units: unitsOf(reservation),
      });
      expect(reservation).toMatchObject({
        unitPrice: venue.price,
        ...{ units, subtotal, fee, commission, total, ownerShare, platformShare },
        policy: venue.cancellationPolicy,
        ownerId: venue.userId,
      });
      const { history, startDate, createdAt, offer } = reservation;
      // What the waiting list holds nobody has asked for at that moment.
      const by = offer ? "system" : "buyer";
      expect(history[0]).toMatchObject({ state: "hold", by, at: createdAt });
      expect(history.at(-1)?.state).toBe(reservation.status);
      history.slice(1).forEach((step, index) => {
        const before = history[index]!;
        expect(step.at.getTime()).toBeGreaterThanOrEqual(before.at.getTime());
        expect(step.at.getTime()).toBeLessThanOrEqual(now.getTime());
        // Other dates leave the state as it is.
        if (step.dates) return expect(step.state).toBe(before.state);
        const way = TRANSITIONS.find(
          ({ from, to, by }) => from === before.state && to === step.state && by.includes(step.by),
        );
        expect(way, `${before.state} → ${step.state} by ${step.by}`).toBeDefined();
      });
      expect(createdAt.toISOString().slice(0, 10) < startDate).toBe(true);
      expect(reservation.paymentIntentId === undefined).toBe(
        ["hold", "dead"].includes(reservation.status),
      );
    }
  });

  it("have books that add up: paid = owner + platform + refunded", async () => {
    const entries = await LedgerEntryModel.find().lean();
    let refunds = 0;
    const cases = await PaymentCaseModel.find().lean();
    const sentBack = new Map(cases.map((one) => [one.reservation.toHexString(), one.amount]));
    for (const reservation of await ReservationModel.find().lean()) {
      const { paid, owner, platform, refunded } = balanceOf(
        entries.filter((entry) => entry.reservation.equals(reservation._id)),
      );
      const wasCaptured = reservation.history.some(({ state }) => state === "confirmed");
      expect(paid).toBe(wasCaptured ? reservation.total : 0);
      expect(refunded).toBe(reservation.refunded);
      expect(owner + platform + refunded).toBe(paid);
      const isSentBack = sentBack.delete(reservation._id.toHexString());
      if (isSentBack) {
        expect(owner).toBeLessThan(reservation.ownerShare);
      } else if (wasCaptured && reservation.refunded === 0) {
        expect([owner, platform]).toEqual([reservation.ownerShare, reservation.platformShare]);
      }
      if (reservation.refunded > 0) refunds += 1;
    }
    expect(refunds).toBeGreaterThan(2);
    expect(sentBack.size).toBe(0);
  });
});

describe("the rest of the demo", () => {
  it("fills the home page, the reviews and the messages", async () => {
    expect(await GalleryTileModel.countDocuments({ section: "city" })).toBe(5);
    for (const tile of await GalleryTileModel.find().lean()) {
      expect(await ImageModel.exists({ _id: tile.image })).not.toBeNull();
      if (tile.venue)
        expect(await VenueModel.exists({ _id: tile.venue, searchable: true })).not.toBeNull();
    }
    expect(await ReviewModel.countDocuments({ publishedAt: mongoose.trusted({ $lte: now }) })).toBe(
      12,
    );
    for (const review of await ReviewModel.find().lean()) {
      const reservation = await ReservationModel.findById(review.reservation).lean();
      expect(reservation).toMatchObject({
        status: "ended",
        userId: review.author,
        venueId: review.venue,
      });
    }
    expect(await ContactMessageModel.countDocuments()).toBeGreaterThan(8);
  });

  it("has the log of what its office did, which holds together and tells of what there is", async () => {
    expect(await checkChain()).toMatchObject({ entries: expect.any(Number) as number, flaw: null });
    const entries = await AuditEntryModel.find().sort({ seq: 1 }).lean();
    expect(new Set(entries.map(({ act }) => act))).toEqual(
      new Set([
        ...["master.validate", "master.refuse", "user.ban", "review.publish", "review.refuse"],
        ...["contact.status", "gallery.city"],
      ]),
    );
    const targets = entries.filter(({ act }) => act !== "gallery.city").map(({ target }) => target);
    const there = await Promise.all(
      [UserModel, ReviewModel, ContactMessageModel].map((model) =>
        mongoose.connection
          .collection(model.collection.name)
          .countDocuments({ _id: { $in: targets.map((id) => new mongoose.Types.ObjectId(id)) } }),
      ),
    );
    expect(there.reduce((sum, count) => sum + count, 0)).toBe(new Set(targets).size);
    const past = entries.map(({ at }) => at.getTime());
    expect(past).toEqual([...past].sort((a, b) => a - b));
    expect(past.at(-1)).toBeLessThan(now.getTime());
    expect(await UserModel.countDocuments({ isAdmin: true, _id: entries[0]!.admin })).toBe(1);
  });

  it("has a mail that did not arrive, which its buyer would have had from the product", async () => {
    const mail = await MailModel.findOne({ status: "failed" }).lean();
    const about = (await ReservationModel.findById(mail?.about).lean())!;
    const buyer = await UserModel.findById(about.userId).lean();
    expect(mail?.to).toBe(buyer?.email);
    // As all reminders, two days before it begins; and the youngest.
    expect(addDays(parisDayOf(mail!.createdAt), 2)).toBe(about.startDate);
    const reminded = await ReservationModel.find({
      status: trusted({ $in: ["confirmed", "ended"] }),
      startDate: trusted({ $lte: addDays(parisDayOf(now), 2) }),
    }).lean();
    const firstDays = reminded.map(({ startDate }) => startDate).sort();
    expect(about.startDate).toBe(firstDays.at(-1));
    expect(mail!.createdAt.getTime()).toBeLessThan(now.getTime());
    for (const told of [`Bonjour ${buyer?.name},`, about.venueTitle, about.reference, "Total"]) {
      expect(mail?.text).toContain(told);
    }
  });

  it("leaves the indexes as the schemas state them", async () => {
    for (const model of allModels) {
      expect(await model.diffIndexes(), model.modelName).toEqual({ toDrop: [], toCreate: [] });
    }
  });

  it("changes nothing when it is asked again", async () => {
    const before = await everything();
    expect(await seedDemo({ now: new Date("2026-12-24T18:00:00Z"), pictures: "none" })).toBe(false);
    expect(await everything()).toEqual(before);
  });
});

describe("a database that has people of its own", () => {
  const isLeftAlone = async () => {
    const before = await everything();
    await expect(seedDemo({ now, pictures: "none" })).rejects.toThrow(
      "des comptes qui ne sont pas de la démonstration",
    );
    expect(await everything()).toEqual(before);
  };

  it("is left as it is, also where a run of the demo was cut short or is pretended to have been", async () => {
    await emptyDatabase();
    const stranger = await createUser();
    await isLeftAlone();
    await SettingModel.create({ _id: "demo-unfinished", value: true });
    await isLeftAlone();
    await UserModel.deleteOne({ _id: stranger._id });
    await SettingModel.deleteOne({ _id: "demo-unfinished" });
    expect(await seedDemo({ now, pictures: "none" })).toBe(true);
  });

  it("is the demo's still while some of its people are, but then no run is gone on with", async () => {
    const stranger = await createUser();
    expect(await seedDemo({ now, pictures: "none" })).toBe(false);
    await SettingModel.create({ _id: "demo-unfinished", value: true });
    await isLeftAlone();
    await SettingModel.deleteOne({ _id: "demo-unfinished" });
    await UserModel.deleteOne({ _id: stranger._id });
  });
});

describe("a run that was cut short", () => {
  it("leaves nothing in the way of the next", async () => {
    const before = await everything();
    await UserModel.deleteMany({});
    await SettingModel.create({ _id: "demo-unfinished", value: true });
    expect(await seedDemo({ now, pictures: "none" })).toBe(true);
    // Only the salt of the password, the seals and the time of the writing are new.
    const withoutNews = ({
      users = [],
      secondfactors = [],
      venues = [],
      ...rest
    }: Awaited<ReturnType<typeof everything>>) => ({
      ...rest,
      users: users.map(({ passwordHash, ...user }) => user),
      secondfactors: secondfactors.map(({ sealedSecret, ...factor }) => factor),
      venues: venues,
    });
    expect(withoutNews(await everything())).toEqual(withoutNews(before));
  });
});

describe("a run that was cut short, on the same day", () => {
  const pictureFiles = () => mongoose.connection.collection("pictures.files");

  it("goes on where it was: pictures stored whole are not made again, half of one is", async () => {
    await emptyDatabase();
    const told: string[] = [];
    const cutAfter = 2;
    await expect(
      seedDemo({
        now,
        venues: 3,
        tell: (progress, done) => {
          told.push(progress);
          if (progress === "Photos" && done > cutAfter) throw new Error("cut short");
        },
      }),
    ).rejects.toThrow("cut short");
    expect(await UserModel.countDocuments()).toBe(0);
    const before = await ImageModel.find().sort({ _id: 1 }).lean();
    expect(before.length).toBeGreaterThan(0);
    // One whose bytes are there and whose document is not: the moment of a kill.
    const half = before[0]!;
    await ImageModel.deleteOne({ _id: half._id });
    const whole = { filename: { $regex: String(before.at(-1)!._id) } };
    // Made again it would be the same, but for this.
    const { modifiedCount } = await pictureFiles().updateMany(whole, {
      $set: { metadata: "kept" },
    });
    expect(modifiedCount).toBeGreaterThan(0);

    const later = new Date(now.getTime() + 3_600_000);
    const tell = (progress: string) => void told.push(progress);
    expect(await seedDemo({ now: later, venues: 3, tell })).toBe(true);
    expect(told).toEqual(expect.arrayContaining(["Photos", "Lieux", "Comptes"]));
    const images = await ImageModel.find().lean();
    expect(await pictureFiles().countDocuments()).toBe(
      images.reduce((total, { widths }) => total + widths.length, 0),
    );
    expect(images.map(({ _id }) => _id.toHexString())).toContain(half._id.toHexString());
    expect(await pictureFiles().countDocuments({ ...whole, metadata: "kept" })).toBe(modifiedCount);
    expect(await VenueModel.countDocuments()).toBe(3);
    expect((await SettingModel.find({ _id: /^demo-/ })).map(({ _id }) => _id)).toEqual([
      "demo-made",
    ]);
    expect(await UserModel.countDocuments({ isAdmin: true })).toBe(ADMIN_ROLES.length);
    const heavy = { filename: /\/640\.webp$/, length: { $gt: 60_000 } };
    expect(await pictureFiles().countDocuments(heavy)).toBe(0);
  });

  it("does no part again that is done", async () => {
    await emptyDatabase();
    const failing: SeedOptions = { now, venues: 3, pictures: "none" };
    await expect(seedDemo({ ...failing, sandboxUrl: "http://127.0.0.1:9" })).rejects.toThrow();
    expect(await SettingModel.countDocuments({ _id: "demo-part-venues" })).toBe(1);
    await VenueModel.updateMany({}, { $set: { title: "Déjà là" } });
    expect(await seedDemo(failing)).toBe(true);
    expect(await VenueModel.countDocuments({ title: "Déjà là" })).toBe(3);
  });
});
