import { MemberLayout } from "~/accounts/components/member-layout";
import type { FormState } from "~/platform/web/form-state";
import { ErrorSummary } from "~/ui/error-summary";
import { EditForm } from "~/venues/components/edit-form";
import { VenueFacts } from "~/venues/components/venue-facts";
import { venueIssues } from "~/venues/components/venue-issues";
import { WithdrawalSection } from "~/venues/components/withdrawal-section";
import type { ManagedVenue } from "../lists/managed-venue.server";
import { bookingTerms } from "./booking-terms";
import { ClosedDaysSection } from "./closed-days-section";
import { VenueWishesSection } from "./waiting-list";

interface ManagedVenueViewProps {
  page: ManagedVenue;
  /** What any form of the page was refused for. */
  refused: FormState;
  /** The form with the venue's own fields. */
  edit: FormState;
}

/** A venue as its owner runs it: its sheet, the days that are closed, who waits for others, its fields. */
export function ManagedVenueView({ page, refused, edit }: ManagedVenueViewProps) {
  const { venue, drafts, closed, imported, isInUse, waiting, limits, policyText } = page;
  return (
    <MemberLayout>
      <h1>{venue.title}</h1>
      <ErrorSummary
        lead={refused.lead}
        issues={venueIssues(refused.errors)}
        isUnread={refused.isUnread}
      />
      <VenueFacts venue={venue} policyText={policyText} />
      <ClosedDaysSection
        venueId={venue.id}
        closed={closed}
        imported={imported}
        period={venue.time}
        limits={limits}
      />
      <VenueWishesSection waiting={waiting} />
      <EditForm venue={venue} state={edit} drafts={drafts} terms={bookingTerms} isInUse={isInUse} />
      <WithdrawalSection venueId={venue.id} />
    </MemberLayout>
  );
}
