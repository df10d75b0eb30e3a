import { input } from "~/platform/web/input";
import { reason } from "../audit/decision-fields";

/** Why a master's submission is refused; the person reads it. */
export const refuseInput = input({ why: reason });
