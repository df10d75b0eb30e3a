import { Avatar } from "~/ui/avatar";
import { Icon } from "~/ui/icon";
import { stayDays } from "~/rules/calendar";
import { unitsText } from "~/rules/price";
import { mailtoHref } from "~/platform/mailto";
import { quotedLines } from "~/platform/quoted";
import { phoneText } from "~/accounts/display-name";
import type { Contact, ReservationPage } from "../lists/reservation-page.server";

const BLOCK = "card panel print:break-inside-avoid print:p-3";

/** When, where, with whom, and how one gets in. */
export function ReservationPlace({ page }: { page: ReservationPage }) {
  const { request, address, venueHref } = page;
  return (
    <div className="grid gap-6 print:gap-3">
      <section className={BLOCK} aria-labelledby="titre-lieu">
        <h2 id="titre-lieu">Quand et où</h2>
        <div className="flex gap-3">
          <Icon name="calendrier" />
          <div>
            <p className="font-semibold first-letter:uppercase">{request.periodText}</p>
            <Days page={page} />
          </div>
        </div>
        <div className="flex gap-3">
          <Icon name="lieu" />
          {address ? (
            <div className="min-w-0 break-words">
              <address className="not-italic">
                <b>{address.street}</b>
                <br />
                {address.town}
              </address>
              <a className="line-link print:hidden" href={address.mapUrl} rel="noreferrer">
                Ouvrir dans un plan
              </a>
            </div>
          ) : (
            <p className="font-semibold">{request.venueCity}</p>
          )}
        </div>
        <p className="print:hidden">
          {venueHref ? <a href={venueHref}>Voir la fiche du lieu</a> : "Ce lieu n’a plus de fiche."}
        </p>
      </section>
      <People page={page} />
      <Arrival page={page} />
    </div>
  );
}

/** How one gets in, and what holds on the spot. */
function Arrival({ page: { side, arrival, onSite } }: { page: ReservationPage }) {
  if (!arrival && onSite.length === 0) return null;
  return (
    <section className={BLOCK} aria-labelledby="titre-arrivee">
      <h2 id="titre-arrivee">Pour arriver</h2>
      {arrival ? (
        <p className="max-w-lecture whitespace-pre-line">
          {`${side === "buyer" ? "Selon le propriétaire" : "Vos informations"}\u00a0: ${quotedLines(arrival)}`}
        </p>
      ) : null}
      {onSite.length > 0 ? (
        <dl className="on-site grid gap-3 print:gap-1">
          {onSite.map(({ icon, label, text }) => (
            <div key={label}>
              <dt className="flex gap-3 font-semibold">
                <Icon name={icon} />
                {label}
              </dt>
              <dd className="muted whitespace-pre-line pl-9">{text}</dd>
            </div>
          ))}
        </dl>
      ) : null}
    </section>
  );
}

/** Of several days with halves each with what is had of it; else how many there are. */
function Days({ page: { request } }: { page: ReservationPage }) {
  if (request.period === "Day" || request.startDate === request.endDate) {
    return <p className="muted">{unitsText(request)}</p>;
  }
  return (
    <ul className="stay-days muted">
      {stayDays(request).map((day) => (
        <li key={day}>{day}</li>
      ))}
    </ul>
  );
}

function People({ page }: { page: ReservationPage }) {
  const { side, other, contact, isGone } = page;
  return (
    <section className={BLOCK} aria-labelledby="titre-contact">
      <h2 id="titre-contact">{side === "buyer" ? "Votre contact" : "Votre client"}</h2>
      {contact ? (
        <ContactCard contact={contact} />
      ) : (
        <p className="font-semibold">{isGone ? "Compte supprimé" : other}</p>
      )}
      <p className="hint print:hidden">{sharingText(page)}</p>
    </section>
  );
}

function sharingText({ request, contactUntil, isGone }: ReservationPage): string {
  if (isGone) return "Ce compte est fermé\u00a0: ses coordonnées ne sont plus affichées.";
  if (contactUntil !== null) {
    return `Ces coordonnées se voient jusqu’au ${contactUntil}\u00a0; l’autre partie voit les vôtres.`;
  }
  return ["hold", "pending", "capturing"].includes(request.state)
    ? "Nom, téléphone et e-mail s’affichent dès que la réservation est confirmée."
    : "Les coordonnées ne sont plus affichées.";
}

function ContactCard({ contact: { name, organisation, email, phone } }: { contact: Contact }) {
  return (
    <div className="flex gap-3">
      <Avatar name={name} />
      <div className="min-w-0">
        <p>
          <b>{name}</b>
          {organisation ? <span className="muted block">{organisation}</span> : null}
        </p>
        <ul className="grid">
          {phone ? (
            <li>
              <a className="line-link" href={`tel:${phone.replace(/[^+\d]/g, "")}`}>
                {phoneText(phone)}
              </a>
            </li>
          ) : null}
          <li>
            <a className="line-link break-all" href={mailtoHref(email)}>
              {email}
            </a>
          </li>
        </ul>
      </div>
    </div>
  );
}
