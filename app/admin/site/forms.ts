/** What an administrator says of a banner, and of the site's closing. */
import { z } from "zod";
import { parseParisTime } from "~/platform/days";
import { AUDIENCES, NOTICE_KINDS } from "~/platform/site-state";
import { choice, line } from "~/platform/web/fields";
import { input } from "~/platform/web/input";
import { safePath } from "~/platform/web/safe-path";
import { currentPassword, reason } from "../audit/decision-fields";

export const NOTICE_LENGTH = 280;
/** More at once nobody reads. */
export const MOST_NOTICES = 20;

const NO_TIME = "Indiquez une date et une heure, à l’heure de Paris.";

/** What `<input type="datetime-local">` sends, by the clocks of Paris. */
const parisTime = z.string({ required_error: NO_TIME }).transform((text, context) => {
  const instant = parseParisTime(text.trim());
  if (instant) return instant;
  context.addIssue({ code: z.ZodIssueCode.custom, message: NO_TIME });
  return z.NEVER;
});

/** A path of the site, as typed or with the site's address before it. */
const ownPath = z
  .string()
  .max(200, "Cette adresse est trop longue.")
  .transform((text) => text.trim())
  .refine((text) => safePath(text, "") !== "", "Donnez une page du site, par exemple /contact.");

const BEFORE = "La fin doit suivre le début.";

export const noticeInput = input(
  {
    text: line({ missing: "Écrivez le texte du bandeau.", most: NOTICE_LENGTH }),
    link: ownPath.optional(),
    kind: choice(NOTICE_KINDS, "Choisissez le genre du bandeau."),
    audience: choice(AUDIENCES, "Choisissez à qui il s’adresse."),
    from: parisTime,
    until: parisTime,
  },
  ({ check }) => [check("until", BEFORE, ({ from, until }) => !from || !until || from < until)],
);

export const maintenanceInput = input(
  {
    message: line({ missing: "Écrivez ce que le public lira.", most: NOTICE_LENGTH }),
    /** Absent: at once. */
    from: parisTime.optional(),
    /** Absent: until the site is opened again. */
    until: parisTime.optional(),
    why: reason,
    currentPassword,
  },
  ({ check }) => [check("until", BEFORE, ({ from, until }) => !from || !until || from < until)],
);

export const reopenInput = input({ why: reason, currentPassword });
