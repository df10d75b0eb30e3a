import { setImmediate } from "node:timers/promises";
import { createPayableVenue } from "../support/payments";
import { handlers } from "@jobs/all";
import { JobRunner } from "@jobs/job-runner";
import { MailModel } from "@models/mail";
import { ReservationModel } from "@models/reservation";
import type * as nodemailer from "nodemailer";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { hashPassword } from "~/accounts/password.server";
import { inTransaction } from "~/platform/database.server";
import { env } from "~/platform/env.server";
import { logger } from "~/platform/log.server";
import { deliverDueMails } from "~/platform/mail/deliver-mails.server";
import { queueMail } from "~/platform/mail/mail.server";
import { addDays, todayInParis } from "~/platform/days";
import { action as newCode } from "~/routes/api/auth/new-code";
import { action as charge } from "~/routes/api/stripe/charge";
import { action as signup } from "~/routes/inscription";
import { action as changePassword } from "~/routes/mes-parametres/mot-de-passe";
import { action as reset } from "~/routes/reinitialisation-mot-de-passe/$token";
import { action as forgot } from "~/routes/reinitialiser-mot-de-passe";
import { mailedToken, signupFields } from "../support/accounts";
import { emptyDatabase, useDatabase } from "../support/database";
import { eventually } from "../support/eventually";
import { createUser } from "../support/fixtures";
import { loggedIn } from "../support/members";
import { startSmtpSink, type SmtpSink } from "../support/smtp-sink";
import { Visitor } from "../support/visitor";

const HOUR = 3_600_000;

/** How the mail server was spoken to, and what it was given. */
const transports = vi.hoisted((): { options: unknown; mails: unknown[] }[] => []);
/** Whether it never comes to an end with a mail. */
const server = vi.hoisted(() => ({ hangs: false }));
vi.mock("nodemailer", async (original) => {
  const { createTransport } = await original<typeof nodemailer>();
  return {
    createTransport(options: nodemailer.TransportOptions) {
      const transport = createTransport(options);
      const told: (typeof transports)[number] = { options, mails: [] };
      transports.push(told);
      const send = transport.sendMail.bind(transport);
      vi.spyOn(transport, "sendMail").mockImplementation(async (mail) => {
        told.mails.push(mail);
        return await (server.hangs ? new Promise<never>(() => undefined) : send(mail));
      });
      return transport;
    },
  };
});

useDatabase();
beforeEach(emptyDatabase);

const mail = (key: string, to = "ines@exemple.fr") => ({
  key,
  to,
  subject: "Votre demande",
  paragraphs: ["Bonjour,"],
});

const after = (ms: number) => new Date(Date.now() + ms);

describe("queueMail", () => {
  it("queues one mail a key, however often and however many at once", async () => {
    await Promise.all(Array.from({ length: 10 }, () => queueMail(mail("welcome:1"))));
    await queueMail({ ...mail("welcome:1"), subject: "Autre" });
    await inTransaction((session) => queueMail(mail("welcome:1"), session));
    expect(await MailModel.find().lean()).toMatchObject([
      { key: "welcome:1", status: "queued", attempts: 0, subject: "Votre demande" },
    ]);
  });

  it("leaves the caller's transaction whole when the key is known", async () => {
    await queueMail(mail("known"));
    await inTransaction(async (session) => {
      await queueMail(mail("known"), session);
      await queueMail(mail("new"), session);
    });
    expect(await MailModel.distinct("key")).toEqual(["known", "new"]);
  });

  it("queues once from transactions that race", async () => {
    const race = Array.from({ length: 6 }, () =>
      inTransaction((session) => queueMail(mail("race"), session)),
    );
    await Promise.all(race);
    expect(await MailModel.countDocuments()).toBe(1);
  });

  it("leaves no mail when the transaction is rolled back", async () => {
    const work = inTransaction(async (session) => {
      await queueMail(mail("rolled-back"), session);
      throw new Error("no");
    });
    await expect(work).rejects.toThrow("no");
    expect(await MailModel.countDocuments()).toBe(0);
  });

  it.each([
    "a@b.fr\r\nBcc: tous@exemple.fr",
    "a@b.fr, c@d.fr",
    "Inès <a@b.fr>",
    '"a"@b.fr',
    "a b@c.fr",
    "a@b@c.fr",
    "sans-arobase",
    `${"a".repeat(250)}@b.fr`,
    "",
  ])("refuses %j as an address", async (to) => {
    await expect(queueMail(mail("refused", to))).rejects.toThrow(RangeError);
    expect(await MailModel.countDocuments()).toBe(0);
  });
});

describe("without a mail server", () => {
  it("keeps the mails as an outbox", async () => {
    await queueMail(mail("stored"));
    expect(await deliverDueMails(new Date(), 10)).toEqual({ sent: 1, postponed: 0, failed: 0 });
    const stored = await MailModel.findOne().lean();
    expect(stored?.status).toBe("sent");
    expect(stored?.text).toContain("Bonjour,");
  });
});

describe("through a mail server", () => {
  let sink: SmtpSink;
  beforeEach(async () => {
    sink = await startSmtpSink();
  });
  afterEach(() => sink.stop());

  const deliver = (now: Date, limit = 100) => deliverDueMails(now, limit, sink.url);
  const NOTHING = { sent: 0, postponed: 0, failed: 0 };
  const only = async () => (await MailModel.findOne().lean())!;

  it("sends each mail once when several deliver at the same time", async () => {
    const keys = Array.from({ length: 30 }, (_, index) => `mail:${index}`);
    for (const key of keys) await queueMail(mail(key, `${key.replace(":", "-")}@exemple.fr`));
    const reports = await Promise.all([deliver(new Date()), deliver(new Date())]);
    expect(reports.reduce((sum, { sent }) => sum + sent, 0)).toBe(30);
    const recipients = sink.mails.flatMap((received) => received.recipients);
    expect(recipients.toSorted()).toEqual(
      keys.map((key) => `${key.replace(":", "-")}@exemple.fr`).toSorted(),
    );
    expect(await MailModel.countDocuments({ status: "sent", attempts: 1 })).toBe(30);
  });

  it("sends the file beside a mail, and keeps neither once they left", async () => {
    const attachment = { name: "reservation.ics", type: "text/calendar", content: "BEGIN:É\r\n" };
    await queueMail({ ...mail("with-a-file"), attachment });
    expect((await only()).attachment).toEqual(attachment);
    await deliver(new Date());
    const { source } = sink.mails[0]!;
    expect(source).toMatch(/^Content-Type: text\/calendar.*name=reservation\.ics/m);
    expect(source).toMatch(/^Content-Disposition: attachment; filename=reservation\.ics/m);
    expect(source).toContain(Buffer.from(attachment.content).toString("base64"));
    expect(await only()).not.toHaveProperty("attachment");
  });

  it("speaks to the server like this, and hands it all that is known of a mail", async () => {
    const attachment = { name: "reservation.ics", type: "text/calendar", content: "BEGIN" };
    await queueMail({ ...mail("whole"), attachment });
    await deliver(new Date());
    const { _id, createdAt } = await only();
    expect(transports.at(-1)).toEqual({
      options: {
        ...{ url: sink.url, pool: true, maxConnections: 4 },
        ...{ connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 },
      },
      mails: [
        {
          from: "Place des Salles <ne-pas-repondre@placedessalles.example>",
          to: { name: "", address: "ines@exemple.fr" },
          subject: "Votre demande",
          text: expect.stringMatching(/^Bonjour,\n\n/) as string,
          html: expect.stringMatching(/^<!doctype html>/) as string,
          attachments: [
            { filename: "reservation.ics", contentType: "text/calendar", content: "BEGIN" },
          ],
          messageId: `<${_id.toString()}@localhost>`,
          date: createdAt,
          headers: { "Auto-Submitted": "auto-generated" },
          ...{ disableFileAccess: true, disableUrlAccess: true },
        },
      ],
    });
  });

  it("attack 15: lets nobody add a header", async () => {
    await queueMail({
      ...mail("hostile"),
      subject: "Bonjour\r\nBcc: tous@exemple.fr\r\n\r\n<script>",
      paragraphs: ["Titre\r\n.\r\nMAIL FROM:<x@y.fr>", "<script>alert(1)</script>"],
    });
    await deliver(new Date());
    const [received] = sink.mails;
    const headers = received!.source.split("\n\n")[0]!;
    expect(sink.mails).toHaveLength(1);
    expect(received!.recipients).toEqual(["ines@exemple.fr"]);
    expect(headers).toContain("Subject: Bonjour Bcc: tous@exemple.fr <script>");
    expect(headers).not.toMatch(/^Bcc:/m);
    expect(headers).toContain("To: ines@exemple.fr");
    expect(headers).toContain("Auto-Submitted: auto-generated");
    expect(headers).toContain(`Message-ID: <${(await only())._id.toString()}@localhost>`);
  });

  it("has the team read what is answered to it, if it says so", async () => {
    await queueMail({ ...mail("asked"), isAnswerable: true });
    await deliver(new Date());
    await queueMail(mail("told"));
    await deliver(new Date());
    const replyTo = sink.mails.map(({ source }) => /^Reply-To: (.*)$/m.exec(source)?.[1]);
    expect(replyTo).toEqual([env.CONTACT_EMAIL, undefined]);
  });

  it("marks as made by a program what no person typed, so that two programs do not answer each other", async () => {
    await queueMail({ ...mail("typed"), isTyped: true });
    await deliver(new Date());
    await queueMail({ ...mail("asked"), isAnswerable: true });
    await deliver(new Date());
    const marks = sink.mails.map(({ source }) => /^Auto-Submitted: (.*)$/m.exec(source)?.[1]);
    expect(marks).toEqual([undefined, "auto-generated"]);
  });

  it("forgets the body, which may hold a code, once it has left", async () => {
    await queueMail({ ...mail("code"), code: "123456" });
    await deliver(new Date());
    expect(sink.mails[0]?.source).toContain("123456");
    const left = await only();
    expect(left).not.toHaveProperty("text");
    expect(left).not.toHaveProperty("html");
  });

  it("tells the log of each try, as an error once it gives up, and never who the reader is", async () => {
    const [warned, failed] = [vi.spyOn(logger, "warn"), vi.spyOn(logger, "error")];
    onTestFinished(() => [warned, failed].forEach((spy) => spy.mockRestore()));
    failed.mockReturnValue(undefined);
    sink.busyFor.add("ines@exemple.fr");
    await queueMail(mail("told"));
    for (let left = await only(); left.status === "queued"; left = await only()) {
      await deliver(left.nextAttemptAt);
    }
    const refusal = { code: "EENVELOPE", command: "RCPT TO", responseCode: 451 };
    const told = (attempts: number, outcome: string) => [
      { mail: expect.any(String) as string, attempts, ...refusal },
      `mail ${outcome}`,
    ];
    expect(warned.mock.calls).toEqual(
      Array.from({ length: 16 }, (_, before) => told(before + 1, "postponed")),
    );
    expect(failed.mock.calls).toEqual([told(17, "failed")]);
  });

  it("tries again later and later, then gives up after two days", async () => {
    sink.busyFor.add("ines@exemple.fr");
    await queueMail(mail("busy"));
    const first = after(0);
    expect(await deliver(first)).toMatchObject({ postponed: 1 });
    expect(await deliver(new Date(first.getTime() + 29_000))).toMatchObject({ postponed: 0 });
    const second = after(31_000);
    expect(await deliver(second)).toMatchObject({ postponed: 1 });
    const waiting = await only();
    expect(waiting).toMatchObject({ status: "queued", attempts: 2 });
    expect(waiting.lastError).toContain("451");
    expect(waiting.nextAttemptAt.getTime() - second.getTime()).toBeGreaterThanOrEqual(60_000);
    for (let left = waiting; left.status === "queued"; left = await only()) {
      await deliver(left.nextAttemptAt);
    }
    const dead = await only();
    expect(dead).toMatchObject({ status: "failed", attempts: 17 });
    expect(dead.nextAttemptAt.getTime() - first.getTime()).toBeGreaterThan(40 * HOUR);
    expect(dead.nextAttemptAt.getTime() - first.getTime()).toBeLessThan(49 * HOUR);
    sink.busyFor.clear();
    expect(await deliver(after(72 * HOUR))).toEqual(NOTHING);
  });

  it("tries for as long what nobody tried for days, for its age is not its own fault", async () => {
    sink.busyFor.add("ines@exemple.fr");
    await queueMail(mail("stopped"));
    expect(await deliver(after(72 * HOUR))).toMatchObject({ postponed: 1, failed: 0 });
    sink.busyFor.clear();
    expect(await deliver(after(73 * HOUR))).toMatchObject({ sent: 1 });
  });

  it("sends what was refused at first", async () => {
    sink.busyFor.add("ines@exemple.fr");
    await queueMail(mail("later"));
    await deliver(new Date());
    sink.busyFor.clear();
    expect(await deliver(after(31_000))).toMatchObject({ sent: 1 });
    const sent = await only();
    expect(sent).toMatchObject({ status: "sent", attempts: 2 });
    expect(sent).not.toHaveProperty("lastError");
  });

  it("sends again, under the same Message-ID, what a deliverer that died may have sent", async () => {
    await queueMail(mail("died"));
    await MailModel.updateOne({}, { $set: { attempts: 1, nextAttemptAt: after(60_000) } });
    expect(await deliver(new Date())).toMatchObject({ sent: 0 });
    expect(await deliver(after(61_000))).toMatchObject({ sent: 1 });
    expect(sink.mails[0]?.source).toContain(`<${(await only())._id.toString()}@`);
    expect(await only()).toMatchObject({ status: "sent", attempts: 2 });
  });

  it("gives a mail up for now after a minute that ends nothing, and to nobody else for two", async () => {
    await queueMail(mail("endless"));
    server.hangs = true;
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const now = new Date();
    const delivery = deliver(now);
    const isOver = vi.fn();
    void delivery.then(isOver);
    // Whatever waits by these clocks before it leaves, a database's retry for one, has to see them go on.
    for (let looks = 1; !transports.at(-1)?.mails.length; looks += 1) {
      await setImmediate();
      if (looks % 1_000 === 0) await vi.advanceTimersByTimeAsync(100);
    }
    expect(await deliver(new Date(now.getTime() + 119_999))).toEqual(NOTHING);
    await vi.advanceTimersByTimeAsync(59_899);
    expect(isOver).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(101);
    expect(await delivery).toMatchObject({ postponed: 1 });
    expect((await only()).lastError).toBe("no answer within 60000 ms");
    server.hangs = false;
    vi.useRealTimers();
  });
});

describe("what queues a mail asks for it to leave", () => {
  const PASSWORD = "Tilleuls-1911";
  const OTHER = { password: "Platanes-1927", passwordConfirmation: "Platanes-1927" };
  const { email } = signupFields();
  const visitor = new Visitor();
  let worker: JobRunner;

  /** A worker that has no turn of its own, and does not look at the queue, while a test runs. */
  beforeEach(async () => {
    const schedule = { cron: "0 0 1 1 *", timezone: "Europe/Paris" };
    const job = { name: "send-mails", schedule, handler: handlers["send-mails"] } as const;
    worker = new JobRunner([job], { pollMs: HOUR });
    await worker.start();
  });
  afterEach(() => worker.stop());

  async function expectToLeave(count: number): Promise<void> {
    const sent = async () => expect(await MailModel.countDocuments({ status: "sent" })).toBe(count);
    await eventually(sent);
    expect(await MailModel.countDocuments()).toBe(count);
  }

  it("signing up", async () => {
    await visitor.visit(signup, "/inscription", { form: signupFields() });
    await expectToLeave(1);
  });

  it("asking for another code", async () => {
    await createUser({ email, isVerified: false });
    await visitor.visit(newCode, "/api/auth/new-code", { json: { email } });
    await expectToLeave(1);
  });

  it("a password that was forgotten, and the one chosen instead", async () => {
    await createUser({ email, passwordHash: await hashPassword(PASSWORD) });
    await visitor.visit(forgot, "/reinitialiser-mot-de-passe", { form: { email } });
    await expectToLeave(1);
    const token = await mailedToken(email);
    const path = `/reinitialisation-mot-de-passe/${token}`;
    await visitor.visit(reset, path, { params: { token }, form: { ...OTHER, CGU: "on" } });
    await expectToLeave(2);
  });

  it("changing a password", async () => {
    const user = await createUser({ passwordHash: await hashPassword(PASSWORD) });
    const form = { currentPassword: PASSWORD, ...OTHER };
    const member = await loggedIn(user);
    await member.visitor.visit(changePassword, "/mes-parametres/mot-de-passe", { form });
    await expectToLeave(1);
  });

  it("a payment, and the end of a request that went unanswered", async () => {
    const { venue } = await createPayableVenue({ needValidation: true });
    const buyer = await loggedIn(await createUser());
    const day = addDays(todayInParis(new Date()), 40);
    const json = {
      id: venue._id.toString(),
      startDate: day,
      endDate: day,
      amount: 54_000,
      paymentMethodId: "pm_card_visa",
    };
    const paid = await buyer.visitor.visit(charge, "/api/stripe/charge", { json });
    expect(paid.status).toBe(200);
    await expectToLeave(2);
    await ReservationModel.updateMany({}, { $set: { answerBy: new Date() } });
    await handlers["expire-requests"]();
    await expectToLeave(4);
  });
});
