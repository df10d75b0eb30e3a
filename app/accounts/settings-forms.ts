/** The forms of the settings, with their French messages. */
import { z } from "zod";
import { checkbox, objectId, shortText } from "~/platform/web/fields";
import { input } from "~/platform/web/input";
import { emailField } from "./email-address";
import { mailedCode, newPasswordFields } from "./forms";
import { knownPassword } from "./password-rules";

export const CURRENT_MISSING = "Saisissez votre mot de passe actuel.";
const currentPassword = knownPassword(CURRENT_MISSING, CURRENT_MISSING);

/**
 * Fields of the present password, the new one, and the new one again. What the server knows beside
 * them is in new-password.server.ts.
 */
export const passwordChangeFields = { currentPassword, ...newPasswordFields };
/** The same as the page shows them. */
export const passwordChangePage = input(passwordChangeFields);

/** The new address, and the present password. */
export const emailChangeInput = input({ email: emailField(), currentPassword });
/** The code that was mailed to the new one. */
export const emailCodeInput = input({ code: mailedCode });

/** The password asked again before the account is closed. */
export const deactivateInput = input({ currentPassword });

/** Of whose cookies the page asked; absent where it named nobody. */
const cookiesOf = z.string().optional();

/** A box: ticked or not, both are an answer. */
export const cookieSettingsInput = input({ cookies: checkbox, cookiesOf });

/** The payload of /api/auth/setting-cookies, which says yes or no. */
export const cookieChoiceInput = input({
  cookies: z.boolean({ message: "Indiquez si vous acceptez les cookies non essentiels." }),
});

/** The banner's form: which button was pressed, and the page it stood on. */
export const cookieBannerInput = input({
  choice: z.enum(["all", "essential"]),
  /** However long: what cannot be led back to is no reason not to keep the choice (`safePath`). */
  returnTo: z.string().optional(),
  cookiesOf,
});

export const masterCodeInput = input({
  code: z
    .string({ required_error: "Saisissez le code de liaison." })
    .max(40, "Un code de liaison a 8 caractères."),
});

/** The master that the page says one is linked to. */
export const leaveMasterInput = input({ masterId: objectId.optional() });

/** The session that a button stands beside. */
export const sessionInput = input({ id: shortText });

/** The linked account that a button stands beside. */
export const linkedAccountInput = input({ id: objectId });
