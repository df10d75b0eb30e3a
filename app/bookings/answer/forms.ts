/** The forms that answer a request, or other dates for what is booked. */
import { checkbox, shortText } from "~/platform/web/fields";
import { input } from "~/platform/web/input";
import { reason } from "~/rules/reason";

/** An owner's answer; the reason, if any, is shown to the buyer. */
const answer = { why: reason.optional() };

/** The same by a program. */
export const answerCallInput = input(answer);

/** On a page, where a refusal may leave the days closed. */
export const answerInput = input({ ...answer, keepClosed: checkbox });

/** An owner's answer to other dates. */
export const changeAnswerInput = input({
  /** When the dates were asked for that the page showed: others that wait by now are not answered by it. */
  asked: shortText.optional(),
  ...answer,
  keepClosed: checkbox,
});
