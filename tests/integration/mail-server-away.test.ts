import { afterEach, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { MailModel } from "@models/mail";
import { deliverDueMails } from "~/platform/mail/deliver-mails.server";
import { queueMail } from "~/platform/mail/mail.server";
import { mailsWait } from "~/platform/mail/mails-wait.server";
import { emptyDatabase, useDatabase } from "../support/database";
import { startSmtpSink, type SmtpSink } from "../support/smtp-sink";

useDatabase();

let sink: SmtpSink;
beforeEach(async () => {
  await emptyDatabase();
  sink = await startSmtpSink();
});
afterEach(() => sink.stop());

const MINUTE = 60_000;
const after = (ms: number) => new Date(Date.now() + ms);
const deliver = (now: Date, limit = 100) => deliverDueMails(now, limit, sink.url);
const mail = (key: string, to = "ines@exemple.fr") => {
  return { key, to, subject: "Votre demande", paragraphs: ["Bonjour,"] };
};
const mailTo = (reader: string) => queueMail(mail(`to:${reader}`, `${reader}@exemple.fr`));
const twelve = Array.from({ length: 12 }, (_, index) => `lecteur-${String(index + 10)}`);
const recipients = () => sink.mails.flatMap((received) => received.recipients);

it("tries none while the server is away, fails, and keeps their order", async () => {
  for (let index = 0; index < 12; index += 1) await queueMail(mail(`away:${index}`));
  const queued = await MailModel.find().sort({ _id: 1 }).lean();
  await sink.stop();
  for (const turn of [0, 10_000, 20_000]) await expect(deliver(after(turn))).rejects.toThrow();
  expect(await MailModel.find().sort({ _id: 1 }).lean()).toEqual(queued);
  sink = await startSmtpSink();
  for (let left = queued.length; left > 0; left -= 1) await deliver(after(30_000), 1);
  expect(sink.mails.map(({ source }) => /^Message-ID: <(\w+)@/m.exec(source)?.[1])).toEqual(
    queued.map(({ _id }) => _id.toString()),
  );
});

it("does not ask for a server when no mail is due", async () => {
  await sink.stop();
  expect(await deliver(new Date())).toEqual({ sent: 0, postponed: 0, failed: 0 });
});

it("leaves the others alone when the server goes away meanwhile, and loses none", async () => {
  for (let index = 0; index < 12; index += 1) await queueMail(mail(`away:${index}`));
  sink.connectionsLeft = 1;
  const report = await deliver(new Date());
  expect(report.sent + report.failed).toBe(0);
  expect(report.postponed).toBeGreaterThan(0);
  const untried = await MailModel.countDocuments({ status: "queued", attempts: 0 });
  expect(untried).toBe(12 - report.postponed);
  sink.connectionsLeft = Infinity;
  expect(await deliver(after(60_000))).toMatchObject({ sent: 12 });
});

it.each([
  "452 4.3.1 insufficient system storage",
  "451 4.7.1 daily quota exceeded",
  "421 4.7.0 too many messages",
  "550 5.7.1 sender not authorised",
])("spends no try on a server that takes no mail of ours: %s", async (answer) => {
  for (let index = 0; index < 12; index += 1) await queueMail(mail(`refused:${index}`));
  sink.answers.MAIL = answer;
  for (const turn of [0, 10_000])
    await expect(deliver(after(turn))).rejects.toThrow(/: MAIL FROM [45]/);
  expect(await MailModel.countDocuments({ status: "queued", attempts: 0 })).toBe(12);
  sink.answers = {};
  expect(await deliver(after(20_000))).toMatchObject({ sent: 12 });
});

it.each([
  { DATA: "554 Message rejected: Email address is not verified." },
  { DATA: "454 Throttling failure: Daily message quota exceeded." },
  { DATA: "554 5.2.252 SendAsDenied; not allowed to send as this sender" },
  { RCPT: "553 5.7.1 <salles@exemple.fr>: Sender address rejected: not owned by user" },
  { RCPT: "550 5.4.6 Sender Daily Quota Exceeded" },
])("spends none on one that says so only once it knows reader or mail: %j", async (answers) => {
  for (const reader of twelve) await mailTo(reader);
  const queued = await MailModel.find().sort({ _id: 1 }).lean();
  sink.answers = answers;
  for (const turn of [0, 10_000])
    await expect(deliver(after(turn))).rejects.toThrow(/: (DATA|RCPT TO) [45]5/);
  const said = { lastError: expect.any(String) as string, refusedSince: expect.any(Date) as Date };
  const waiting = await MailModel.find().sort({ _id: 1 }).lean();
  expect(waiting).toEqual(queued.map((one) => ({ ...one, ...said })));
  sink.answers = {};
  for (let left = twelve.length; left > 0; left -= 1) await deliver(after(20_000), 1);
  expect(recipients()).toEqual(twelve.map((reader) => `${reader}@exemple.fr`));
});

it("knows it also where mails come one by one, from the fourth reader on, and waits", async () => {
  await mailTo("premier");
  await deliver(new Date());
  sink.answers.RCPT = "553 5.7.1 Sender address rejected";
  for (const [index, reader] of ["a", "b", "c"].entries()) {
    await mailTo(reader);
    expect(await deliver(after((3 + index) * MINUTE), 1)).toMatchObject({ postponed: 1 });
  }
  await mailTo("d");
  await expect(deliver(after(6 * MINUTE))).rejects.toThrow(/ 553/);
  expect(await MailModel.countDocuments({ status: "queued", attempts: 0 })).toBe(1);
  for (const minutes of [10, 1_000, 3_000, 6_000])
    await expect(deliver(after(minutes * MINUTE))).rejects.toThrow(/ 553/);
  const waiting = await MailModel.find({ status: "queued" }).sort({ _id: 1 }).lean();
  expect(waiting.map(({ attempts }) => attempts)).toEqual([1, 1, 1, 0]);
  onTestFinished(() => void vi.useRealTimers());
  vi.setSystemTime(after(11 * MINUTE));
  expect(await mailsWait()).toBe(true);
});

it("leaves to each mail what a server refuses of mails that were taken between", async () => {
  for (const [index, reader] of ["a", "b", "c", "d", "e"].entries()) {
    sink.busyFor.add(`${reader}@exemple.fr`);
    await mailTo(reader);
    expect(await deliver(after(index * 3 * MINUTE), 1)).toMatchObject({ postponed: 1 });
    await mailTo(`${reader}-autre`);
    expect(await deliver(after(index * 3 * MINUTE + 1_000), 1)).toMatchObject({ sent: 1 });
  }
});

it("takes what it refused beside one that left for no sign, however often it refuses it again", async () => {
  for (const reader of ["a", "b", "c", "d"]) {
    sink.busyFor.add(`${reader}@exemple.fr`);
    await mailTo(reader);
  }
  await mailTo("ines");
  expect(await deliver(new Date())).toEqual({ sent: 1, postponed: 4, failed: 0 });
  for (const minutes of [0.7, 2, 5, 60, 600])
    expect(await deliver(after(minutes * MINUTE))).toEqual({ sent: 0, postponed: 4, failed: 0 });
  for (const minutes of [700, 701]) {
    await mailTo(`nouveau-${String(minutes)}`);
    sink.busyFor.add(`nouveau-${String(minutes)}@exemple.fr`);
    expect(await deliver(after(minutes * MINUTE))).toMatchObject({ sent: 0 });
  }
});

it("says that mails wait ten minutes after the turn of those that are given back, not after they were written", async () => {
  const DAY = 1_440 * MINUTE;
  for (const reader of twelve)
    await queueMail({ ...mail(reader, `${reader}@exemple.fr`), notBefore: after(DAY) });
  sink.answers.RCPT = "550 no such user";
  await expect(deliver(after(DAY + MINUTE))).rejects.toThrow();
  onTestFinished(() => void vi.useRealTimers());
  vi.setSystemTime(after(DAY + 5 * MINUTE));
  expect(await mailsWait()).toBe(false);
  vi.setSystemTime(after(7 * MINUTE));
  expect(await mailsWait()).toBe(true);
});

it("finds the mail that is taken behind many bad mailboxes, and leaves each of these its try", async () => {
  for (const reader of twelve) {
    sink.busyFor.add(`${reader}@exemple.fr`);
    await mailTo(reader);
  }
  await expect(deliver(new Date())).rejects.toThrow(/ 451/);
  await mailTo("ines");
  expect(await deliver(after(10_000))).toEqual({ sent: 1, postponed: 12, failed: 0 });
  expect(recipients()).toEqual(["ines@exemple.fr"]);
});

it.each(["550 5.1.1 user unknown", "452 4.2.2 mailbox full", "552 5.3.4 message too big"])(
  "spends one on each of which the server says whom or what it is about: %s",
  async (answer) => {
    for (const reader of twelve) await mailTo(reader);
    sink.answers.RCPT = answer;
    expect(await deliver(new Date())).toEqual({ sent: 0, postponed: 12, failed: 0 });
    await mailTo("ines");
    expect(await deliver(after(1_000))).toEqual({ sent: 0, postponed: 1, failed: 0 });
  },
);

it("fails with the same each time, and without the address of a reader, which would outlast the mail", async () => {
  for (const reader of twelve) await mailTo(reader);
  for (const session of ["o3sm12345", "x9sm67890"]) {
    sink.answers = { RCPT: `553-5.7.1 <lecteur-10@exemple.fr>:\r\n553 5.7.1 not you ${session}` };
    const message = "refused by the mail server: RCPT TO 553 5.7.1";
    const cause = { message: expect.stringContaining(session) as string };
    await expect(deliver(new Date())).rejects.toMatchObject({ message, cause });
  }
  sink.answers = { EHLO: "421 4.7.0 later, x9sm67890" };
  await expect(deliver(new Date())).rejects.toThrow(/: EHLO 421 4\.7\.0$/);
});

it("spends one on a mail that is too large for the server", async () => {
  await queueMail(mail("large"));
  // It is the server that weighs a mail, even where it says beforehand what it takes.
  sink.answers.EHLO = "250-sink\r\n250 SIZE 100";
  sink.answers.MAIL = "552 5.3.4 message too big";
  expect(await deliver(new Date())).toMatchObject({ postponed: 1 });
});

it.each(["RCPT", "DATA"] as const)(
  "spends tries on the mails under way alone where a server closes at %s",
  async (command) => {
    for (let index = 0; index < 12; index += 1) await queueMail(mail(`closing:${index}`));
    sink.answers[command] = "421 4.3.2 service not available";
    expect(await deliver(new Date())).toEqual({ sent: 0, postponed: 4, failed: 0 });
    expect(await MailModel.countDocuments({ status: "queued", attempts: 0 })).toBe(8);
    sink.answers = {};
    expect(await deliver(after(60_000))).toMatchObject({ sent: 12 });
  },
);

it("sends no code in clear over a network in production, where nobody said that it may", async () => {
  await queueMail(mail("clear"));
  // This machine by a name that does not say so.
  const elsewhere = sink.url.replace("127.0.0.1", "[::ffff:127.0.0.1]");
  const inProduction = (url: string) => deliverDueMails(new Date(), 100, url, true);
  await expect(inProduction(elsewhere)).rejects.toThrow(/: STARTTLS 502$/);
  expect(sink.mails).toEqual([]);
  expect(await MailModel.countDocuments({ status: "queued", attempts: 0 })).toBe(1);
  expect(await inProduction(`${elsewhere}?ignoreTLS=true`)).toMatchObject({ sent: 1 });
  await queueMail(mail("here"));
  expect(await inProduction(sink.url)).toMatchObject({ sent: 1 });
});
