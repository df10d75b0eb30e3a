import { beforeEach, expect, it } from "vitest";
import { MailModel } from "@models/mail";
import { UserModel, type User } from "@models/user";
import { mailRestricted } from "~/payments/restriction-mail.server";
import { announceTerms } from "~/admin/site/announce-terms.server";
import { startView } from "~/admin/users/view-as.server";
import { queueReservationMails } from "~/bookings/mail/mails.server";
import { closeAccount } from "~/offboarding/close-account.server";
import { closeUnused } from "~/offboarding/close-unused.server";
import { inTransaction } from "~/platform/database.server";
import { addDays, addMonths, parisNoon, todayInParis } from "~/platform/days";
import { action } from "~/routes/inscription";
import { signupFields } from "../support/accounts";
import { emptyDatabase, useDatabase } from "../support/database";
import { createOwner, createUser, createVenue } from "../support/fixtures";
import { besides } from "../support/just-before";
import { newAdmin, OFFICE_PASSWORD } from "../support/office";
import { createReservation } from "../support/reservations";
import { Visitor } from "../support/visitor";

/** Mails that are queued while whoever gets them closes their account: none keeps the address. */

useDatabase();
beforeEach(emptyDatabase);

const now = new Date();

/** What is written down of somebody's address once they closed their account beside something. */
async function leftAfter(
  { _id, email }: User,
  operation: "find" | "updateOne",
  something: () => Promise<unknown>,
): Promise<string[]> {
  const ended = besides("Mail", operation, () => closeAccount(_id.toString(), now));
  await something();
  await ended();
  expect((await UserModel.findById(_id).lean())?.deletedAt).toEqual(now);
  return (await MailModel.find({ to: email }).lean()).map(({ key }) => key.split(":")[0]!);
}

it("of a signup with a known address", async () => {
  const user = await createUser();
  const form = signupFields({ email: user.email });
  const signingUp = () => new Visitor().visit(action, "/inscription", { form });
  expect(await leftAfter(user, "updateOne", signingUp)).toEqual([]);
});

it("of a view with somebody's eyes", async () => {
  const { actor } = await newAdmin();
  const user = await createUser();
  const request = { actor, userId: user._id.toString(), why: "Vous l’avez demandé." };
  const viewing = () => startView({ ...request, password: OFFICE_PASSWORD, now });
  expect(await leftAfter(user, "updateOne", viewing)).toEqual([]);
});

it("of a payment account that is limited", async () => {
  const owner = await createOwner({ stripeStats: "restricted", stripeStatsAt: now });
  const telling = () => inTransaction((session) => mailRestricted(owner._id.toString(), session));
  expect(await leftAfter(owner, "updateOne", telling)).toEqual([]);
});

it.each(["buyer", "owner"])("of a reservation that is over, to its %s", async (side) => {
  const owner = await createOwner();
  const buyer = await createUser();
  const startDate = addDays(todayInParis(now), -30);
  const venue = await createVenue(owner);
  const reservation = await createReservation({ venue, buyer, status: "ended", startDate });
  const telling = () =>
    inTransaction((session) => queueReservationMails([{ news: "granted", reservation }], session));
  expect(await leftAfter(side === "buyer" ? buyer : owner, "find", telling)).toEqual([]);
});

it("of an account that nobody uses", async () => {
  const longAgo = parisNoon(addMonths(todayInParis(now), -40));
  const user = await createUser({ createdAt: longAgo, lastLogin: longAgo });
  expect(await leftAfter(user, "updateOne", () => closeUnused(now))).toEqual([]);
});

it("of other terms", async () => {
  const user = await createUser({ termsAcceptedAt: now });
  const change = { from: addDays(todayInParis(now), 20), words: "Article 6." };
  expect(await leftAfter(user, "find", () => announceTerms(change, now))).toEqual([]);
});
