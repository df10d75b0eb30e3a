/** What is asked before an act that is written down. */
import { z } from "zod";
import { knownPassword } from "~/accounts/password-rules";

const PASSWORD = "Saisissez votre mot de passe.";
const REASON_MAX = 500;

/** The reason of an act, which the person is told. */
export const reason = z
  .string({ required_error: "Indiquez le motif." })
  .trim()
  .max(REASON_MAX, `Le motif a ${REASON_MAX} caractères au plus.`);

/** The administrator's own password, asked again unless they have just given it: `confirmActor`. */
export const currentPassword = knownPassword(PASSWORD, PASSWORD).optional();
