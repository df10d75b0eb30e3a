/** The conditions of use, which every account accepts once. */
import { z } from "zod";
import { withFacts } from "~/platform/web/field-facts";

/**
 * Where an account that the office made with a password is asked to accept them, before anything else of its own.
 *
 * @param target where that leads
 */
export const termsPath = (target: string): string =>
  `/conditions?vers=${encodeURIComponent(target)}`;

/** The box to tick; whether it has to be, a form's rules say. */
export const termsBox = withFacts(z.boolean().default(false), { example: true });
