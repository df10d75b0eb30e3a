import type { Policy, Slot } from "@models/enumerations";
import type { User } from "@models/user";
import { slotId, unitsOf, type Stay } from "~/rules/calendar";
import { heldSlots } from "~/rules/preparation";
import { ruleAgainst } from "~/rules/time-rules";
import {
  addDays,
  addMinutes,
  parisDayOf,
  parisMidnight,
  todayInParis,
  type Day,
} from "~/platform/days";
import type { People } from "./people";
import { chanceOf, type Chance } from "./random";
import type { Booking, Story } from "./stories";
import type { DemoVenue } from "./venues";

/** A booking to place: by whom, how it went, when, and what its venue must be like. */
interface Wish {
  story: Story;
  buyer: User;
  /** Days from today to its first day; negative for the past. */
  from: number;
  /** Days from `from` within which it may start. */
  within: number;
  /** Days before today on which it was called off; a random one when absent. */
  cancelledDaysAgo?: number;
  ownerEmail?: string;
  policy?: Policy;
}

/** Stories that only a venue whose owner validates each request can tell. */
const NEEDS_VALIDATION = new Set<Story>(["pending", "refused", "unanswered"]);
const FREES_ITS_DAYS = new Set<Story>([
  "abandoned",
  "cancelledByBuyer",
  "cancelledByOwner",
  "refused",
  "unanswered",
]);
const TRIES = 40;
/** The customer whom the demo shows. */
export const CUSTOMER = "cliente@exemple.fr";
const OWNER = "proprietaire@exemple.fr";
const TOWN_HALL = "mairie@exemple.fr";

/**
 * Bookings in every state, in past and future, no half day taken twice. A wish that finds no free
 * days in its time is left out, which happens only in a demo of very few venues.
 */
export function planBookings(people: People, venues: readonly DemoVenue[], now: Date): Booking[] {
  const rentable = venues.filter(
    ({ venue, owner }) => venue.searchable && owner.user.stripeStats === "active",
  );
  const taken = new Set<string>();
  return wishesOf(people.customers.filter(({ stripeCustomerId }) => stripeCustomerId)).flatMap(
    (wish, index) => {
      const key = `${index}:${wish.story}`;
      const booking = place(key, wish, rentable, taken, now);
      return booking ? [booking] : [];
    },
  );
}

function wishesOf(buyers: readonly User[]): Wish[] {
  const customer = buyers.find(({ email }) => email === CUSTOMER);
  const others = buyers.filter((buyer) => buyer !== customer);
  if (!customer) throw new Error(`The demo needs ${CUSTOMER}`);
  return [
    ...wishesOfCustomer(customer),
    ...requestsToAnswer(others),
    ...others.flatMap(wishesOfOther),
    // Last, so that the ids of all others stay as they are.
    { story: "offered", buyer: customer, from: 95, within: 40 },
    ...others.slice(0, 1).map((buyer): Wish => ({
      story: "confirmed",
      buyer,
      from: 12,
      within: 60,
      ownerEmail: TOWN_HALL,
    })),
  ];
}

/** One of each state, and of each policy what cancelling now would give back. */
function wishesOfCustomer(buyer: User): Wish[] {
  const wish = (story: Story, from: number, rest: Partial<Wish> = {}): Wish => ({
    story,
    buyer,
    from,
    within: 12,
    ...rest,
  });
  return [
    wish("confirmed", 3, { policy: "modérée", within: 3 }),
    wish("confirmed", 20, { policy: "souple" }),
    wish("confirmed", 60, { policy: "stricte", within: 30 }),
    wish("pending", 25, { ownerEmail: OWNER }),
    wish("pending", 40),
    wish("hold", 15, { ownerEmail: OWNER }),
    wish("ended", -50),
    wish("ended", -110, { within: 25 }),
    wish("ended", -190, { within: 40 }),
    wish("cancelledByBuyer", -30, { policy: "modérée", cancelledDaysAgo: 34, within: 2 }),
    wish("cancelledByBuyer", 35, { policy: "souple", cancelledDaysAgo: 2 }),
    wish("cancelledByOwner", 45, { cancelledDaysAgo: 6 }),
    wish("refused", 30),
    wish("unanswered", 28),
    wish("abandoned", 18),
    wish("changed", 50, { policy: "souple" }),
  ];
}

/** What the two demo owners find waiting for their answer. */
function requestsToAnswer(buyers: readonly User[]): Wish[] {
  return buyers.slice(0, 5).map((buyer, index) => ({
    story: "pending",
    buyer,
    from: 10 + index * 9,
    within: 20,
    ownerEmail: index % 2 === 0 ? OWNER : TOWN_HALL,
  }));
}

function wishesOfOther(buyer: User): Wish[] {
  const chance = chanceOf(`wishes:${buyer.email}`);
  const wish = (story: Story, from: number, within: number): Wish => ({
    story,
    buyer,
    from,
    within,
  });
  return [
    wish("ended", -70, 60),
    wish("ended", -160, 80),
    wish("ended", -280, 100),
    wish("confirmed", 2, 30),
    wish("confirmed", 40, 60),
    ...(chance.happens(0.5) ? [wish("confirmed", 110, 250)] : []),
    ...(chance.happens(0.5) ? [wish("cancelledByBuyer", -40, 90)] : []),
    ...(chance.happens(0.25) ? [wish("cancelledByOwner", 20, 60)] : []),
    ...(chance.happens(0.3) ? [wish("refused", 8, 40)] : []),
    ...(chance.happens(0.2) ? [wish("unanswered", 5, 40)] : []),
    ...(chance.happens(0.3) ? [wish("abandoned", 5, 60)] : []),
  ];
}

function place(
  key: string,
  wish: Wish,
  rentable: readonly DemoVenue[],
  taken: Set<string>,
  now: Date,
): Booking | null {
  const chance = chanceOf(`booking:${key}`);
  const today = todayInParis(now);
  const fitting = rentable.filter(
    ({ venue, owner }) =>
      (!NEEDS_VALIDATION.has(wish.story) || venue.needValidation) &&
      (!wish.ownerEmail || owner.user.email === wish.ownerEmail) &&
      (!wish.policy || venue.cancellationPolicy === wish.policy),
  );
  const [first, ...more] = fitting;
  if (!first) return null;
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const { venue, owner } = chance.pick([first, ...more]);
    const firstDay = addDays(today, wish.from + chance.between(0, wish.within));
    const stay = chooseStay(venue.time, firstDay, chance);
    // What was lived is over, what is to come has not begun.
    const isPast = stay.endDate < today;
    if (wish.story === "ended" ? !isPast : wish.from > 0 && stay.startDate <= today) continue;
    const slots = heldSlots(stay, venue).map((slot) => slotId(venue._id.toHexString(), slot));
    const keeps = !FREES_ITS_DAYS.has(wish.story);
    if (keeps && slots.some((id) => taken.has(id))) continue;
    const times = timesOf(wish, stay, today, now, chance);
    if (times.bookedAt < venue.createdAt) continue;
    const measured = { ...stay, units: unitsOf(stay) };
    if (ruleAgainst(measured, parisDayOf(times.bookedAt), venue)) continue;
    if (keeps) slots.forEach((id) => taken.add(id));
    return { key, story: wish.story, venue, owner: owner.user, buyer: wish.buyer, stay, ...times };
  }
  return null;
}

function chooseStay(period: "Day" | "Half", startDate: Day, chance: Chance): Stay {
  const days = chance.pick([1, 1, 2, 2, 3, 4]);
  const endDate = addDays(startDate, days - 1);
  if (period === "Day") return { startDate, endDate, startSlot: "AM", endSlot: "PM", period };
  const startSlot = chance.pick<Slot>(["AM", "PM"]);
  const endSlot = days === 1 ? startSlot : chance.pick<Slot>(["AM", "PM"]);
  return { startDate, endDate, startSlot, endSlot, period };
}

/** When it was booked and, perhaps, called off: before its first day, and before now. */
function timesOf(
  wish: Wish,
  stay: Stay,
  today: Day,
  now: Date,
  chance: Chance,
): { bookedAt: Date; cancelledAt?: Date } {
  if (wish.story === "hold" || wish.story === "offered") return { bookedAt: addMinutes(now, -5) };
  if (wish.story === "pending") return { bookedAt: addMinutes(now, -chance.between(30, 9 * 60)) };
  const lastChance = stay.startDate < today ? stay.startDate : today;
  const morning = (day: Day) => addMinutes(parisMidnight(day), chance.between(8 * 60, 12 * 60));
  const bookedDay = addDays(lastChance, -chance.between(10, 60));
  if (wish.story !== "cancelledByBuyer" && wish.story !== "cancelledByOwner") {
    return { bookedAt: morning(bookedDay) };
  }
  // As far back as they are booked, so that no month gives back what others were paid in.
  const cancelledDay =
    wish.cancelledDaysAgo === undefined
      ? addDays(lastChance, -chance.between(1, 60))
      : addDays(today, -wish.cancelledDaysAgo);
  const bookedBefore = cancelledDay < bookedDay ? addDays(cancelledDay, -8) : bookedDay;
  return {
    bookedAt: morning(bookedBefore),
    cancelledAt: addMinutes(parisMidnight(cancelledDay), chance.between(14 * 60, 19 * 60)),
  };
}
