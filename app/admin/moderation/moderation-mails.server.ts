import type { ClientSession, Types } from "mongoose";
import type { Measure } from "@models/enumerations";
import { ReportModel } from "@models/report";
import { UserModel, type User } from "@models/user";
import type { RemovedPhoto } from "@models/moderation-decision";
import { VenueModel, type Venue } from "@models/venue";
import { env } from "~/platform/env.server";
import { contactUrl } from "~/platform/mail/contact-url.server";
import { queueMail, queueMails } from "~/platform/mail/mail.server";
import { IS_SET } from "~/platform/not-set.server";
import { reasonLine } from "~/rules/reason";
import { venueName } from "~/rules/venue-name";
import { PHOTO_COUNT } from "~/venues/venue-input";
import type { ComingChoice } from "../users/forms";
import { APPEALABLE, originText, reasonText, type ModerationReason } from "../measures/measures";
import type { Reported } from "./reported.server";

/** What reporters read of a measure; the facts are for whom it concerns, or the office: nobody has proved a reporter's address. */
const TO_REPORTER: Record<Measure, string> = {
  classer: "Nous l’avons examiné et ne prenons pas de mesure.",
  masquer: "Nous avons masqué cet avis.",
  retirer: "Nous avons retiré une photo de ce lieu.",
  suspendre: "Nous avons suspendu ce lieu.",
  bannir: "Nous avons suspendu le compte de son propriétaire, et ce lieu n’est plus visible.",
};

/** Of a review, which is hidden with its author's account. */
const BANNED_WITH_REVIEW =
  "Nous avons suspendu le compte de son auteur, et cet avis n’est plus montré.";

/** What they read instead of a dismissal where nothing is left to decide of. */
const GONE = "Ce lieu n’est plus publié. Nous ne prenons pas d’autre mesure.";

/** Tells everybody who left an address with one of the reports that a decision closes. */
export async function mailReporters(
  {
    decisionId,
    reported,
    measure,
    reason,
  }: {
    decisionId: Types.ObjectId;
    reported: Pick<Reported, "kind" | "title" | "isGone">;
    measure: Measure;
    /** null: none of the list; the words are for whom it concerns. */
    reason: ModerationReason | null;
  },
  transaction: ClientSession,
): Promise<void> {
  const reports = await ReportModel.find({ decision: decisionId, email: IS_SET }, "email")
    .session(transaction)
    .lean();
  // Who reported it twice is told once.
  const told = new Map(
    reports.flatMap(({ _id, email }) => (email ? [[email, _id.toString()] as const] : [])),
  );
  // Whoever dismisses it has none but reasons about what stood there.
  const isMoot = measure === "classer" && reported.isGone;
  const withReview = measure === "bannir" && reported.kind === "review";
  const done = withReview ? BANNED_WITH_REVIEW : TO_REPORTER[measure];
  await queueMails(
    [...told].map(([to, report]) => ({
      key: `report-decided:${report}`,
      to,
      subject: "Suite donnée à votre signalement",
      paragraphs: [
        `Vous nous avez signalé «\u00a0${reported.title}\u00a0». ${isMoot ? GONE : done}`,
        ...(isMoot || !reason ? [] : [reasonLine(reasonText(measure, reason))]),
        `Vous n’êtes pas d’accord\u00a0? Écrivez-nous (${contactUrl()}), ou saisissez le tribunal compétent.`,
        "Votre nom n’a été donné à personne. Merci de votre vigilance.",
      ],
    })),
    transaction,
  );
}

/** The account's address; null when it is closed. */
export async function addressOf(
  id: Types.ObjectId | string,
  transaction: ClientSession,
): Promise<string | null> {
  return (await readerOf(id, transaction))?.email ?? null;
}

async function readerOf(
  id: Types.ObjectId | string,
  transaction: ClientSession,
): Promise<Pick<User, "email" | "bannedAt"> | null> {
  const user = await UserModel.findById(id, "email bannedAt deletedAt").session(transaction).lean();
  return user && !user.deletedAt ? user : null;
}

export async function mailSuspended(
  { title, target, person }: Reported,
  {
    why,
    appeal,
    isReported,
    coming,
    now,
  }: { why: string; appeal: string; isReported: boolean; coming: ComingChoice; now: Date },
  transaction: ClientSession,
): Promise<void> {
  const to = person && (await addressOf(person.id, transaction));
  if (!to) return;
  await queueMail(
    {
      key: `venue-suspended:${target}:${now.getTime()}`,
      to,
      subject: `Votre lieu est suspendu\u00a0: ${title}`,
      paragraphs: [
        `Nous avons suspendu votre lieu\u00a0: il n’est plus visible et ne peut plus être réservé. ${originText(isReported)}`,
        reasonLine(why),
        coming === "cancel"
          ? "L’annulation de ses réservations à venir est en cours\u00a0: ce qui est payé pour celles qui sont annulées est remboursé en totalité."
          : "Ses réservations à venir tiennent.",
        APPEALABLE,
      ],
      action: { label: "Contester la décision", url: appeal },
    },
    transaction,
  );
}

export async function mailPhotoRemoved(
  { title, person }: Reported,
  {
    decisionId,
    photo,
    left,
    why,
    appeal,
    isReported,
  }: {
    decisionId: Types.ObjectId;
    photo: RemovedPhoto;
    /** How many photos the venue still shows. */
    left: number;
    why: string;
    appeal: string;
    isReported: boolean;
  },
  transaction: ClientSession,
): Promise<void> {
  const to = person && (await addressOf(person.id, transaction));
  if (!to) return;
  const named = photo.alt ? `, «\u00a0${photo.alt}\u00a0»` : "";
  const { least } = PHOTO_COUNT;
  const short = ` Il en faut ${least}\u00a0: votre prochaine modification de sa fiche vous en demandera d’autres.`;
  await queueMail(
    {
      key: `photo-removed:${decisionId.toString()}`,
      to,
      subject: `Une photo de votre lieu est retirée\u00a0: ${title}`,
      paragraphs: [
        `Nous avons retiré la photo ${photo.place + 1} de votre lieu${named}\u00a0: plus personne ne la voit, sauf vous et notre équipe. ${originText(isReported)}`,
        reasonLine(why),
        `Rien d’autre ne change pour votre lieu, et ses réservations tiennent. ${left > 1 ? `Il montre encore ${left} photos.` : "Il montre encore une photo."}${left < least ? short : ""}`,
        APPEALABLE,
      ],
      action: { label: "Contester la décision", url: appeal },
    },
    transaction,
  );
}

/** Tells an owner that a suspension is over, after it is: what else keeps the venue from being found stays. */
export async function mailRestored(
  { _id, userId, ...venue }: Pick<Venue, "_id" | "title" | "city" | "userId">,
  { why, now }: { why: string; now: Date },
  transaction: ClientSession,
): Promise<void> {
  const owner = await readerOf(userId, transaction);
  if (!owner) return;
  const { searchable, deletedAt } = (await VenueModel.findById(_id, "searchable deletedAt")
    .session(transaction)
    .lean())!;
  await queueMail(
    {
      key: `venue-restored:${_id.toString()}:${now.getTime()}`,
      to: owner.email,
      ...(searchable
        ? {
            subject: `Votre lieu est rétabli\u00a0: ${venueName(venue)}`,
            paragraphs: ["Votre lieu peut de nouveau être trouvé et réservé.", reasonLine(why)],
          }
        : {
            subject: `La suspension de votre lieu est levée\u00a0: ${venueName(venue)}`,
            paragraphs: [
              `La suspension de votre lieu est levée. ${deletedAt ? "Il reste supprimé." : "Il ne peut pas être réservé pour autant\u00a0: il est retiré de la location, ou votre compte ne permet pas de louer."}`,
              reasonLine(why),
            ],
          }),
      // To who is banned no page behind the login opens.
      ...(!deletedAt &&
        !owner.bannedAt && {
          action: {
            label: "Voir mon lieu",
            url: new URL(`/profil/location/${_id.toString()}`, env.APP_URL).href,
          },
        }),
    },
    transaction,
  );
}
