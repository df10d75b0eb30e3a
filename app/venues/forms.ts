/** The forms of an owner's venues. */
import { z } from "zod";
import { orderedSchema } from "~/platform/web/ordered-schema";
import {
  checkVenue,
  checkVenueChange,
  checkVenueEdit,
  VENUE_LISTS,
  VENUE_TEXTS,
} from "./venue-rules";

export const publishForm = orderedSchema(VENUE_TEXTS, checkVenue, VENUE_LISTS);
export const editForm = orderedSchema(VENUE_TEXTS, checkVenueEdit, VENUE_LISTS);
export const changeForm = orderedSchema(VENUE_TEXTS, checkVenueChange, VENUE_LISTS);

/** A form sent before it is finished: nothing is asked of it yet. */
export const unfinishedForm = z.object({});
