import { z } from "zod";

/** A form that is its button alone. */
export const buttonForm = z.object({});
