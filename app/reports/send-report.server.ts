import { Types, trusted, type ClientSession } from "mongoose";
import { enqueue } from "@jobs/queue";
import type { ReportKind } from "@models/enumerations";
import { ReportModel, type Report } from "@models/report";
import { ReviewModel } from "@models/review";
import { VenueModel } from "@models/venue";
import { keepAccountOpen } from "~/accounts/keep-account-open.server";
import { firstCharacters } from "~/platform/cut-text";
import { ofName } from "~/platform/of-name";
import { inTransaction } from "~/platform/database.server";
import { addMinutes } from "~/platform/days";
import { env } from "~/platform/env.server";
import { queueMails, type MailMessage } from "~/platform/mail/mail.server";
import { NOT_SET } from "~/platform/not-set.server";
import { Refusal } from "~/platform/refusal";
import type { Viewer } from "~/platform/viewer.server";
import { isWithinLimit } from "~/platform/web/rate-limit.server";
import { reviewedVenue } from "~/venues/venue-page.server";
import { takeReportTurn } from "./report-turn.server";
import { THE_VENUE, type ReportInput } from "./forms";

/** How many of a venue's reviews can be chosen from, beside the one that a link names. */
const REVIEWS = 50;
const EXCERPT = 60;
/** The same words within so many minutes are a second press. */
const TWICE_MINUTES = 10;

/** Who is logged in, as they report. */
type Reporter = Pick<Viewer, "id" | "email" | "isVerified">;

export interface ReportPage {
  id: string;
  title: string;
  /** With its town (`venueName`). */
  name: string;
  /** What may be reported: the venue, unless it is the viewer's own, then its reviews, the latest first. */
  subjects: { value: string; label: string }[];
  /** The review that the link names. */
  chosen: string | undefined;
  isOwn: boolean;
}

/**
 * What may be reported of a venue that everybody sees: by its owner, what others wrote of it.
 *
 * @param named the review that a link beside it names, however old it is
 * @throws Refusal("not_found"), to its owner also while nothing is written of it
 */
export async function reportPage(
  venueId: string,
  { viewerId, named }: { viewerId: string | null; named: string | null },
): Promise<ReportPage> {
  const { id, title, name, isOwn } = await reviewedVenue(venueId, viewerId);
  const shown = { venue: new Types.ObjectId(id), state: "published" } as const;
  const [asked] = Types.ObjectId.isValid(named ?? "")
    ? await ReviewModel.find({ ...shown, _id: named }).lean()
    : [];
  const latest = await ReviewModel.find(shown).sort({ publishedAt: -1 }).limit(REVIEWS).lean();
  const isAmong = latest.some(({ _id }) => asked?._id.equals(_id));
  const reviews = asked && !isAmong ? [...latest, asked] : latest;
  if (isOwn && reviews.length === 0) throw new Refusal("not_found");
  const excerpt = (text: string) => {
    const first = firstCharacters(text, EXCERPT);
    return first === text ? text : `${first.trimEnd()}…`;
  };
  return {
    ...{ id, title, name, isOwn, chosen: asked?._id.toString() },
    subjects: [
      ...(isOwn ? [] : [{ value: THE_VENUE, label: "Le lieu" }]),
      ...reviews.map(({ _id, authorName, text }) => ({
        value: _id.toString(),
        label: `L’avis ${ofName(authorName)}\u00a0: «\u00a0${excerpt(text)}\u00a0»`,
      })),
    ],
  };
}

/**
 * Stores a report for the back-office, tells the team of the first one on the same thing, and whoever left an
 * address that it is there, a few times a day; what is decided is told to it however often it was typed. Sent twice within
 * minutes it is one.
 *
 * @throws Refusal("not_found") for what nobody sees, and for one's own venue; Refusal("forbidden") once the account is closed
 */
export async function sendReport(
  venueId: string,
  { subject, reason, text, email }: ReportInput,
  { viewer, now }: { viewer: Reporter | null; now: Date },
): Promise<void> {
  const viewerId = viewer?.id ?? null;
  const { id, isOwn } = await reviewedVenue(venueId, viewerId);
  const kind: ReportKind = subject === THE_VENUE ? "venue" : "review";
  if (kind === "venue" && isOwn) throw new Refusal("not_found");
  const target = new Types.ObjectId(kind === "venue" ? id : subject);
  const reporter = viewerId === null ? undefined : new Types.ObjectId(viewerId);
  const report = { kind, target, reason, text, reporter, email };
  if (await isSent(report, now, null)) return;
  const isAcknowledged = email !== undefined && (await mayAcknowledge(email, viewer));
  await inTransaction(async (transaction) => {
    // A closing takes the reporter off the reports that it sees.
    if (reporter) await keepAccountOpen(reporter, transaction);
    await takeReportTurn(report, transaction);
    await requireShown(id, report, transaction);
    if (await isSent(report, now, transaction)) return;
    const isFirst = !(await ReportModel.exists({ target, decision: NOT_SET }).session(transaction));
    const [created] = await ReportModel.create([{ ...report, createdAt: now }], {
      session: transaction,
    });
    const stored = created!.toObject();
    const mails = [
      ...(isFirst ? [toTeam(stored)] : []),
      ...(isAcknowledged ? [toReporter(stored, email)] : []),
    ];
    await queueMails(mails, transaction);
  });
  await enqueue("send-mails");
}

/**
 * Anybody may write any address into the form: no more than a few receipts a day come of it. Whose own it is, proved by
 * their account, is kept from theirs by nobody who types it.
 */
async function mayAcknowledge(email: string, viewer: Reporter | null): Promise<boolean> {
  const isOwn = viewer !== null && viewer.isVerified && viewer.email === email;
  return await isWithinLimit("report_sender", isOwn ? viewer.id : email);
}

/** It may be hidden meanwhile: what nobody sees any more nobody could decide of. */
async function requireShown(
  venue: string,
  { kind, target }: Pick<Report, "kind" | "target">,
  transaction: ClientSession,
): Promise<void> {
  const isShown = { _id: target, venue, state: "published" as const };
  const found =
    (await VenueModel.exists({ _id: venue, listed: true }).session(transaction)) &&
    (kind === "venue" || (await ReviewModel.exists(isShown).session(transaction)));
  if (!found) throw new Refusal("not_found");
}

/** Whether a report that waits says the same and was sent a moment ago: its button was pressed twice. */
async function isSent(
  { email, reporter, ...said }: Omit<Report, "_id" | "createdAt">,
  now: Date,
  transaction: ClientSession | null,
): Promise<boolean> {
  const since = trusted({ $gt: addMinutes(now, -TWICE_MINUTES) });
  const same = { ...said, email: email ?? NOT_SET, reporter: reporter ?? NOT_SET };
  const waiting = { ...same, createdAt: since, decision: NOT_SET };
  return (await ReportModel.exists(waiting).session(transaction)) !== null;
}

function toTeam({ _id }: Report): MailMessage {
  const id = _id.toString();
  return {
    key: `report:${id}:team`,
    to: env.CONTACT_EMAIL,
    subject: "Nouveau signalement",
    paragraphs: ["Quelqu’un signale un lieu ou un avis."],
    action: {
      label: "Lire le signalement",
      url: new URL(`/admin/moderation/${id}`, env.APP_URL).href,
    },
  };
}

/** Repeats nothing that was typed, so that the form sends nobody's words to anybody else. */
function toReporter({ _id }: Report, email: string): MailMessage {
  return {
    key: `report:${_id.toString()}:reporter`,
    to: email,
    subject: "Nous avons reçu votre signalement",
    paragraphs: [
      "Merci. Une personne de notre équipe le lit, et vous écrit ce qui est décidé. Votre nom n’est pas donné.",
      "Vous n’avez rien envoyé\u00a0? Quelqu’un a saisi votre adresse par erreur\u00a0: vous pouvez ignorer ce message.",
    ],
  };
}
