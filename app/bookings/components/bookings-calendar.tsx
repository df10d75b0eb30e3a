import { SLOTS, type Slot } from "@models/enumerations";
import type { Day } from "~/platform/days";
import { Tabs } from "~/ui/tabs";
import { dayWords, type BookedDay, type BookedHalf } from "~/rules/bookings-calendar";
import { formatMonth, type Month } from "~/rules/month-grid";
import type { OwnersBookings } from "../lists/owners-bookings.server";
import { dateOf, MonthCalendar } from "./month-calendar";

type Props = Pick<OwnersBookings, "calendar" | "filter">;

/** A month of what is asked for and booked: at all venues of an owner, or at one of them. */
export function BookingsCalendar({ calendar: { month, days }, filter }: Props) {
  const { venue, venues } = filter;
  const hrefOf = (lieu: string, cal: Month) =>
    `/mes-locations?${new URLSearchParams({ ...(lieu && { lieu }), cal }).toString()}#calendrier`;
  const tabs = [{ value: "", label: "Tous les lieux" }, ...venues];
  const name = tabs.find(({ value }) => value === venue)?.label;
  const byDay = new Map(days.map((one) => [one.day, one]));
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
        cellOf={(day) => <DayCell key={day} day={day} month={month} booked={byDay.get(day)} />}
      >
        <ul className="legend" aria-label="Légende">
          <li>
            <i className="half taken" aria-hidden="true" />
            Réservé
          </li>
          <li>
            <i className="half closed" aria-hidden="true" />À répondre
          </li>
        </ul>
      </MonthCalendar>
    </section>
  );
}

/** As the availability of a venue draws them. */
const CLASSES: Record<BookedHalf, string> = { asked: "half closed", booked: "half taken" };

interface DayCellProps {
  day: Day;
  month: Month;
  booked: BookedDay | undefined;
}

function DayCell({ day, month, booked }: DayCellProps) {
  if (!booked) {
    return (
      <td>
        <span>{dateOf(day)}</span>
      </td>
    );
  }
  const { ids, halves } = booked;
  const [id] = ids;
  const several = `/mes-locations?${new URLSearchParams({ mois: month }).toString()}#avenir`;
  const classOf = (slot: Slot) => {
    const half = halves[slot];
    return half ? CLASSES[half] : "half";
  };
  return (
    <td>
      <a href={ids.length === 1 && id ? `/mes-locations/demandes/${id}` : several}>
        {dateOf(day)}
        <span className="sr-only">{` ${formatMonth(month)}\u00a0: ${dayWords(booked)}`}</span>
      </a>
      {SLOTS.map((slot) => (
        <i key={slot} className={classOf(slot)} aria-hidden="true" />
      ))}
    </td>
  );
}
