import { z } from "zod";
import { isPeriod } from "./period";

/** `YYYY-MM` or `YYYY`; empty for anything else. */
export const periodFilter = z
  .string()
  .transform((text) => (isPeriod(text) ? text : ""))
  .catch("");

/** Empty: the present month. */
export const periodParam = z.object({ periode: periodFilter });
