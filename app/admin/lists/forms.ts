/** What is said of a filter that is kept. */
import { z } from "zod";
import { line, objectId } from "~/platform/web/fields";
import { input } from "~/platform/web/input";

const NAME_LENGTH = 40;
/** Longer than any filter of a list can be. */
const QUERY_LENGTH = 1_000;

export const saveFilterInput = input({
  liste: z.string().max(QUERY_LENGTH),
  filtre: z.string().max(QUERY_LENGTH),
  nom: line({ missing: "Donnez un nom à ce filtre.", most: NAME_LENGTH }),
});

export const removeFilterInput = input({ filter: objectId });

/** The list, and its query string, that a filter is made of. */
export const savedFilterParams = z.object({
  liste: z.string().max(QUERY_LENGTH).catch(""),
  filtre: z.string().max(QUERY_LENGTH).catch(""),
});
