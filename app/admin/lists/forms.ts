/** What is said of a filter that is kept. */
import { z } from "zod";
import { choice, line, objectId } from "~/platform/web/fields";
import { input } from "~/platform/web/input";
import { LIST_PATHS } from "./list-filters";

const NAME_LENGTH = 40;
/** Longer than any filter of a list can be. */
const QUERY_LENGTH = 1_000;

export const saveFilterInput = input({
  liste: choice(LIST_PATHS),
  filtre: z.string().max(QUERY_LENGTH),
  nom: line({ missing: "Donnez un nom à ce filtre.", most: NAME_LENGTH }),
});

export const removeFilterInput = input({ filter: objectId });

/** The list, and its query string, that a filter is made of. */
export const savedFilterParams = z.object({
  liste: z.union([z.enum(LIST_PATHS), z.literal("")]).catch(""),
  filtre: z.string().max(QUERY_LENGTH).catch(""),
});
