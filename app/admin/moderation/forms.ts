/** What an administrator says when deciding of a report, or of an appeal. */
import { z } from "zod";
import { APPEAL_OUTCOMES, MEASURES } from "@models/enumerations";
import { choice, idParam } from "~/platform/web/fields";
import { input } from "~/platform/web/input";
import { COMING_CHOICES, currentPassword, reason } from "../users/forms";
import { MODERATION_REASON_CODES } from "./measures";

const FACTS_MAX = 1_000;

export const measureParam = idParam.extend({ measure: z.enum(MEASURES) });

export const decideReportInput = input({
  reason: choice(MODERATION_REASON_CODES, "Choisissez le motif."),
  /** Written in the letters. */
  facts: z
    .string({ required_error: "Dites ce que vous avez constaté." })
    .trim()
    .max(FACTS_MAX, `Les faits ont ${FACTS_MAX} caractères au plus.`),
  coming: choice(COMING_CHOICES, "Choisissez ce que deviennent les réservations.").default("keep"),
  currentPassword,
});

export const decideAppealInput = input({
  outcome: choice(APPEAL_OUTCOMES, "Choisissez la réponse."),
  why: reason,
  currentPassword,
});

export const restoreInput = input({ why: reason });
