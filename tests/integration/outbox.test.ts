import { MailModel } from "@models/mail";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { deliverDueMails } from "~/platform/mail/deliver-mails.server";
import { queueMail } from "~/platform/mail/mail.server";
import { listOutbox, outboxMail } from "~/platform/mail/outbox.server";
import { loader } from "~/routes/outbox/mail";
import { emptyDatabase, useDatabase } from "../support/database";
import { Visitor } from "../support/visitor";

useDatabase();
beforeEach(emptyDatabase);

const notFound = { name: "Refusal", code: "not_found" };

async function queue(key: string): Promise<void> {
  await queueMail({ key, to: "ines@exemple.fr", subject: key, paragraphs: ["Bonjour,"] });
}

describe("the outbox", () => {
  it("lists the newest mails first, sent or not, at most 50", async () => {
    await queue("sent");
    await deliverDueMails(new Date(), 1);
    await MailModel.updateMany({}, { $set: { createdAt: new Date(0) } });
    await queue("waiting");
    const { mails } = await listOutbox();
    expect(mails).toMatchObject([
      { subject: "waiting", status: "queued", to: "ines@exemple.fr" },
      { subject: "sent", status: "sent", createdAt: "01/01/1970 à 1\u00a0h" },
    ]);
    for (let number = 0; number < 50; number += 1) await queue(`more:${number}`);
    expect((await listOutbox()).mails).toHaveLength(50);
  });

  it("shows one mail, and a 404 for anything else", async () => {
    await queue("shown");
    const id = (await MailModel.findOne().lean())!._id.toString();
    expect((await outboxMail(id)).text).toContain("Bonjour,");
    await expect(outboxMail("0".repeat(24))).rejects.toMatchObject(notFound);
    for (const unknown of ["12", "../etc"]) {
      const open = new Visitor().visit(loader, "/__outbox/x", { params: { id: unknown } });
      await expect(open).rejects.toMatchObject({ status: 404 });
    }
  });
});

describe("in production", () => {
  afterEach(() => {
    vi.unstubAllEnvs();
    vi.resetModules();
  });

  it("has no outbox", async () => {
    await queue("secret");
    const id = (await MailModel.findOne().lean())!._id.toString();
    vi.stubEnv("APP_MODE", "production");
    vi.stubEnv("CALENDAR_TEST_HOSTS", undefined);
    vi.stubEnv("APP_URL", "https://placedessalles.example");
    vi.stubEnv("SESSION_SECRET", "a secret of at least thirty-two characters");
    vi.stubEnv("SMTP_URL", "smtp://127.0.0.1:1");
    vi.stubEnv("CONTACT_EMAIL", "equipe@location.example");
    vi.stubEnv("MAIL_FROM", "Place des Salles <ne-pas-repondre@location.example>");
    vi.stubEnv("LEGAL_PUBLISHER", "Place des Salles SAS, Lyon");
    vi.stubEnv("TRUST_PROXY", "1");
    vi.stubEnv("LEGAL_HOST", "Hébergeur SAS, Lille");
    vi.stubEnv("LEGAL_MEDIATOR", "Médiation SAS, Toulouse");
    vi.stubEnv("STRIPE_PUBLISHABLE_KEY", "pk_live");
    for (const name of ["SECRET_KEY", "WEBHOOK_SECRET", "CONNECT_WEBHOOK_SECRET"]) {
      vi.stubEnv(`STRIPE_${name}`, "sk_live");
    }
    vi.resetModules();
    const { listOutbox: list, outboxMail: show } = await import("~/platform/mail/outbox.server");
    await expect(list()).rejects.toMatchObject(notFound);
    await expect(show(id)).rejects.toMatchObject(notFound);
  });
});
