import { enqueue } from "@jobs/queue";
import { ImageModel } from "@models/image";
import { ModerationDecisionModel, type ModerationDecision } from "@models/moderation-decision";
import { UserModel } from "@models/user";
import { inTransaction } from "~/platform/database.server";
import { formatDay, formatInstant } from "~/platform/days";
import { queueMail } from "~/platform/mail/mail.server";
import { NOT_SET } from "~/platform/not-set.server";
import { Refusal } from "~/platform/refusal";
import { photoName } from "~/venues/venue-photos";
import { readAppealToken } from "./appeal-link.server";
import { lastAppealDay, latestAppeal, OUTCOME_WORDS, WHO_READS } from "./appeal-limit";
import { decidedTexts, nameDecision } from "./decision-words.server";
import { standingOf, type Standing } from "./standing.server";

/** The picture of a photo that was taken off its venue. */
export interface RemovedPicture {
  id: string;
  /** 'Photo 3\u00a0: La salle dressée' */
  name: string;
}

/** A decision, as whom it concerns reads it. */
export interface AppealPage {
  /** 'Votre lieu «\u00a0Le Loft\u00a0» a été suspendu.' */
  what: string;
  /** Of a photo that was taken off: its picture, for its owner, logged in; nobody else is shown it. */
  photo: RemovedPicture | null;
  why: string;
  decidedOn: string;
  /** The last day for an appeal. */
  until: string;
  /** What has become of the measure since; of a photo that is erased by now it stands. */
  standing: Standing;
  /** What was said against it, and what came of that; null: nothing yet. */
  appeal: {
    text: string;
    at: string;
    /** 'Décision annulée', and why; null: nobody has answered yet. */
    answer: { outcome: string; why: string; isTakenBack: boolean } | null;
  } | null;
  isLate: boolean;
}

/** @throws Refusal("not_found") for a link that nobody signed, or what concerns nobody, or a closed account */
export async function appealPage(
  token: string,
  viewerId: string | null,
  now: Date,
): Promise<AppealPage> {
  const decision = await decisionOf(token, viewerId);
  const { at, why, person } = decision;
  const isTheirs = viewerId !== null && person?.toString() === viewerId;
  const photo = await removedPicture(decision);
  return {
    what: (await decidedTexts([decision]))[0]!,
    photo: isTheirs ? photo : null,
    why,
    decidedOn: formatInstant(at),
    until: formatDay(lastAppealDay(decision)),
    standing: await standingWith(decision, photo),
    appeal: toAppeal(decision),
    isLate: latestAppeal(decision) <= now,
  };
}

function toAppeal({ appeal }: ModerationDecision): AppealPage["appeal"] {
  if (!appeal) return null;
  const { text, at, outcome, why = "" } = appeal;
  return {
    text,
    at: formatInstant(at),
    answer: outcome
      ? { outcome: OUTCOME_WORDS[outcome], why, isTakenBack: outcome === "revenir" }
      : null,
  };
}

/** Of a photo that is erased, once nobody can have it put back, it stands: it is on the page no more than before. */
async function standingWith(
  decision: ModerationDecision,
  photo: RemovedPicture | null,
): Promise<Standing> {
  const isErased = decision.measure === "retirer" && photo === null;
  return isErased ? "stands" : await standingOf(decision);
}

/** The picture of a photo that a decision took off its venue; null: none, or it is erased by now. */
export async function removedPicture({
  photo,
}: Pick<ModerationDecision, "photo">): Promise<RemovedPicture | null> {
  if (!photo || !(await ImageModel.exists({ _id: photo.image }))) return null;
  return { id: photo.image.toString(), name: photoName(photo.place + 1, photo.alt) };
}

/**
 * Appeals against a decision that has an effect, once: somebody else of the team will read it, if there is one. The same
 * words sent again are there already.
 *
 * @throws Refusal("not_found" | "appeal_exists" | "appeal_late" | "appeal_over")
 */
export async function sendAppeal(
  { token, viewerId, text }: { token: string; viewerId: string | null; text: string },
  now: Date,
): Promise<void> {
  const decision = await decisionOf(token, viewerId);
  if (latestAppeal(decision) <= now) throw new Refusal("appeal_late");
  const { _id, person, appeal } = decision;
  const standing = await standingWith(decision, await removedPicture(decision));
  // A second press of one that was granted is told that it is there.
  if (!appeal && standing !== "stands") throw new Refusal("appeal_over");
  const named = await nameDecision(decision);
  await inTransaction(async (transaction) => {
    const { modifiedCount } = await ModerationDecisionModel.updateOne(
      { _id, appeal: NOT_SET },
      { $set: { appeal: { text, at: now } } },
    ).session(transaction);
    if (modifiedCount === 0) {
      const same = { _id, "appeal.text": text, "appeal.outcome": NOT_SET };
      if (await ModerationDecisionModel.exists(same).session(transaction)) return;
      throw new Refusal("appeal_exists");
    }
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
  const isOpen = { _id: decision.person, deletedAt: NOT_SET };
  if (!(await UserModel.exists(isOpen))) throw new Refusal("not_found");
  return decision;
}
