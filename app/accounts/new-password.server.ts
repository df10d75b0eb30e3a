/** What takes a new password, with those that it refuses: their list is long and stays on the server. */
import { input, type InputData } from "~/platform/web/input";
import { isCommonPassword } from "./common-passwords.server";
import { resetFields } from "./forms";
import { PASSWORD_MESSAGES } from "./password-rules";
import { CURRENT_MISSING, passwordChangeFields } from "./settings-forms";

const isUncommon = ({ password }: { password?: string }) =>
  password === undefined || !isCommonPassword(password);
const isSame = (
  _read: unknown,
  typed: { readonly password?: unknown; readonly passwordConfirmation?: unknown },
) => typed.password === typed.passwordConfirmation;

/** A new password, twice. That it is not the account's e-mail is checked once the account is known. */
export const newPasswordInput = input(resetFields, ({ check }) => [
  check("passwordConfirmation", PASSWORD_MESSAGES.different, isSame),
  check("password", PASSWORD_MESSAGES.common, isUncommon),
]);

/** The payload of /api/auth/reset-password: the password once. */
const { passwordConfirmation: _again, ...payloadFields } = resetFields;
export const newPasswordPayload = input(payloadFields, ({ check }) => [
  check("password", PASSWORD_MESSAGES.common, isUncommon),
]);

/** The present password, and the new one twice. */
export const passwordChangeInput = input(passwordChangeFields, ({ required, valid, check }) => [
  required(["currentPassword"], CURRENT_MISSING),
  valid("currentPassword", "password"),
  check("password", PASSWORD_MESSAGES.common, isUncommon),
  check("passwordConfirmation", PASSWORD_MESSAGES.different, isSame),
]);
export type PasswordChange = InputData<typeof passwordChangeInput>;
