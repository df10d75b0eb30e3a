/** Reporting a venue or a review, and appealing against a decision, with their French messages. */
import { z } from "zod";
import { REPORT_REASON_CODES } from "@models/enumerations";
import { emailField } from "~/accounts/email-address";
import { choice, objectId } from "~/platform/web/fields";
import { input, type InputData } from "~/platform/web/input";

export const REPORT_MAX = 1_000;
export const APPEAL_MAX = 2_000;

const words = (missing: string, max: number) =>
  z
    .string({ required_error: missing })
    .trim()
    .min(1, missing)
    .max(max, `Ce texte a ${max} caractères au plus.`);

/** What a report is about when it is the venue itself. */
export const THE_VENUE = "lieu";

export const reportInput = input({
  /** The venue, or one of its reviews by its id. */
  subject: z.union([z.literal(THE_VENUE), objectId]).default(THE_VENUE),
  reason: choice(REPORT_REASON_CODES, "Choisissez le motif."),
  text: words("Dites ce qui ne va pas.", REPORT_MAX),
  email: emailField().optional(),
  /** No person sees it: whatever fills it is no person. */
  website: z.string().optional(),
});
export type ReportInput = InputData<typeof reportInput>;

export const appealInput = input({
  text: words("Dites pourquoi cette décision est à revoir.", APPEAL_MAX),
});
