/** What is said of a request about somebody's data, when it comes in and when it is answered. */
import { z } from "zod";
import { emailField } from "~/accounts/email-address";
import { IDENTITY_PROOFS, PRIVACY_CHANNELS, PRIVACY_KINDS } from "@models/enumerations";
import { parseDay } from "~/platform/days";
import { choice, idParam, line } from "~/platform/web/fields";
import { input } from "~/platform/web/input";
import { currentPassword } from "../audit/decision-fields";
import { comingShown } from "../users/forms";

const DETAILS_MAX = 2_000;
const TEXT_MAX = 4_000;
const DAY = "Saisissez le jour où la demande est arrivée.";

const kind = choice(PRIVACY_KINDS, "Choisissez le droit dont il s’agit.");
const identity = choice(IDENTITY_PROOFS, "Dites comment l’identité a été vérifiée.");

export const requestInput = input({
  kind,
  email: emailField("Saisissez l’adresse e-mail de la personne."),
  name: line().optional(),
  channel: choice(PRIVACY_CHANNELS, "Dites par où la demande est arrivée."),
  receivedOn: z.string({ required_error: DAY }).transform((text, context) => {
    const day = parseDay(text.trim());
    if (day) return day;
    context.addIssue({ code: z.ZodIssueCode.custom, message: DAY });
    return z.NEVER;
  }),
  /** Absent: it is still to be made sure of. */
  identity: identity.optional(),
  details: z
    .string()
    .trim()
    .max(DETAILS_MAX, `La demande a ${DETAILS_MAX} caractères au plus.`)
    .optional(),
});

/** What a message is turned into a request by. */
export const messageRequestInput = input({ kind });

export const identityInput = input({ identity });

/** What the person is told: the answer, or why there is none, or not yet. */
export const tellInput = input({
  text: z
    .string({ required_error: "Écrivez ce que la personne lira." })
    .trim()
    .max(TEXT_MAX, `Ce texte a ${TEXT_MAX} caractères au plus.`),
});

export const eraseInput = input({
  seen: comingShown,
  /** Ticked: reservations to come are cancelled and given back first. */
  cancelComing: z.boolean().default(false),
  currentPassword,
});

const PRIVACY_ACTS = ["satisfaire", "refuser", "prolonger"] as const;
export type PrivacyAct = (typeof PRIVACY_ACTS)[number];
export const privacyActParam = idParam.extend({ act: z.enum(PRIVACY_ACTS) });
