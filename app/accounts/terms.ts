/** The conditions of use, which every account accepts once. */
import { z } from "zod";
import { withFacts } from "~/platform/web/field-facts";

/** The box to tick; whether it has to be, a form's rules say. */
export const termsBox = withFacts(z.boolean().default(false), { example: true });
