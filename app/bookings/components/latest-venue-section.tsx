import { Badge } from "~/ui/badge";
import { LinkButton } from "~/ui/button";
import { FormSection } from "~/ui/form-section";
import { Photo } from "~/ui/picture";
import type { Day } from "~/platform/days";
import { formatMonth, type Month } from "~/rules/month-grid";
import { HiddenHint } from "~/venues/components/hidden-hint";
import type { LatestVenue } from "../lists/latest-venue.server";
import { dateOf, MonthCalendar } from "./month-calendar";

interface LatestVenueSectionProps {
  venue: LatestVenue | null;
  month: Month;
}

/** The venue that someone published last, and how far it is taken. */
export function LatestVenueSection({ venue, month }: LatestVenueSectionProps) {
  return (
    <FormSection id="mes-salles" title="Mes Salles">
      {venue ? (
        <VenueFacts venue={venue} month={month} />
      ) : (
        <>
          <p>Aucune salle publiée pour le moment...</p>
          <p>
            <LinkButton variant="secondary" icon="plus" href="/ajouter-location">
              Référencer mon lieu
            </LinkButton>
          </p>
        </>
      )}
    </FormSection>
  );
}

function VenueFacts({ venue, month }: { venue: LatestVenue; month: Month }) {
  const { reservations, blockedDays } = venue;
  const facts = [
    ["Ville", venue.city],
    ["Code postal", venue.postalCode],
    ["Capacité", venue.capacity],
    ["Prix", venue.price],
    ["Réservations", reservations > 0 ? String(reservations) : "Aucune"],
  ] as const;
  return (
    <>
      <div className="grid items-start gap-5 md:grid-cols-2">
        {venue.cover ? (
          <Photo
            picture={venue.cover}
            sizes="(min-width: 768px) 340px, calc(100vw - 74px)"
            largest={1280}
            className="rounded-champ"
          />
        ) : null}
        <div className="stack">
          <h3>
            <a href={`/profil/location/${venue.id}`}>{venue.title}</a>
          </h3>
          <p>
            <span className="sr-only">Statut{"\u00a0: "}</span>
            <Badge tone={venue.isAvailable ? "success" : "past"}>
              {venue.isAvailable ? "Disponible" : "Indisponible"}
            </Badge>
          </p>
          <HiddenHint {...venue} />
          <dl className="breakdown">
            {facts.map(([label, value]) => (
              <div key={label}>
                <dt className="muted">{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </div>
      </div>
      <MonthCalendar
        month={month}
        hrefOf={(other) => `/profil?mois=${other}#mes-salles`}
        cellOf={(day) => <OccupiedCell key={day} day={day} isTaken={blockedDays.includes(day)} />}
      >
        <p className="hint">
          {blockedDays.length > 0
            ? "Les jours hachurés sont réservés."
            : `Aucun jour n’est réservé en ${formatMonth(month)}.`}
        </p>
      </MonthCalendar>
      <p>
        <a className="line-link" href="/mes-locations">
          Voir toutes mes locations
        </a>
      </p>
    </>
  );
}

function OccupiedCell({ day, isTaken }: { day: Day; isTaken: boolean }) {
  return (
    <td>
      <span>
        {dateOf(day)}
        {isTaken ? <span className="sr-only"> réservé</span> : null}
      </span>
      <i className={isTaken ? "half taken" : "half"} aria-hidden="true" />
    </td>
  );
}
