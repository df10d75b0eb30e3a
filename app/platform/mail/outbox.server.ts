import { MailModel, type Mail } from "@models/mail";
import { formatInstant } from "../days";
import { isProduction } from "../env.server";
import { Refusal } from "../refusal";

const NEWEST = 50;

interface OutboxLine {
  id: string;
  to: string;
  subject: string;
  status: Mail["status"];
  /** As people in Paris read it. */
  createdAt: string;
}

interface OutboxMail extends OutboxLine {
  /** Null once the body has left for a mail server. */
  text: string | null;
  /** The name of the file beside it. */
  attachment: string | null;
}

type Line = Pick<Mail, "_id" | "to" | "subject" | "status" | "createdAt">;
const LINE_FIELDS = { to: 1, subject: 1, status: 1, createdAt: 1 } as const;

/**
 * The newest mails, for machines without a mail server.
 *
 * @throws Refusal("not_found") in production: mails hold codes and links.
 */
export async function listOutbox(): Promise<{ mails: OutboxLine[] }> {
  refuseInProduction();
  const mails = await MailModel.find({}, LINE_FIELDS)
    .sort({ _id: -1 })
    .limit(NEWEST)
    .lean<Line[]>();
  return { mails: mails.map(lineOf) };
}

/** @throws Refusal("not_found") in production and when there is no such mail. */
export async function outboxMail(id: string): Promise<OutboxMail> {
  refuseInProduction();
  const mail = await MailModel.findById(id, {
    ...{ ...LINE_FIELDS, text: 1, "attachment.name": 1 },
  }).lean<Line & Pick<Mail, "text" | "attachment">>();
  if (!mail) throw new Refusal("not_found");
  return { ...lineOf(mail), text: mail.text ?? null, attachment: mail.attachment?.name ?? null };
}

function refuseInProduction(): void {
  if (isProduction) throw new Refusal("not_found");
}

function lineOf({ _id, to, subject, status, createdAt }: Line): OutboxLine {
  return { id: _id.toString(), to, subject, status, createdAt: formatInstant(createdAt) };
}
