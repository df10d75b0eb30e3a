/** The mails that tell both sides that other dates await their answer longer than was said. */
import type { ClientSession } from "mongoose";
import type { Reservation } from "@models/reservation";
import { queueMails, type MailMessage } from "~/platform/mail/mail.server";
import { datesTexts } from "~/rules/change-of-dates";
import { ofOther } from "~/rules/other-side";
import { bookedVenueName } from "~/rules/venue-name";
import { clientName } from "./client-name";
import { BUTTONS_ASK, buyersPage, datesButtons, withinReach } from "./mail-links.server";
import { priceParagraph, stayText, untilText } from "./mail-paragraphs";
import { partiesOf, placesOf, referenceText } from "./mails.server";
import { takeBackReminders } from "./take-back-reminders.server";

/**
 * Queues them, in the transaction that puts the time off; what was told of an earlier one and waits still is taken back.
 *
 * @param reservation with the change as it is after that
 */
export async function queuePutOffMails(
  reservation: Reservation,
  session: ClientSession,
): Promise<void> {
  await takeBackReminders([reservation], session, "later");
  const people = await partiesOf([reservation], session);
  const buyer = people.get(reservation.userId.toString());
  const owner = people.get(reservation.ownerId.toString());
  const { until, ...to } = reservation.change!;
  const dates = datesTexts(reservation, to).to;
  const what = `${bookedVenueName(reservation)}\u00a0: ${dates}`;
  const place = (await placesOf([reservation], session)).get(reservation.venueId.toString());
  const by = untilText(until, place);
  const about = reservation._id.toString();
  const mailTo = (
    side: "buyer" | "owner",
    person: typeof buyer,
    content: Pick<MailMessage, "subject" | "paragraphs" | "action" | "alternative">,
  ): MailMessage[] => {
    if (!person) return [];
    const reached = withinReach(content, person);
    const paragraphs = [
      `Bonjour ${person.name},`,
      ...reached.paragraphs,
      referenceText(reservation),
    ];
    const key = `reservation-dates-extended:${about}:${until.getTime()}:${side}`;
    return [{ ...reached, paragraphs, key, about, to: person.email }];
  };
  const mails = [
    ...mailTo("buyer", buyer, {
      subject: `Réponse attendue plus tard\u00a0: changement de dates, ${stayText(reservation, dates)}`,
      paragraphs: [
        `Le propriétaire a plus de temps pour répondre aux dates que vous demandez pour ${what}. Il répond au plus tard le ${by}\u00a0; jusque-là, les unes et les autres vous sont gardées.`,
        "Votre réservation d’ici là\u00a0:",
        priceParagraph(reservation, "buyer"),
      ],
      action: buyersPage(reservation),
    }),
    ...(owner
      ? mailTo("owner", owner, {
          subject: `Plus de temps pour répondre\u00a0: changement de dates, ${stayText(reservation, dates)}`,
          paragraphs: [
            `Vous avez jusqu’au ${by} pour répondre à la demande de dates ${ofOther(clientName(buyer))} pour ${what}. Sans réponse, la réservation reste comme elle est.`,
            "La réservation d’ici là\u00a0:",
            priceParagraph(reservation, "owner"),
            BUTTONS_ASK,
          ],
          ...datesButtons(reservation, owner),
        })
      : []),
  ];
  await queueMails(mails, session);
}
