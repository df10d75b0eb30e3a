/** What an administrator says of a banner, and of the site's closing. */
import { z } from "zod";
import { parseParisTime } from "~/platform/days";
import { AUDIENCES, NOTICE_KINDS } from "~/platform/site-state";
import { choice, line, shortText } from "~/platform/web/fields";
import { input } from "~/platform/web/input";
import { safePath } from "~/platform/web/safe-path";
import { currentPassword, reason } from "../audit/decision-fields";

export const NOTICE_LENGTH = 280;
/** More at once nobody reads. */
export const MOST_NOTICES = 20;

/**
 * What `<input type="datetime-local">` sends, by the clocks of Paris.
 *
 * @param which 'du début': a form has two of them, which its summary tells apart
 */
function parisTime(which: string) {
  const message = `Indiquez la date et l’heure ${which}, à l’heure de Paris.`;
  return z.string({ required_error: message }).transform((text, context) => {
    const instant = parseParisTime(text.trim());
    if (instant) return instant;
    context.addIssue({ code: z.ZodIssueCode.custom, message });
    return z.NEVER;
  });
}
const start = parisTime("du début");
const end = parisTime("de la fin");

/** A path of the site, as typed or with the site's address before it. */
const ownPath = z
  .string()
  .max(200, "Cette adresse est trop longue.")
  .transform((text) => text.trim())
  .refine((text) => safePath(text, "") !== "", "Donnez une page du site, par exemple /contact.");

const BEFORE = "La fin doit suivre le début.";

/** So far as both are said. */
const isInOrder = ({ from, until }: { from?: Date | undefined; until?: Date | undefined }) =>
  !from || !until || from < until;

/** What a page showed (`siteSeen`). */
const seen = shortText.optional();

export const noticeInput = input(
  {
    text: line({ missing: "Écrivez le texte du bandeau.", most: NOTICE_LENGTH }),
    link: ownPath.optional(),
    kind: choice(NOTICE_KINDS, "Choisissez le genre du bandeau."),
    audience: choice(AUDIENCES, "Choisissez à qui il s’adresse."),
    from: start,
    until: end,
    /** Of one that is changed. */
    seen,
  },
  ({ check }) => [check("until", BEFORE, isInOrder)],
);

export const endNoticeInput = input({ seen });

export const maintenanceInput = input(
  {
    message: line({ missing: "Écrivez ce que le public lira.", most: NOTICE_LENGTH }),
    /** Absent: at once. */
    from: start.optional(),
    /** Absent: until the site is opened again. */
    until: end.optional(),
    seen,
    why: reason,
    currentPassword,
  },
  ({ check }) => [check("until", BEFORE, isInOrder)],
);

export const reopenInput = input({ seen, why: reason, currentPassword });
