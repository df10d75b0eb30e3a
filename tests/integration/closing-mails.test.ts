import { beforeEach, expect, it } from "vitest";
import { MailModel, type Mail } from "@models/mail";
import type { User } from "@models/user";
import { caseFile } from "~/admin/cases/case-record.server";
import { resendDeadMail } from "~/admin/cases/settle-case.server";
import { closeAccount } from "~/offboarding/close-account.server";
import { finishLeftovers } from "~/offboarding/finish-leftovers.server";
import { addDays, addMinutes, todayInParis } from "~/platform/days";
import { deliverDueMails } from "~/platform/mail/deliver-mails.server";
import { queueMail } from "~/platform/mail/mail.server";
import { emptyDatabase, useDatabase } from "../support/database";
import { createOwner, createUser, createVenue } from "../support/fixtures";
import { newAdmin } from "../support/office";
import { createReservation } from "../support/reservations";
import { startSmtpSink } from "../support/smtp-sink";

/** What the other side was written of somebody whose account is closed. */

useDatabase();
beforeEach(emptyDatabase);

const now = new Date();
let buyer: User;

/** Mails to an owner about what somebody reserved, with their name and a file. */
async function written(...keys: string[]): Promise<void> {
  const owner = await createOwner();
  buyer = await createUser({ name: "Zoé", lastname: "Quatremère" });
  const venue = await createVenue(owner);
  const startDate = addDays(todayInParis(now), -30);
  const { _id } = await createReservation({ venue, buyer, status: "ended", startDate });
  for (const key of keys) {
    await queueMail({
      ...{ key, about: _id.toString(), to: owner.email, subject: "Réservation confirmée" },
      paragraphs: ["Zoé Quatremère, 06 12 34 56 78, arrive demain."],
      attachment: { name: "a.ics", type: "text/calendar", content: "Quatremère" },
    });
  }
}

const mail = async (key: string): Promise<Mail> => {
  const found = await MailModel.findOne({ key }).lean();
  if (!found) throw new Error(`No mail ${key}`);
  return found;
};
const giveUp = async (key: string) =>
  await MailModel.updateOne({ key }, { $set: { status: "failed", attempts: 9 } });
const close = async () => {
  await closeAccount(buyer._id.toString(), now);
  await finishLeftovers();
};
const expectNoBody = async (key: string) => {
  const left = await mail(key);
  expect(left).toMatchObject({ status: "failed", subject: "Réservation confirmée" });
  expect(JSON.stringify(left)).not.toContain("Quatremère");
};

it("loses its body when it was given up, and cannot be sent again", async () => {
  await written("dead");
  await giveUp("dead");
  await close();
  await expectNoBody("dead");
  const { actor } = await newAdmin();
  const key = `mail:${(await mail("dead"))._id.toString()}`;
  expect(await caseFile(key, now)).toMatchObject({ isBodyGone: true });
  await expect(resendDeadMail({ actor, key, now })).rejects.toMatchObject({ code: "mail_erased" });
  expect(await mail("dead")).toMatchObject({ status: "failed" });
});

it("is still sent when it waits", async () => {
  await written("waiting");
  await close();
  expect((await mail("waiting")).text).toContain("Quatremère");
  expect(await deliverDueMails(addMinutes(now, 1), 10)).toMatchObject({ sent: 1 });
});

it("loses its body when it is given up afterwards", async () => {
  await written("waiting");
  await MailModel.updateOne({ key: "waiting" }, { $set: { attempts: 16 } });
  await close();
  const sink = await startSmtpSink();
  sink.busyFor.add((await mail("waiting")).to);
  expect(await deliverDueMails(addMinutes(now, 1), 10, sink.url)).toMatchObject({ failed: 1 });
  await sink.stop();
  await expectNoBody("waiting");
});

it("stays whole when nobody left", async () => {
  await written("dead");
  await giveUp("dead");
  expect((await mail("dead")).text).toContain("Quatremère");
});
