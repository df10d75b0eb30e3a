import { z } from "zod";

/** `YYYY-MM` or `YYYY`; anything else is the present month. */
export const periodParam = z.object({ periode: z.string().max(7).catch("") });
