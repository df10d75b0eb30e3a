import type { ReactNode } from "react";
import { shownAs } from "@models/enumerations";
import { BackLink } from "~/ui/back-link";
import { AnswerMode, CapacityChip } from "~/ui/badge";
import { EquipmentList } from "~/ui/equipment-list";
import { Icon } from "~/ui/icon";
import { OwnerHeader } from "~/ui/owner-header";
import { Rating } from "~/ui/rating";
import { practicalFacts, type PracticalFact } from "../practical-facts";
import type { VenuePage } from "../venue-page.server";

interface VenueHeadingProps {
  venue: VenuePage;
  /** The days that the page was asked for, which the way back keeps: '?start=…'; empty without any. */
  days: string;
  /** Below it, what else comes first. */
  children?: ReactNode;
}

/** The way back, title, place, rating, capacity and kinds of a venue. */
export function VenueHeading({ venue, days, children }: VenueHeadingProps) {
  return (
    <>
      <BackLink
        href={`/reservation${days}`}
        label={days ? "Salles libres à ces dates" : "Toutes les salles"}
      />
      <div className="section-head stack gap-2.5">
        <h1>{venue.title}</h1>
        <div className="row muted gap-x-5 gap-y-2">
          <p className="flex gap-1.5">
            <Icon name="lieu" size={20} />
            {`${venue.city}, ${venue.country}`}
          </p>
          {venue.rating ? (
            <a className="line-link -my-2.5" href="#avis">
              <Rating rating={venue.rating} />
            </a>
          ) : null}
          <CapacityChip capacity={venue.capacity} />
          {venue.isOpen ? <AnswerMode {...venue} /> : null}
          <p>{venue.type.map(shownAs).join(", ")}</p>
        </div>
        {children}
      </div>
    </>
  );
}

interface VenueDetailsProps {
  venue: VenuePage;
  brand: string;
  /** The query string of the page, which the map keeps. */
  search: string;
}

/** Owner, description, equipment and address of a venue. */
export function VenueDetails({ venue, brand, search }: VenueDetailsProps) {
  return (
    <>
      <OwnerHeader brand={brand} {...venue.owner} />
      <section className="stack" aria-labelledby="titre-description">
        <h2 id="titre-description">Description</h2>
        <p className="max-w-lecture whitespace-pre-line">{venue.description}</p>
      </section>
      <section className="stack" aria-labelledby="titre-equipements">
        <h2 id="titre-equipements">Équipements</h2>
        {venue.equipment.length > 0 ? (
          <EquipmentList items={venue.equipment} />
        ) : (
          <p>Aucun équipement n’est indiqué pour ce lieu.</p>
        )}
      </section>
      <PracticalFacts facts={practicalFacts(venue)} />
      <section className="stack" aria-labelledby="titre-adresse">
        <h2 id="titre-adresse">Adresse</h2>
        <address className="flex gap-1.5 not-italic [overflow-wrap:anywhere]">
          <Icon name="lieu" size={20} />
          {`${venue.street}, ${venue.postalCode} ${venue.city}, ${venue.country}`}
        </address>
        <p>
          <a className="line-link" href={`/reservation/${venue.id}/carte${search}`}>
            Voir sur la carte
          </a>
        </p>
      </section>
    </>
  );
}

function PracticalFacts({ facts }: { facts: readonly PracticalFact[] }) {
  if (facts.length === 0) return null;
  return (
    <section className="stack" aria-labelledby="titre-pratique">
      <h2 id="titre-pratique">Infos pratiques</h2>
      <dl className="practical-facts">
        {facts.map(({ icon, label, text }) => (
          <div key={label}>
            <dt>
              <Icon name={icon} />
              {label}
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
