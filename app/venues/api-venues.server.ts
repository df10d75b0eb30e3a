import { z } from "zod";
import { publicUser, publicUserShape } from "~/accounts/public-user";
import { dayLimits } from "~/rules/calendar";
import { Refusal, refusalMessage } from "~/platform/refusal";
import { withFacts } from "~/platform/web/field-facts";
import { shortText } from "~/platform/web/fields";
import { input, type InputData } from "~/platform/web/input";
import { DAYS_FIELD, pageField, readSearch, searchFields, searchQuery } from "./search-form";
import { searchVenues } from "./search-venues.server";
import { findPublicVenue, takesReservations } from "./venue-page.server";
import { API_FIELDS, apiVenueShape, toApiVenue, type ApiVenue } from "./venue-shapes";

const PRICE = {
  description: "Euros for one whole day, the service fee included.",
  pattern: "^\\d+(?:[.,]\\d{1,2})?$",
};
const DAY = {
  description:
    "YYYY-MM-DD, or DD/MM/YYYY: venues that are free from `start` to `end`, both included; one alone is that day.",
  pattern: "^(?:\\d{4}-\\d{2}-\\d{2}|\\d{2}/\\d{2}/\\d{4})$",
};

const searchPage = withFacts(searchFields.page.optional(), {
  description: "From 1, of 20 venues each. Past the last there are none.",
});

/** A page of the listing. */
export const pageInput = input({ page: searchPage });

/** A page of a list of one's own, which is told to its end. */
export const ownPage = withFacts(pageField.optional(), {
  description: "From 1. Past the last it is the last once more: `pages` says where to stop.",
});
export const ownPageInput = input({ page: ownPage });

/**
 * The listing's search for programs. The page leaves out what it cannot read and says so beside the field; a program
 * would take what it is answered for what it asked, and show venues as free that are not: it is refused.
 */
export const searchInput = input(
  {
    city: searchFields.city.optional(),
    minPrice: withFacts(searchFields.minPrice.optional(), PRICE),
    maxPrice: withFacts(searchFields.maxPrice.optional(), PRICE),
    start: withFacts(searchFields.start.optional(), DAY),
    end: withFacts(searchFields.end.optional(), DAY),
    people: searchFields.people.optional(),
    capacity: searchFields.capacity.optional(),
    type: z.array(searchFields.type).optional(),
    equipment: z.array(searchFields.equipment).optional(),
    sort: searchFields.sort.optional(),
    page: searchPage,
    /** The caller's own, whose venues are left out. */
    id: shortText.optional(),
  },
  ({ check }) => [
    check(
      "minPrice",
      "Le prix minimum dépasse le prix maximum.",
      ({ minPrice = 0, maxPrice = Infinity }) => minPrice <= maxPrice,
    ),
    // The page puts them in order, and says nothing: its form shows what it searched for.
    check("end", refusalMessage("reversed"), ({ start, end }) => !start || !end || start <= end),
  ],
);

/** Which page of a list a call is answered, and how many there are. */
export const pageShape = z.object({
  count: z.number().int().describe("Of all pages together."),
  page: z.number().int(),
  pages: z.number().int(),
});

/** A page of found venues. */
export const foundShape = z.object({ locations: z.array(apiVenueShape) }).extend({
  ...pageShape.shape,
  count: pageShape.shape.count.describe(
    "Of all pages together; no further than 1,000, and there may be more then.",
  ),
});

type Asked = Partial<InputData<typeof searchInput>>;

/**
 * What a call asks, as its fields were read: their texts are not read a second time, for what the one reading
 * understands, '80\u00a0€' or an accent by itself, the other one might leave out.
 */
export function searchAsked({ id: _, type = [], equipment = [], ...asked }: Asked, now: Date) {
  const search = { sort: "recent", page: 1, ...asked, types: type, equipment } as const;
  return readSearch(new URLSearchParams(searchQuery(search)), dayLimits(now));
}

/**
 * The listing for the /api paths: the same search as the page's, 20 venues at a time.
 *
 * @throws Refusal("too_early" | "too_late" | "hold_too_long") of its days
 */
export async function apiSearch(
  asked: Asked,
  viewerId: string | null,
  now: Date,
): Promise<z.infer<typeof foundShape>> {
  const { search, against } = searchAsked(asked, now);
  if (against) throw new Refusal(against, { field: DAYS_FIELD[against] });
  const { venues, count, page, pages } = await searchVenues<ApiVenue>(search, {
    viewerId,
    fields: API_FIELDS,
    now,
  });
  return { locations: venues.map(toApiVenue), count, page, pages };
}

/** A venue with what visitors may know of its owner. */
export const ownedVenueShape = apiVenueShape.extend({
  owner: publicUserShape,
  isOpen: z
    .boolean()
    .describe(
      "Whether it can be reserved now: not while its owner rents it to nobody or cannot be paid, whatever `taken` says.",
    ),
});

/**
 * One venue for the /api paths.
 *
 * @throws Refusal("not_found") as the venue's page does.
 */
export async function apiVenue(
  venueId: string,
  viewerId: string | null,
): Promise<z.infer<typeof ownedVenueShape>> {
  const { venue, owner } = await findPublicVenue(venueId, viewerId);
  const isOpen = takesReservations(venue, owner);
  return { ...toApiVenue(venue), owner: publicUser(owner), isOpen };
}
