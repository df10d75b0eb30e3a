import { todayInParis } from "~/platform/days";
import { isCommonPassword } from "./common-passwords.server";
import type { SignupSurroundings } from "./signup-rules";

/** What the rules of whoever makes an account ask of the server: the day in Paris, the common passwords. */
export const surroundings: SignupSurroundings = {
  today: () => todayInParis(new Date()),
  isCommonPassword,
};
