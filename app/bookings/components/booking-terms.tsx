import { POLICIES } from "@models/enumerations";
import type { BookingTerms } from "~/venues/components/venue-fields";
import { policyLabel } from "~/rules/policy";
import { PriceSummary } from "./price-summary";

/** What a venue's forms say of the bookings that it will have. */
export const bookingTerms: BookingTerms = {
  policies: POLICIES.map((value) => ({ value, label: policyLabel(value) })),
  summary: (values) => <PriceSummary values={values} />,
};
