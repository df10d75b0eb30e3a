import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { formatEuros } from "~/platform/money";
import type { FormState } from "~/platform/web/form-state";
import { refusalMessage } from "~/platform/refusal";
import { useSite } from "~/platform/web/use-site";
import { LinkButton } from "~/ui/button";
import { BookingBar, BookingCard, VenueLayout } from "~/ui/booking-card";
import { ErrorSummary } from "~/ui/error-summary";
import { Gallery } from "~/ui/gallery";
import { Main } from "~/ui/main";
import { summaryOf } from "~/ui/summary-of";
import { Banner } from "~/ui/toast";
import { SimilarVenues } from "~/venues/components/similar-venues";
import { VenueDetails, VenueHeading } from "~/venues/components/venue-details";
import { priceTag } from "~/rules/price";
import { stayQuery, UNPAID_FIELD } from "../reserve/forms";
import { waitingPath } from "../waiting/forms";
import type { BookingPage } from "../reserve/booking-page.server";
import { AvailabilitySection } from "./availability-section";
import { BookingForm } from "./booking-form";

interface VenueViewProps {
  page: BookingPage;
  /** The form that reserves. */
  state: FormState;
  requestKey: string;
  /** Below what the owner says of it. */
  children?: ReactNode;
}

/** The page of a venue: photos, description, and the card to reserve it beside them. */
export function VenueView({ page, state, requestKey, children }: VenueViewProps) {
  const { brand } = useSite();
  const { search } = useLocation();
  const { venue, asked } = page;
  const days = stayQuery({ start: asked?.startDate, end: asked?.endDate });
  const details = <VenueDetails venue={venue} brand={brand} search={search} />;
  return (
    <Main className="frame pb-16 pt-6">
      <VenueHeading venue={venue} days={days}>
        {venue.isOpen ? null : <Closed errors={state.errors} city={venue.city} days={days} />}
      </VenueHeading>
      <Gallery
        pictures={venue.pictures}
        hrefOf={(place) => `/reservation/${venue.id}/photos/${place}${search}`}
      />
      <div className="mt-8">
        {venue.isOpen ? (
          <BookableVenue page={page} state={state} requestKey={requestKey} details={details}>
            {children}
          </BookableVenue>
        ) : (
          <div className="stack gap-9">
            {details}
            {children}
          </div>
        )}
      </div>
      <SimilarVenues venues={page.similar} />
    </Main>
  );
}

interface ClosedProps extends Pick<FormState, "errors"> {
  city: string;
  days: string;
}

/** What is said of a venue that nobody can reserve now, also to whoever was about to, and where else to look. */
function Closed({ errors, city, days }: ClosedProps) {
  const closed = refusalMessage("venue_closed");
  return (
    <>
      <ErrorSummary issues={summaryOf(errors)} />
      {Object.values(errors).includes(closed) ? null : <Banner>{closed}</Banner>}
      <p>
        <LinkButton
          variant="secondary"
          href={`/reservation${days ? `${days}&` : "?"}city=${encodeURIComponent(city)}`}
        >
          Voir les autres lieux de cette ville
        </LinkButton>
      </p>
    </>
  );
}

interface BookableVenueProps extends VenueViewProps {
  /** What the owner says of it. */
  details: ReactNode;
}

/** A venue beside the card that reserves it. */
function BookableVenue({ page, state, requestKey, details, children }: BookableVenueProps) {
  const { errors } = state;
  const chosen = daysInFields(state, page.chosen);
  const { venue, offer } = page;
  // Refused for what they hold and have not paid: that is not for the fields to mend.
  const unpaid = errors[UNPAID_FIELD];
  // Days that cannot be had are said in the same way, whether they came by 'Réserver' or in the address.
  const isRefused = Object.keys(errors).length > 0;
  const refused = !isRefused && page.problem ? { start: page.problem } : errors;
  // As the page was asked for, or by 'Réserver' when somebody was faster.
  const isTaken = page.isTaken || Object.values(errors).includes(refusalMessage("days_taken"));
  const price = priceTag({ period: venue.time, unitPrice: venue.price });
  const card = (
    <BookingCard price={price}>
      {unpaid ? (
        <>
          <ErrorSummary issues={[{ message: unpaid }]} />
          <p>
            <LinkButton variant="secondary" href="/mes-demandes?statut=hold">
              Voir mes demandes à payer
            </LinkButton>
          </p>
        </>
      ) : null}
      {!unpaid && Object.keys(refused).length > 0 ? (
        <div className="of-asked-days">
          <ErrorSummary issues={summaryOf(refused)} />
        </div>
      ) : null}
      {isTaken ? (
        <p className="of-asked-days">
          <LinkButton variant="secondary" href={waitingPath(venue.id, chosen)}>
            Me prévenir si ces dates se libèrent
          </LinkButton>
        </p>
      ) : null}
      <BookingForm page={page} chosen={chosen} error={errors.start} requestKey={requestKey} />
    </BookingCard>
  );
  return (
    <VenueLayout
      aside={card}
      below={
        <>
          {page.calendar ? (
            <AvailabilitySection
              venueId={venue.id}
              period={venue.time}
              calendar={page.calendar}
              chosen={page.chosen}
            />
          ) : null}
          {children}
        </>
      }
      bar={
        <BookingBar
          price={price}
          total={offer ? { amount: formatEuros(offer.total) } : undefined}
        />
      }
    >
      {details}
    </VenueLayout>
  );
}

/** The days as they stand in the fields: what was typed, or what the page was asked for with. */
function daysInFields({ field }: FormState, asked: BookingPage["chosen"]): BookingPage["chosen"] {
  const typed = (name: keyof BookingPage["chosen"]) => field(name, asked[name]).defaultValue;
  return {
    start: typed("start") ?? "",
    end: typed("end") ?? "",
    startSlot: typed("startSlot") === "PM" ? "PM" : "AM",
    endSlot: typed("endSlot") === "AM" ? "AM" : "PM",
  };
}
