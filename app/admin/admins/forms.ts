/** What a super-admin says before another administrator's rights change. */
import { ADMIN_ROLES } from "@models/enumerations";
import { choice, shortText } from "~/platform/web/fields";
import { input } from "~/platform/web/input";
import { currentPassword, reason } from "../audit/decision-fields";

/** The password again, before a file of a whole list. */
export const confirmationInput = input({ currentPassword });

export const resetSecondFactorInput = input({ why: reason, currentPassword });

export const roleInput = input({
  adminRole: choice(ADMIN_ROLES, "Choisissez un rôle."),
  /** The role that the page showed. */
  seen: shortText.optional(),
  why: reason,
  currentPassword,
});
