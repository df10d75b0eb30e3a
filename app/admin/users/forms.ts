/** What an administrator says before an account is shut out. */
import { z } from "zod";
import { knownPassword } from "~/accounts/password-rules";
import { choice } from "~/platform/web/fields";
import { input } from "~/platform/web/input";
import { bulkIds } from "../bulk/bulk";

const PASSWORD = "Saisissez votre mot de passe.";
const REASON_MAX = 500;

/** The reason of an act, which the person is told. */
export const reason = z
  .string({ required_error: "Indiquez le motif." })
  .trim()
  .max(REASON_MAX, `Le motif a ${REASON_MAX} caractères au plus.`);

/** The administrator's own password, asked again unless they have just given it: `confirmActor`. */
export const currentPassword = knownPassword(PASSWORD, PASSWORD).optional();

export const COMING_CHOICES = ["cancel", "keep"] as const;
/** What becomes of the reservations to come. */
export type ComingChoice = (typeof COMING_CHOICES)[number];

export const banInput = input({
  coming: choice(COMING_CHOICES, "Choisissez ce que deviennent ses réservations.").default(
    "cancel",
  ),
  why: reason,
  currentPassword,
});

export const unbanInput = input({ why: reason, currentPassword });

/** Of several accounts at once, banned or given back. */
export const shutOutManyInput = input({ id: bulkIds, why: reason, currentPassword });

/** Before the site is looked at as somebody sees it. */
export const viewInput = input({ why: reason, currentPassword });

export const cancelComingInput = input({ why: reason, currentPassword });

export const deleteInput = input({
  /** Ticked: reservations to come are cancelled and given back first. */
  cancelComing: z.boolean().default(false),
  why: reason,
  currentPassword,
});
