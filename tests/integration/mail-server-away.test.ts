import { afterEach, beforeEach, expect, it } from "vitest";
import { MailModel } from "@models/mail";
import { deliverDueMails } from "~/platform/mail/deliver-mails.server";
import { queueMail } from "~/platform/mail/mail.server";
import { emptyDatabase, useDatabase } from "../support/database";
import { startSmtpSink, type SmtpSink } from "../support/smtp-sink";

useDatabase();

let sink: SmtpSink;
beforeEach(async () => {
  await emptyDatabase();
  sink = await startSmtpSink();
});
afterEach(() => sink.stop());

const after = (ms: number) => new Date(Date.now() + ms);
const deliver = (now: Date, limit = 100) => deliverDueMails(now, limit, sink.url);
const mail = (key: string) => {
  return { key, to: "ines@exemple.fr", subject: "Votre demande", paragraphs: ["Bonjour,"] };
};

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
    await expect(deliver(after(turn))).rejects.toThrow(/^Mail command/);
  expect(await MailModel.countDocuments({ status: "queued", attempts: 0 })).toBe(12);
  sink.answers = {};
  expect(await deliver(after(20_000))).toMatchObject({ sent: 12 });
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
  await expect(inProduction(elsewhere)).rejects.toMatchObject({ code: "ETLS" });
  expect(sink.mails).toEqual([]);
  expect(await MailModel.countDocuments({ status: "queued", attempts: 0 })).toBe(1);
  expect(await inProduction(`${elsewhere}?ignoreTLS=true`)).toMatchObject({ sent: 1 });
  await queueMail(mail("here"));
  expect(await inProduction(sink.url)).toMatchObject({ sent: 1 });
});
