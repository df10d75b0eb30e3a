/** The forms that answer a request, or other dates for what is booked. */
import { withFacts } from "~/platform/web/field-facts";
import { checkbox, shortText } from "~/platform/web/fields";
import { input } from "~/platform/web/input";
import { reason } from "~/rules/reason";

const answer = {
  why: withFacts(reason.optional(), { description: "The reason, as the buyer is told it." }),
  keepClosed: checkbox.describe(
    "The days stay closed by their owner, who may reopen them; else they are free.",
  ),
};

/** An owner's answer. */
export const answerInput = input(answer);

/** An owner's answer to other dates. */
export const changeAnswerInput = input({
  /** When the dates were asked for that the page showed: others that wait by now are not answered by it. */
  asked: shortText.optional(),
  ...answer,
});
