import { trusted } from "mongoose";
import { enqueue } from "@jobs/queue";
import { ImageModel } from "@models/image";
import { ModerationDecisionModel, type ModerationDecision } from "@models/moderation-decision";
import { UserModel } from "@models/user";
import { inTransaction } from "~/platform/database.server";
import { formatDay, formatInstant } from "~/platform/days";
import { queueMail } from "~/platform/mail/mail.server";
import { Refusal } from "~/platform/refusal";
import { readAppealToken } from "./appeal-link.server";
import { lastAppealDay, latestAppeal, WHO_READS } from "./appeal-limit";
import { nameDecision, titleOf } from "./decision-words.server";

/** A decision, as whom it concerns reads it. */
export interface AppealPage {
  /** 'Votre lieu «\u00a0Le Loft\u00a0» est suspendu.' */
  what: string;
  /** Of a photo that was taken off: its picture, for its owner, logged in; nobody else is shown it. */
  photoId: string | null;
  why: string;
  decidedOn: string;
  /** The last day for an appeal. */
  until: string;
  /** What was said against it; null: nothing yet. */
  appeal: { text: string; at: string; answer: string | null } | null;
  isLate: boolean;
}

const WHAT: Record<ModerationDecision["measure"], (title: string) => string> = {
  classer: (title) => `Un signalement de ${title} a été classé sans suite.`,
  masquer: (title) => `Votre avis sur ${title} n’est plus montré.`,
  retirer: (title) => `Une photo de votre lieu ${title} est retirée.`,
  suspendre: (title) => `Votre lieu ${title} est suspendu.`,
  bannir: () => "Votre compte est suspendu.",
};

/** @throws Refusal("not_found") for a link that nobody signed, or what concerns nobody, or a closed account */
export async function appealPage(
  token: string,
  viewerId: string | null,
  now: Date,
): Promise<AppealPage> {
  const decision = await decisionOf(token, viewerId);
  const { at, why, measure, person, appeal } = decision;
  const isTheirs = viewerId !== null && person?.toString() === viewerId;
  return {
    what: WHAT[measure](`«\u00a0${await titleOf(decision)}\u00a0»`),
    photoId: isTheirs ? await removedPhotoId(decision) : null,
    why,
    decidedOn: formatInstant(at),
    until: formatDay(lastAppealDay(decision)),
    appeal: appeal
      ? { text: appeal.text, at: formatInstant(appeal.at), answer: appeal.why ?? null }
      : null,
    isLate: latestAppeal(decision) <= now,
  };
}

/** The picture of a photo that a decision took off its venue, by its id; null: none, or it is erased by now. */
export async function removedPhotoId({
  photo,
}: Pick<ModerationDecision, "photo">): Promise<string | null> {
  return photo && (await ImageModel.exists({ _id: photo.image })) ? photo.image.toString() : null;
}

/**
 * Appeals against a decision, once: somebody else of the team will read it, if there is one.
 *
 * @throws Refusal("not_found" | "appeal_exists" | "appeal_late")
 */
export async function sendAppeal(
  { token, viewerId, text }: { token: string; viewerId: string | null; text: string },
  now: Date,
): Promise<void> {
  const decision = await decisionOf(token, viewerId);
  if (latestAppeal(decision) <= now) throw new Refusal("appeal_late");
  const { _id, person } = decision;
  const named = await nameDecision(decision);
  await inTransaction(async (transaction) => {
    const { modifiedCount } = await ModerationDecisionModel.updateOne(
      { _id, appeal: trusted({ $exists: false }) },
      { $set: { appeal: { text, at: now } } },
    ).session(transaction);
    if (modifiedCount === 0) throw new Refusal("appeal_exists");
    const user = await UserModel.findById(person, "email deletedAt").session(transaction).lean();
    if (!user || user.deletedAt) throw new Refusal("not_found");
    await queueMail(
      {
        key: `appeal:${_id.toString()}`,
        to: user.email,
        subject: `Nous avons reçu votre recours\u00a0: ${named.about}`,
        paragraphs: [`Vous contestez ${named.text}.`, WHO_READS],
      },
      transaction,
    );
  });
  await enqueue("send-mails");
}

/** By the link of a mail, or by its id for whom it concerns. */
async function decisionOf(token: string, viewerId: string | null): Promise<ModerationDecision> {
  const signed = readAppealToken(token);
  const isId = /^[0-9a-f]{24}$/.test(token);
  const id = signed ?? (isId && viewerId !== null ? token : null);
  const decision = id === null ? null : await ModerationDecisionModel.findById(id).lean();
  const isTheirs = signed !== null || decision?.person?.toString() === viewerId;
  if (!decision || !isTheirs || decision.measure === "classer") throw new Refusal("not_found");
  // Nobody could be written to about it any more.
  const isOpen = { _id: decision.person, deletedAt: trusted({ $exists: false }) };
  if (!(await UserModel.exists(isOpen))) throw new Refusal("not_found");
  return decision;
}
