import { trusted, Types } from "mongoose";
import { expect, it } from "vitest";
import { CaseSettlementModel } from "@models/case-settlement";
import { ContactMessageModel } from "@models/contact-message";
import { LedgerEntryModel } from "@models/ledger-entry";
import { LeftoverModel } from "@models/leftover";
import { MailModel } from "@models/mail";
import { migrate } from "@models/migrations";
import { FORGOTTEN_WORDS, ModerationDecisionModel } from "@models/moderation-decision";
import { PaymentCaseModel, type PaymentCaseKind } from "@models/payment-case";
import { ReportModel } from "@models/report";
import type { Reservation } from "@models/reservation";
import { ReviewModel } from "@models/review";
import { TaxFactsModel } from "@models/tax-facts";
import { UserModel, type User } from "@models/user";
import { VenueModel } from "@models/venue";
import { statusAfter } from "~/payments/account-status";
import { storedEmail } from "~/platform/stored-email";
import { useDatabase } from "../support/database";
import { createOwner, createUser, createVenue } from "../support/fixtures";
import { createReservation } from "../support/reservations";

/** What the set-up step brings up to date of what earlier releases have stored. */

useDatabase();

const BEFORE = new Date("2026-03-01T10:00:00Z");
const CLOSED = new Date("2026-06-01T10:00:00Z");
const AFTER = new Date("2026-09-01T10:00:00Z");

async function paidOnce({ _id: owner }: User): Promise<void> {
  const stripeId = `tr_${owner.toString()}`;
  await LedgerEntryModel.create({
    ...{ _id: `transferred:${stripeId}`, type: "transferred", stripeId, amount: 40_000 },
    ...{ reservation: new Types.ObjectId(), buyer: new Types.ObjectId(), owner, at: new Date() },
  });
}

/** What a look finds after a set-up, and after another one. */
async function afterEachOfTwo<T>(look: () => Promise<T>): Promise<T> {
  await migrate();
  const once = await look();
  await migrate();
  expect(await look()).toEqual(once);
  return once;
}

it("the land register's names of venues go with accounts that were closed before this was so, and were never paid", async () => {
  const reference = { cadastralReference: "69383000AB0123" };
  const make = async (deletedAt?: Date) => {
    const owner = await createOwner({ deletedAt });
    return { owner, venue: await createVenue(owner, reference) };
  };
  const closed = await make(new Date());
  const paid = await make(new Date());
  const open = await make();
  await paidOnce(paid.owner);
  const referenceOf = async ({ venue }: typeof open) =>
    (await VenueModel.findById(venue._id).lean())?.cadastralReference;
  for (let times = 0; times < 2; times += 1) {
    await migrate();
    expect(await Promise.all([closed, paid, open].map(referenceOf))).toEqual([
      undefined,
      ...[reference.cadastralReference, reference.cadastralReference],
    ]);
  }
});

it("so do the tax facts of closed accounts that were never paid", async () => {
  const [closed, paid, open] = [
    await createOwner({ deletedAt: CLOSED }),
    await createOwner({ deletedAt: CLOSED }),
    await createOwner(),
  ];
  await paidOnce(paid);
  for (const { _id } of [closed, paid, open]) {
    await TaxFactsModel.create({ _id, confirmedAt: BEFORE, taxId: "1234567890123" });
  }
  const left = await afterEachOfTwo(() => TaxFactsModel.distinct("_id"));
  expect(left.map(String).sort()).toEqual([paid, open].map(({ _id }) => _id.toString()).sort());
});

it("so do the words of what was decided about them until then, and appeals that nobody answered", async () => {
  const closed = await createUser({ deletedAt: CLOSED });
  const open = await createUser();
  const decided = async ({ _id: person }: User, at: Date, more = {}) => {
    const of = {
      kind: "venue",
      target: person,
      person,
      admin: person,
      measure: "suspendre",
    } as const;
    const photo = { image: person, alt: "Chez Jeanne", place: 0 };
    return await ModerationDecisionModel.create({ ...of, why: "Fraude", at, photo, ...more });
  };
  const appeal = { text: "Je suis Jeanne.", at: BEFORE };
  const answered = { ...appeal, outcome: "maintenir", why: "Non, Jeanne.", decidedAt: BEFORE };
  const asked = [
    await decided(closed, BEFORE, { appeal }),
    await decided(closed, BEFORE, { appeal: answered }),
    // What is decided of their reviews later is the office's.
    await decided(closed, AFTER),
    await decided(open, BEFORE, { appeal }),
  ];
  const [one, two, ...others] = await afterEachOfTwo(() =>
    Promise.all(asked.map(({ _id }) => ModerationDecisionModel.findById(_id).lean())),
  );
  expect(one).toMatchObject({ why: FORGOTTEN_WORDS, photo: { place: 0 } });
  expect(one).not.toHaveProperty("appeal");
  const { text, why, outcome } = two!.appeal!;
  expect([text, why, outcome]).toEqual([FORGOTTEN_WORDS, FORGOTTEN_WORDS, "maintenir"]);
  for (const { photo } of [one!, two!]) expect(photo).not.toHaveProperty("alt");
  expect(others.map((other) => [other?.why, other?.photo?.alt, other?.appeal?.text])).toEqual([
    ["Fraude", "Chez Jeanne", undefined],
    ["Fraude", "Chez Jeanne", appeal.text],
  ]);
});

it("the address to which the last statement goes is kept by the name that it has now, with the years that it is of", async () => {
  const of = (to: string, keptAt: Date, more = {}) => ({
    ...{ _id: new Types.ObjectId(), keptAt, statementTo: to, ...more },
  });
  const summer = of("summer@exemple.fr", CLOSED);
  const winter = of("winter@exemple.fr", new Date("2025-12-31T23:30:00Z"));
  const statements = { to: "now@exemple.fr", first: "2025", last: "2025" };
  const both = of("before@exemple.fr", CLOSED, { statements });
  await TaxFactsModel.collection.insertMany([summer, winter, both]);
  const kept = await afterEachOfTwo(() =>
    Promise.all([summer, winter, both].map(({ _id }) => TaxFactsModel.collection.findOne({ _id }))),
  );
  expect(kept.map((facts) => facts?.statements as unknown)).toEqual([
    { to: "summer@exemple.fr", first: "2026", last: "2026" },
    { to: "winter@exemple.fr", first: "2025", last: "2026" },
    statements,
  ]);
  for (const facts of kept) expect(facts).not.toHaveProperty("statementTo");
});

it("mails that said that a report had arrived go with a report that is no more", async () => {
  const { _id } = await ReportModel.create({
    ...{ kind: "review", target: new Types.ObjectId(), reason: "injurieux", text: "Non." },
  });
  const gone = `report:${new Types.ObjectId().toString()}:reporter`;
  const stays = [`report:${_id.toString()}:reporter`, "report:autre", `report-ended:${gone}`];
  for (const key of [gone, ...stays]) {
    await MailModel.create({
      key,
      to: "a@exemple.fr",
      subject: "Signalement",
      nextAttemptAt: AFTER,
    });
  }
  const left = await afterEachOfTwo(() => MailModel.distinct("key"));
  expect(left.sort()).toEqual(stays.sort());
});

it("a review of an organisation's has its name, and its contact person's no more", async () => {
  const review = async (authorName: string, author = {}) =>
    await ReviewModel.create({
      ...{ venue: new Types.ObjectId(), author: (await createUser(author))._id, authorName },
      ...{ reservation: new Types.ObjectId(), rating: 5, text: "Parfait.", stayDay: "2026-02-01" },
    });
  const of = { role: "Association", entityName: "Les Tilleuls" } as const;
  const [former, persons] = [await review("Marie D.", of), await review("Anne B.")];
  // By this release, while the one before had not written its former name yet.
  const renamed = await review("Les Chênes", { ...of, entityName: "Les Chênes" });
  // An organisation's no more.
  const alone = await review("Luc P.");
  // Closed by this release while the one before had written its name once more.
  const closed = await review("Ancien membre", { deletedAt: new Date() });
  const entity = { $set: { authorEntity: "Les Tilleuls" } };
  for (const { _id } of [former, renamed, alone, closed])
    await ReviewModel.collection.updateOne({ _id }, entity);
  const found = await afterEachOfTwo(
    async () =>
      await ReviewModel.collection
        .find({}, { projection: { authorName: 1, authorEntity: 1 } })
        .sort({ _id: 1 })
        .toArray(),
  );
  expect(found).toEqual([
    { _id: former._id, authorName: "Les Tilleuls" },
    { _id: persons._id, authorName: "Anne B." },
    { _id: renamed._id, authorName: "Les Chênes" },
    { _id: alone._id, authorName: "Luc P." },
    { _id: closed._id, authorName: "Ancien membre" },
  ]);
});

it("addresses have their domain in the letters of domain names, but one that is another account's by now", async () => {
  const [former, twice] = ["contact@mairie-évian.fr", "contact@mairie-sète.fr"];
  const [spelt, taken] = ["contact@xn--mairie-vian-hbb.fr", "contact@xn--mairie-ste-66a.fr"];
  const plain = await createUser();
  const users = [
    await createUser({ email: former }),
    await createUser({ email: twice }),
    await createUser({ email: taken }),
    plain,
  ];
  const asked = await createUser({
    emailChange: { email: former, seed: "x", expiresAt: AFTER, sentAt: BEFORE, tries: 0 },
  });
  await ContactMessageModel.create({
    type: "Autre",
    ...{ name: "Léa", lastname: "Roux", email: former, description: "Bonjour, une question." },
  });
  await MailModel.create({ key: "a", to: former, subject: "Bonjour", nextAttemptAt: AFTER });
  const statements = { to: former, first: "2025", last: "2025" };
  await TaxFactsModel.create({ _id: plain._id, confirmedAt: BEFORE, statements });
  const found = await afterEachOfTwo(() =>
    Promise.all([
      ...users.map(async ({ _id }) => (await UserModel.findById(_id).lean())?.email),
      UserModel.findById(asked._id).then((user) => user?.emailChange?.email),
      ContactMessageModel.findOne().then((message) => message?.email),
      MailModel.findOne({ key: "a" }).then((mail) => mail?.to),
      TaxFactsModel.findById(plain._id).then((facts) => facts?.statements?.to),
    ]),
  );
  expect(found).toEqual([spelt, twice, taken, plain.email, spelt, spelt, spelt, spelt]);
});

it("what such an account's address stands in is not taken for the other one's, and is spelt once that one is closed", async () => {
  const [twice, taken] = ["a@mairie-nîmes.fr", storedEmail("a@mairie-nîmes.fr")];
  const former = await createUser({ email: twice });
  const other = await createUser({ email: taken });
  await MailModel.create({ key: "b", to: twice, subject: "Bonjour", nextAttemptAt: AFTER });
  const left = await LeftoverModel.create({ kind: "mails", address: twice });
  const addresses = async () => [
    (await UserModel.findById(former._id).lean())?.email,
    (await MailModel.findOne({ key: "b" }).lean())?.to,
    (await LeftoverModel.findById(left._id).lean())?.address,
  ];
  expect(await afterEachOfTwo(addresses)).toEqual([twice, twice, twice]);
  await UserModel.updateOne(
    { _id: other._id },
    { $set: { email: `deleted-${other._id.toString()}@invalid`, deletedAt: CLOSED } },
  );
  expect(await afterEachOfTwo(addresses)).toEqual([taken, taken, taken]);
});

it("of two accounts that are one mailbox's one gives way that nobody has proved to be theirs", async () => {
  const pair = async (domain: string, formerIs: boolean, otherIs: boolean) => [
    await createUser({ email: `a@${domain}.fr`, isVerified: formerIs }),
    await createUser({ email: storedEmail(`a@${domain}.fr`), isVerified: otherIs }),
  ];
  const [[former], [, other], [, later]] = [
    await pair("évian", true, false),
    await pair("sète", false, true),
    await pair("nîmes", false, false),
  ];
  const ofDomains = { email: { $regex: "^a@xn--(vian|ste|nmes)-" } };
  const left = await afterEachOfTwo(() =>
    UserModel.collection
      .find(ofDomains, { projection: { email: 1 } })
      .sort({ _id: 1 })
      .toArray(),
  );
  expect(left).toEqual(
    [former, other, later].map((one) => ({ _id: one!._id, email: storedEmail(one!.email) })),
  );
});

it("who was paid for was active: an account that waits since is found to be limited, one that never was waits on", async () => {
  const waiting = async (ofReservation: Partial<Reservation> | null) => {
    const accountId = `acct_${new Types.ObjectId().toString()}`;
    const owner = await createOwner({ accountId, stripeStats: "pending" });
    const venue = await createVenue(owner);
    const buyer = await createUser();
    const made = { venue, buyer, accountId, status: "ended", startDate: "2026-03-14" } as const;
    if (ofReservation) await createReservation({ ...made, ...ofReservation });
    return owner;
  };
  const owners = [
    await waiting({ paidAt: BEFORE }),
    // Not paid, paid to the account that they had before, and none at all.
    await waiting({}),
    await waiting({ paidAt: BEFORE, accountId: "acct_former" }),
    await waiting(null),
  ];
  const known = await afterEachOfTwo(() =>
    Promise.all(
      owners.map(async ({ _id }) => (await UserModel.findById(_id).lean())?.accountReadings),
    ),
  );
  const were = known.map((readings) => readings?.wasActive === true);
  expect(were).toEqual([true, false, false, false]);
  const waits = { status: "pending", isLookedAt: true } as const;
  const [once] = known;
  expect(statusAfter({ stripeStats: "pending", accountReadings: once }, waits)).toBe("restricted");
});

it("a refund whose case was put away, and is still open as it was, goes to the card no more", async () => {
  const made = async (kind: PaymentCaseKind, payment: string, fields: object = {}) => {
    const about = { reservation: new Types.ObjectId(), paymentIntentId: payment, since: BEFORE };
    const _id = `${kind}:${payment}`;
    await PaymentCaseModel.create({ _id, kind, ...about, amount: 480, reason: "x", ...fields });
  };
  const away = async (id: string, since?: number) => {
    const mark = `${BEFORE.getTime()} 480 x`;
    const settled = {
      ...{ mark, admin: new Types.ObjectId(), why: "Virement", at: AFTER },
      ...(since !== undefined && { givenUp: since }),
    };
    await CaseSettlementModel.create({ _id: `payment:${id}`, ...settled });
  };
  await made("refund_refused", "pi_away");
  await made("refund_refused", "pi_back", { amount: 540 });
  await made("refund_refused", "pi_gone", { closedAt: AFTER });
  await made("refund_refused", "pi_two");
  await made("refund_disputed", "pi_two");
  await made("refund_unfunded", "pi_funds");
  for (const payment of ["pi_away", "pi_back", "pi_gone", "pi_two"]) {
    await away(`refund_refused:${payment}`);
  }
  await away("refund_unfunded:pi_funds");
  // That was said to leave the queue alone; what is put away since is said to be given up.
  await made("refund_disputed", "pi_disputed");
  await away("refund_disputed:pi_disputed");
  await made("refund_disputed", "pi_since");
  await away("refund_disputed:pi_since", 480);
  const givenUp = async () =>
    (await CaseSettlementModel.find({ givenUp: trusted({ $exists: true }) }).lean()).map(
      ({ _id, givenUp: cents }) => [_id, cents],
    );
  expect(await afterEachOfTwo(givenUp)).toEqual([
    ["payment:refund_refused:pi_away", 480],
    ["payment:refund_disputed:pi_since", 480],
  ]);
  const disputed = { _id: "payment:refund_disputed:pi_disputed" };
  expect(await CaseSettlementModel.exists(disputed)).toBeNull();
});

it("all of them go, where there are more than are looked at together", async () => {
  await MailModel.insertMany(
    Array.from({ length: 501 }, () => ({
      key: `report:${new Types.ObjectId().toString()}:reporter`,
      ...{ to: "many@exemple.fr", subject: "Signalement", nextAttemptAt: AFTER },
    })),
  );
  await migrate();
  expect(await MailModel.countDocuments({ to: "many@exemple.fr" })).toBe(0);
});
