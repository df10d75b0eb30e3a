import { capacityLabel, shownAs } from "@models/enumerations";
import { priceTag } from "~/rules/price";
import { ruleTerms } from "~/rules/time-rule-words";
import { Badge } from "~/ui/badge";
import { LinkButton } from "~/ui/button";
import { Facts } from "~/ui/facts";
import { FormSection } from "~/ui/form-section";
import { Gallery } from "~/ui/gallery";
import { areaText } from "../practical-facts";
import type { OwnVenue } from "../own-venue.server";
import { HiddenHint } from "./hidden-hint";

const UNSAID = "Non précisé";

/** What is known of a venue, for its owner to read. */
export function VenueFacts({ venue, policyText }: { venue: OwnVenue; policyText: string }) {
  const { street, postalCode, city, country } = venue;
  const isAvailable = venue.status === "available";
  const { amount, per, withFee } = priceTag({ period: venue.time, unitPrice: venue.price });
  return (
    <FormSection id="fiche" title="Fiche du lieu">
      <p className="row gap-2">
        <Badge tone={isAvailable ? "success" : "past"}>
          {isAvailable ? "Disponible" : "Indisponible"}
        </Badge>
        <HiddenHint {...venue} />
      </p>
      <Gallery pictures={venue.pictures} />
      <Facts
        facts={[
          { label: "Titre", value: venue.title },
          { label: "Adresse", value: `${street}, ${postalCode} ${city}, ${country}` },
          { label: "Capacité", value: capacityLabel(venue.capacity) },
          { label: "Catégories", value: venue.type.map(shownAs).join(", ") },
          { label: "Équipements", value: venue.equipement.join(", ") || "Aucun" },
          { label: "Surface", value: venue.floorArea ? areaText(venue.floorArea) : UNSAID },
          { label: "Accès PMR", value: venue.stepFreeAccess ?? UNSAID },
          { label: "Horaires", value: venue.hours ?? UNSAID },
          { label: "Dernière arrivée", value: venue.latestAccess ?? UNSAID },
          { label: "Prix", value: `${amount} ${per}, ${withFee} frais de service compris` },
          { label: "Validation", value: venue.needValidation ? "Manuelle" : "Automatique" },
          { label: "Dates", value: ruleTerms(venue).join(" ") || "Sans règle particulière" },
          { label: "Annulation", value: policyText },
          { label: "Règlement", value: venue.houseRules ?? UNSAID },
          { label: "Informations d’arrivée", value: venue.arrival ?? "Aucune" },
        ]}
      />
      <p className="max-w-lecture whitespace-pre-line">{venue.description}</p>
      <p className="row">
        <LinkButton variant="secondary" compact icon="crayon" href="#modifier">
          Modifier ce lieu
        </LinkButton>
        <LinkButton variant="secondary" compact icon="calendrier" href="#jours-fermes">
          Fermer des jours
        </LinkButton>
        {venue.isListed && venue.rating ? (
          <LinkButton
            variant="secondary"
            compact
            icon="etoile"
            href={`/reservation/${venue.id}/avis`}
          >
            {`Lire les avis (${venue.rating.count})`}
          </LinkButton>
        ) : null}
      </p>
    </FormSection>
  );
}
