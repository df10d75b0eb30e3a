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

/** `answered` is how many answers the page showed; a program that does not say it answers whatever there is by now. */
export const contactAnswerInput = input({
  answered: z.number().int().min(0).optional(),
  text: z
    .string({ required_error: "Écrivez la réponse." })
    .trim()
    .max(ANSWER_MAX, `La réponse a ${ANSWER_MAX} caractères au plus.`),
});
