/** What an administrator says when deciding of a report, or of an appeal. */
import { z } from "zod";
import { APPEAL_OUTCOMES, MEASURES } from "@models/enumerations";
import { choice, idParam, instantMs, objectId, shortText } from "~/platform/web/fields";
import { input } from "~/platform/web/input";
import { bulkChosen, bulkIds } from "../bulk/bulk";
import { COMING_CHOICES, comingShown } from "../users/forms";
import { currentPassword, reason } from "../audit/decision-fields";
import { MODERATION_REASON_CODES } from "../measures/measures";

const FACTS_MAX = 1_000;

/** But for a photo to take off, whose page asks which one. */
export const measureParam = idParam.extend({ measure: z.enum(MEASURES).exclude(["retirer"]) });

/** Why something is taken away, by its template and in the words of the letters. */
const grounds = {
  reason: choice(MODERATION_REASON_CODES, "Choisissez le motif."),
  /** Written in the letters. */
  facts: z
    .string({ required_error: "Dites ce que vous avez constaté." })
    .trim()
    .max(FACTS_MAX, `Les faits ont ${FACTS_MAX} caractères au plus.`),
};

export const decideReportInput = input({
  ...grounds,
  coming: choice(COMING_CHOICES, "Choisissez ce que deviennent les réservations.").default("keep"),
  seen: comingShown,
  /** Which reports the page showed (`reportsSeen`). */
  reports: shortText.optional(),
  /** What a venue was that the page would suspend (`versionOf`). */
  version: shortText.optional(),
  currentPassword,
});

export const removePhotoInput = input({
  photo: z
    .string({ required_error: "Choisissez la photo à retirer." })
    .pipe(objectId)
    .describe("Photo"),
  ...grounds,
  /** As above, where the page shows reports. */
  reports: shortText.optional(),
});

export const decideAppealInput = input({
  outcome: choice(APPEAL_OUTCOMES, "Choisissez la réponse."),
  why: reason,
  currentPassword,
});

/** `since` is the suspension's instant as its page showed it, in milliseconds. */
export const restoreInput = input({ since: instantMs.default(0), why: reason });

/** Of several venues at once. */
export const suspendManyInput = input({ id: bulkIds, ...grounds, currentPassword });
export const restoreManyInput = input({ ...bulkChosen, why: reason });
