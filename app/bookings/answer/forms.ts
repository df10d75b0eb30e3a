/** The forms that answer a request, or other dates for what is booked. */
import { shortText } from "~/platform/web/fields";
import { input } from "~/platform/web/input";
import { reason } from "~/rules/reason";

/** An owner's answer; the reason, if any, is shown to the buyer. */
export const answerInput = input({
  why: reason.optional(),
});

/** An owner's answer to other dates. */
export const changeAnswerInput = input({
  /** When the dates were asked for that the page showed: others that wait by now are not answered by it. */
  asked: shortText.optional(),
  why: reason.optional(),
});
