import { Breadcrumb, RecordFacts, RecordPart } from "~/admin/records/components/record";
import { ReservationTable } from "~/admin/reservations/components/reservation-table";
import { useMay } from "~/admin/use-may";
import { Badge } from "~/ui/badge";
import { LinkButton } from "~/ui/button";
import { pictureUrl } from "~/ui/picture";
import { ownAlt } from "~/venues/venue-photos";
import type { VenueRecord } from "../venue-record.server";

export function VenueHead({
  venue,
}: {
  venue: VenueRecord & {
    /** It is suspended, and whoever looks may end that, if their role allows it. */
    mayRestore: boolean;
  };
}) {
  const may = useMay();
  return (
    <div className="stack">
      <Breadcrumb href="/admin/location" list="Lieux" name={venue.title} />
      <div className="office-head">
        <h1>{venue.title}</h1>
        <div className="row">
          <Badge tone={venue.state.tone}>{venue.state.label}</Badge>
          {venue.isVisible ? (
            <LinkButton variant="secondary" compact icon="oeil" href={`/reservation/${venue.id}`}>
              Voir la page
            </LinkButton>
          ) : null}
          {venue.mayRestore && may("reports.decide") ? (
            <LinkButton
              variant="secondary"
              compact
              icon="valide"
              href={`/admin/location/${venue.id}/retablir`}
            >
              Rétablir
            </LinkButton>
          ) : null}
          {venue.maySuspend && may("reports.decide") ? (
            <LinkButton
              variant="quiet-danger"
              compact
              icon="refus"
              href={`/admin/location/lot?acte=suspendre&id=${venue.id}`}
            >
              Suspendre
            </LinkButton>
          ) : null}
        </div>
      </div>
    </div>
  );
}

export function VenueFactsPart({ venue }: { venue: VenueRecord }) {
  return (
    <RecordPart id="fiche" title="Fiche" card>
      <RecordFacts
        facts={[
          {
            label: "Propriétaire",
            value: venue.owner ? (
              <a href={`/admin/user/${venue.owner.id}`}>{venue.owner.name}</a>
            ) : null,
          },
          { label: "Adresse", value: venue.address },
          { label: "Types", value: venue.types },
          { label: "Capacité", value: venue.capacity },
          { label: "Prix", value: venue.price },
          { label: "Annulation", value: venue.policy },
          { label: "Réponse aux demandes", value: venue.answers },
          { label: "Dates", value: venue.dates },
          { label: "Équipements", value: venue.equipment },
          ...venue.practical.map(({ label, text }) => ({ label, value: text })),
          { label: "Publié le", value: venue.createdAt },
        ]}
      />
      <OwnersText label="Description" text={venue.description} />
      <OwnersText label="Règlement" text={venue.houseRules} />
      <OwnersText label="Informations d’arrivée" text={venue.arrival} />
    </RecordPart>
  );
}

/** What its owner wrote, line by line. */
function OwnersText({ label, text }: { label: string; text: string | null }) {
  if (!text) return null;
  return (
    <>
      <h3>{label}</h3>
      <p className="letter">{text}</p>
    </>
  );
}

/** What the venue shows, each with the way to take it off. */
export function VenuePhotosPart({ venue }: { venue: VenueRecord }) {
  const { id, title, pictures, mayRemovePhoto } = venue;
  const may = useMay();
  return (
    <RecordPart id="photos" title="Photos">
      {pictures.length > 0 ? (
        <ul className="gallery-places">
          {pictures.map((picture, index) => (
            <li key={picture.id} className="card">
              <a href={pictureUrl(picture.id, 1920)}>
                <img
                  className="gallery-picture"
                  src={pictureUrl(picture.id, 640)}
                  alt={picture.alt}
                  width={640}
                  height={480}
                  loading="lazy"
                />
                <span className="sr-only">, en grand</span>
              </a>
              <div className="gallery-place-text">
                <p className="quiet-text">
                  {index === 0 ? "Photo 1, couverture" : `Photo ${index + 1}`}
                </p>
                <OwnersAlt words={ownAlt(title, picture, index + 1)} />
                {mayRemovePhoto && may("reports.decide") ? (
                  <LinkButton
                    variant="quiet-danger"
                    compact
                    icon="refus"
                    href={`/admin/location/${id}/retirer?photo=${picture.id}`}
                  >
                    Retirer<span className="sr-only">{` la photo ${index + 1}`}</span>
                  </LinkButton>
                ) : null}
              </div>
            </li>
          ))}
        </ul>
      ) : (
        <p className="muted">Aucune photo.</p>
      )}
    </RecordPart>
  );
}

/** What its owner says that a photo shows, which visitors who do not see it are told: to be judged as the photo is. */
function OwnersAlt({ words }: { words: string }) {
  return words ? <p className="anywhere">{`«\u00a0${words}\u00a0»`}</p> : null;
}

export function VenueReservationsPart({ reservations }: Pick<VenueRecord, "reservations">) {
  return (
    <RecordPart id="reservations" title="Réservations">
      {reservations.length > 0 ? (
        <ReservationTable caption="Les dernières réservations" reservations={reservations} />
      ) : (
        <p className="muted">Aucune réservation.</p>
      )}
    </RecordPart>
  );
}
