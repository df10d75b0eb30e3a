/** What an administrator does with a message. */
import { z } from "zod";
import { input } from "~/platform/web/input";

const ANSWER_MAX = 4_000;

/** Dealt with, or waiting. */
export const contactStatusInput = input({
  status: z
    .boolean({ message: "Indiquez si le message est traité." })
    .describe("True: dealt with; false: it waits."),
});

/** The same from the page, with what stands in the answer's field: it is sent or emptied first, not lost with the page. */
export const contactStatusForm = input(
  { ...contactStatusInput.fields.shape, text: z.unknown().optional() },
  ({ check }) => [
    check(
      "text",
      "Une réponse est commencée\u00a0: envoyez-la ou effacez-la avant de changer l’état du message.",
      (_, { text }) => text === undefined,
    ),
  ],
);

/** `answered` is how many answers the page showed; a program that does not say it answers whatever there is by now. */
export const contactAnswerInput = input({
  answered: z.number().int().min(0).optional(),
  text: z
    .string({ required_error: "Écrivez la réponse." })
    .trim()
    .max(ANSWER_MAX, `La réponse a ${ANSWER_MAX} caractères au plus.`),
});
