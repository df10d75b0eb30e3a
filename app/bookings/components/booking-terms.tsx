import type { BookingTerms } from "~/venues/components/venue-fields";
import { POLICY_OPTIONS } from "~/rules/policy";
import { PriceSummary } from "./price-summary";

/** What a venue's forms say of the bookings that it will have. */
export const bookingTerms: BookingTerms = {
  policies: POLICY_OPTIONS,
  summary: (values) => <PriceSummary values={values} />,
};
