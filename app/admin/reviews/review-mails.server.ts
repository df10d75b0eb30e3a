import type { ClientSession } from "mongoose";
import type { Review } from "@models/review";
import { UserModel } from "@models/user";
import { VenueModel } from "@models/venue";
import { env } from "~/platform/env.server";
import { contactUrl } from "~/platform/mail/contact-url.server";
import { queueMail } from "~/platform/mail/mail.server";
import { reasonLine } from "~/rules/reason";
import { venueName } from "~/rules/venue-name";
import { APPEALABLE, originText } from "../measures/measures";

/** Tells the author of a review what was answered to it, in the transaction that answers. */
export async function mailAuthor(
  { _id, author, reservation, venue: venueId, state }: Review,
  {
    why,
    appeal,
    isReported,
    now,
  }: {
    why: string | undefined;
    appeal: string | undefined;
    isReported: boolean;
    now: Date;
  },
  transaction: ClientSession,
): Promise<void> {
  const user = await UserModel.findById(author, "email bannedAt deletedAt")
    .session(transaction)
    .lean();
  const venue = await VenueModel.findById(venueId, "title city listed").session(transaction).lean();
  // Whoever closed their account left no address.
  if (!user || user.deletedAt) return;
  const place = venue ? venueName(venue) : "un lieu";
  const wasShown = state === "published";
  const key = `review-decided:${_id.toString()}:${now.getTime()}`;
  await queueMail(
    why === undefined
      ? {
          ...{ key, to: user.email },
          ...(venue?.listed
            ? publishedWords(place, `/reservation/${venueId.toString()}#avis`)
            : acceptedWords(
                place,
                // To who is banned no page behind the login opens.
                user.bannedAt ? null : `/mes-demandes/${reservation.toString()}/avis`,
              )),
        }
      : {
          key,
          to: user.email,
          subject: wasShown ? "Votre avis n’est plus publié" : "Votre avis n’est pas publié",
          paragraphs: [
            `Nous avons relu votre avis sur ${place} et ne le ${wasShown ? "montrons plus" : "publions pas"}.${appeal ? ` ${originText(isReported)}` : ""}`,
            reasonLine(why),
            ...(appeal
              ? [APPEALABLE]
              : [`Une question\u00a0? Écrivez-nous\u00a0: ${contactUrl()}`]),
          ],
          ...(appeal && { action: { label: "Contester la décision", url: appeal } }),
        },
    transaction,
  );
}

function publishedWords(place: string, path: string) {
  return {
    subject: "Votre avis est publié",
    paragraphs: [`Merci\u00a0! Votre avis sur ${place} est en ligne.`],
    action: { label: "Voir mon avis", url: new URL(path, env.APP_URL).href },
  };
}

/**
 * Of a review of a venue that has no page: it was deleted, suspended, or its owner can have none.
 *
 * @param path where its author reads it; null: nowhere
 */
function acceptedWords(place: string, path: string | null) {
  return {
    subject: "Votre avis est accepté",
    paragraphs: [
      `Merci\u00a0! Votre avis sur ${place} est accepté.`,
      "Ce lieu n’a pas de page en ce moment\u00a0: si elle revient, votre avis y sera montré.",
    ],
    ...(path !== null && {
      action: { label: "Voir mon avis", url: new URL(path, env.APP_URL).href },
    }),
  };
}
