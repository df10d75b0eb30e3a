import { SLOTS, type Slot } from "@models/enumerations";
import type { Day } from "~/platform/days";
import { Tabs } from "~/ui/tabs";
import {
  dayWords,
  HALF_STATES,
  HALF_WORDS,
  type BookedDay,
  type BookedHalf,
  type DaysBooking,
  type HalfState,
} from "~/rules/bookings-calendar";
import { formatMonth, type Month } from "~/rules/month-grid";
import { filterQuery } from "../lists/bookings-query";
import type { OwnersBookings } from "../lists/owners-bookings.server";
import { dateOf, MonthCalendar } from "./month-calendar";

interface BookingsCalendarProps {
  calendar: NonNullable<OwnersBookings["calendar"]>;
  filter: OwnersBookings["filter"];
  /** What the query string says of the rest of the page. */
  others: Readonly<Record<string, string>>;
}

/**
 * A month of what is asked for and booked: at all venues of an owner, or at one of them, with what else takes its half
 * days. A page that shows it asks for its style: `handle = { style: "bookings" }`.
 */
export function BookingsCalendar({ calendar, filter, others }: BookingsCalendarProps) {
  const { month, days, venue: shown } = calendar;
  const { venue, venues } = filter;
  const hrefOf = (lieu: string, cal: Month) => {
    const kept = { ...others, ...filterQuery({ ...filter, venue: lieu }) };
    return `/mes-locations?${new URLSearchParams({ ...kept, cal }).toString()}#calendrier`;
  };
  const tabs = [{ value: "", label: "Tous les lieux" }, ...venues];
  const name = tabs.find(({ value }) => value === (shown ?? venue))?.label;
  const byDay = new Map(days.map((one) => [one.day, one]));
  const states = shown === null ? HALF_STATES.slice(0, 2) : HALF_STATES;
  return (
    <section id="calendrier" className="stack" aria-labelledby="titre-calendrier">
      <h2 id="titre-calendrier">Calendrier</h2>
      {venues.length > 1 ? (
        <Tabs
          label="Calendrier de"
          tabs={tabs.map(({ value, label }) => ({
            ...{ label, href: hrefOf(value, month), current: value === venue },
          }))}
        />
      ) : null}
      <MonthCalendar
        month={month}
        caption={`, ${name ?? ""}\u00a0: matin et après-midi de chaque jour`}
        hrefOf={(other) => hrefOf(venue, other)}
        cellOf={(day) => (
          <DayCell key={day} day={day} month={month} venue={venue} booked={byDay.get(day)} />
        )}
      >
        <ul className="legend" aria-label="Légende">
          {states.map((state) => (
            <li key={state}>
              <i className={`half ${LOOKS[state]}`} aria-hidden="true" />
              <span className="first-letter:uppercase">{HALF_WORDS[state]}</span>
            </li>
          ))}
        </ul>
        {shown === null ? null : (
          <p className="row">
            <a className="line-link" href={`/profil/location/${shown}#jours-fermes`}>
              Fermer ou rouvrir des jours
            </a>
            <a className="line-link" href={`/profil/location/${shown}/calendriers`}>
              Partager ou importer un calendrier
            </a>
          </p>
        )}
      </MonthCalendar>
    </section>
  );
}

interface DayCellProps {
  day: Day;
  month: Month;
  /** The one that is filtered for. */
  venue: string;
  booked: BookedDay | undefined;
}

function DayCell({ day, month, venue, booked }: DayCellProps) {
  if (!booked) {
    return (
      <td>
        <span>{dateOf(day)}</span>
      </td>
    );
  }
  const date = (
    <>
      {dateOf(day)}
      <span className="sr-only">{` ${formatMonth(month)}\u00a0: ${dayWords(booked)}`}</span>
    </>
  );
  return (
    <td>
      {booked.bookings.length > 0 ? (
        <a href={hrefOf(booked.bookings, { month, venue })}>{date}</a>
      ) : (
        <span>{date}</span>
      )}
      {SLOTS.map((slot) => (
        <Half key={slot} slot={slot} half={booked.halves[slot]} />
      ))}
    </td>
  );
}

/** How each state is drawn: what closes days as the availability of a venue draws it. */
const LOOKS: Record<HalfState, string> = {
  ...{ booked: "booked", asked: "asked", imported: "imported", preparation: "preparation" },
  ...{ closed: "taken", weekday: "closed" },
};

/** The part of the page that lists what a day has, what is to be answered first. */
const PARTS = [
  ["pending", "demandes"],
  ["change", "changements"],
  ["confirmed", "avenir"],
  ["ended", "passe"],
] as const satisfies readonly (readonly [DaysBooking["state"], string])[];

/** To the reservation of a day; of several, to the first list that has any of them, narrowed to the month. */
function hrefOf(
  bookings: readonly DaysBooking[],
  { month, venue }: Omit<DayCellProps, "day" | "booked">,
) {
  const [first, ...others] = bookings;
  if (first && others.length === 0) return `/mes-locations/demandes/${first.id}`;
  const query = new URLSearchParams({ ...(venue && { lieu: venue }), mois: month });
  const [, part] = PARTS.find(([one]) => bookings.some(({ state }) => state === one))!;
  return `/mes-locations?${query.toString()}#${part}`;
}

function Half({ slot, half }: { slot: Slot; half: BookedHalf | undefined }) {
  if (!half) return <i className="half" aria-hidden="true" />;
  return (
    <i className={`half ${LOOKS[half.state]}`} aria-hidden="true">
      <b>{slot === "AM" ? "M" : "A"}</b>
      <span>{half.who.join(", ")}</span>
    </i>
  );
}
