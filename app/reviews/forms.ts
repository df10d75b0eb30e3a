/** A buyer's review, with its French messages. */
import { z } from "zod";
import { withFacts } from "~/platform/web/field-facts";
import { input, type InputData } from "~/platform/web/input";

export const REVIEW_LENGTH = { least: 20, most: 280 } as const;

const RATING = "Choisissez une note de 1 à 5.";
const LENGTH = `L’avis a de ${REVIEW_LENGTH.least} à ${REVIEW_LENGTH.most} caractères.`;

export const reviewInput = input({
  rating: z
    .number({ required_error: RATING, invalid_type_error: RATING })
    .int(RATING)
    .min(1, RATING)
    .max(5, RATING)
    .describe("Note"),
  text: withFacts(
    z
      .string({ required_error: "Écrivez votre avis." })
      .transform((text) => text.replace(/\r\n?/g, "\n").trim())
      .pipe(z.string().min(REVIEW_LENGTH.least, LENGTH).max(REVIEW_LENGTH.most, LENGTH))
      .describe("Avis"),
    { minLength: REVIEW_LENGTH.least, maxLength: REVIEW_LENGTH.most },
  ),
});
export type ReviewInput = InputData<typeof reviewInput>;

/** What a rating is called beside its number, the best first. */
export const RATINGS = [
  { value: "5", label: "5 sur 5, excellent" },
  { value: "4", label: "4 sur 5, très bien" },
  { value: "3", label: "3 sur 5, correct" },
  { value: "2", label: "2 sur 5, décevant" },
  { value: "1", label: "1 sur 5, mauvais" },
] as const;
