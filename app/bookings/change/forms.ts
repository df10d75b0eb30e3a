/** The forms and calls that ask for other dates. */
import { z } from "zod";
import { withFacts } from "~/platform/web/field-facts";
import { input } from "~/platform/web/input";
import { calledDay, calledSlot, typedStay } from "../reserve/forms";

/** Other dates, with the total that was announced for them: another one by now is refused. */
export const changeDatesInput = input({ ...typedStay, total: z.number().int().min(0) });

/** A change of dates by a program. */
export const changeDatesCallInput = input({
  startDate: calledDay,
  endDate: calledDay,
  startSlot: calledSlot,
  endSlot: calledSlot,
  amount: withFacts(z.number().int().min(0).optional(), {
    description: "Cents that the new dates are expected to cost; other ones are refused.",
  }),
});
