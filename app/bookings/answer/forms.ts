/** The form that answers a request. */
import { input } from "~/platform/web/input";
import { reason } from "~/rules/reason";

/** An owner's answer; the reason, if any, is shown to the buyer. */
export const answerInput = input({
  why: reason.optional(),
});
