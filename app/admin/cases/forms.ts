import { objectId, shortText } from "~/platform/web/fields";
import { input } from "~/platform/web/input";
import { currentPassword, reason } from "../audit/decision-fields";

/** The case that a button stands beside. */
export const caseInput = input({ key: shortText });

/** The colleague who has the case that is taken over. */
export const takeOverInput = input({ from: objectId });

/** Before a job runs: the password is asked for when it moves money. */
export const wakeInput = input({ currentPassword });

/** Why a case is put away, as the page showed it; the password is asked for when it is about money. */
export const settleInput = input({ seen: shortText.optional(), why: reason, currentPassword });
