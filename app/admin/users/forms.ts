/** What an administrator says before an account is shut out. */
import { z } from "zod";
import { choice, instantMs, shortText } from "~/platform/web/fields";
import { input } from "~/platform/web/input";
import { currentPassword, reason } from "../audit/decision-fields";
import { bulkChosen } from "../bulk/bulk";

export const COMING_CHOICES = ["cancel", "keep"] as const;
/** What becomes of the reservations to come. */
export type ComingChoice = (typeof COMING_CHOICES)[number];

/** What a page said of the reservations to come, which it calls off as such; a program was shown none. */
export const comingShown = shortText.optional();

const ban = {
  coming: choice(COMING_CHOICES, "Choisissez ce que deviennent ses réservations.")
    .default("cancel")
    .describe(
      "Reservations to come: `cancel` calls them off and gives them back, `keep` leaves them.",
    ),
  why: reason,
  currentPassword,
};

export const banCallInput = input(ban);
export const banInput = input({ ...ban, seen: comingShown });

export const unbanCallInput = input({ why: reason, currentPassword });
/** `since` is the ban's instant as its page showed it, in milliseconds. */
export const unbanInput = input({
  since: instantMs.default(0),
  why: reason,
  currentPassword,
});

/** Of several accounts at once, banned or given back. */
export const shutOutManyInput = input({ ...bulkChosen, why: reason, currentPassword });

/** Before the site is looked at as somebody sees it. */
export const viewInput = input({ why: reason, currentPassword });

export const cancelComingInput = input({ seen: comingShown, why: reason, currentPassword });

const deletion = {
  cancelComing: z
    .boolean()
    .default(false)
    .describe("True: reservations to come are called off and given back first."),
  why: reason,
  currentPassword,
};

export const deleteCallInput = input(deletion);
export const deleteInput = input({ ...deletion, seen: comingShown });
