import type { Period } from "@models/enumerations";
import { formatDay, formatLongDay, type Day } from "~/platform/days";
import { Icon } from "~/ui/icon";
import type { Availability, DayState, Offer, SlotState } from "~/rules/availability";
import { firstDay, formatMonth } from "~/rules/month-grid";
import { stayQuery } from "../reserve/forms";
import { dateOf, MonthCalendar } from "./month-calendar";

const STATE_NAMES: Record<SlotState, string> = {
  free: "libre",
  taken: "pris",
  closed: "fermé",
  preparation: "fermé pour préparation",
  outside: "non réservable",
  chosen: "choisi",
};
const LEGEND: [SlotState, string][] = [
  ["free", "Libre"],
  ["taken", "Pris"],
  ["closed", "Fermé"],
  ["outside", "Non réservable"],
  ["chosen", "Votre choix"],
];

interface AvailabilitySectionProps {
  venueId: string;
  period: Period;
  calendar: Availability;
  /** The days that the page was opened with, which other months keep. */
  chosen: { start: string; end: string; startSlot: string; endSlot: string };
}

/** When a venue can be had: a month at a time, and as a list. Each free day leads to the booking card. */
export function AvailabilitySection(props: AvailabilitySectionProps) {
  const { venueId, period, calendar, chosen } = props;
  const page = `/reservation/${venueId}`;
  const isHalf = period === "Half";
  const chosenQuery = chosen.start || chosen.end ? stayQuery(chosen) : "";
  const hrefFrom = (day: Day, place: string) =>
    `${page}${chosenQuery}${chosenQuery ? "&" : "?"}depuis=${day}#${place}`;
  const hrefOf = (offer: Offer) => `${page}${stayQuery(offer)}#reserver`;
  const states = new Map(calendar.days.map((state) => [state.day, state]));
  const turnable = [calendar.previous, calendar.next];
  return (
    <section className="stack" id="disponibilites" aria-labelledby="titre-disponibilites">
      <h2 id="titre-disponibilites">Disponibilités</h2>
      <MonthCalendar
        month={calendar.month}
        caption={
          isHalf
            ? "\u00a0: ce qui est libre le matin (M) et l’après-midi (A), jour par jour"
            : "\u00a0: ce qui est libre, jour par jour"
        }
        hrefOf={(month) =>
          turnable.includes(month) ? hrefFrom(firstDay(month), "disponibilites") : null
        }
        cellOf={(day) => {
          const state = states.get(day);
          return state ? (
            <DayCell
              key={day}
              state={state}
              isHalf={isHalf}
              month={formatMonth(calendar.month).split(" ")[0] ?? ""}
              hrefOf={hrefOf}
            />
          ) : (
            <td key={day} />
          );
        }}
      >
        <ul className="legend" aria-label="Légende">
          {LEGEND.map(([state, name]) => (
            <li key={state}>
              <i className={`half ${state}`} aria-hidden="true" />
              {name}
            </li>
          ))}
        </ul>
        {isHalf ? <p className="hint">M&nbsp;: matin. A&nbsp;: après-midi.</p> : null}
      </MonthCalendar>
      <h3 id="dates-libres" className="mt-2">
        {calendar.isFirst
          ? "Prochaines dates libres"
          : `Dates libres à partir du ${formatDay(calendar.from)}`}
      </h3>
      {calendar.dates.length > 0 ? (
        <ul className="free-dates" aria-labelledby="dates-libres">
          {calendar.dates.map(({ day, slots, offer }) => (
            <li key={day}>
              <a href={hrefOf(offer)} rel="nofollow">
                <span>
                  <b>{formatLongDay(day)}</b>
                  {isHalf ? <span className="hint block">{slotsText(slots)}</span> : null}
                </span>
                <Icon name="droite" size={20} />
              </a>
            </li>
          ))}
        </ul>
      ) : (
        <p>Aucune date libre à partir de ce jour.</p>
      )}
      {calendar.more ? (
        <p>
          <a className="line-link" href={hrefFrom(calendar.more, "dates-libres")} rel="nofollow">
            Voir plus de dates
            <Icon name="droite" size={20} />
          </a>
        </p>
      ) : null}
    </section>
  );
}

function slotsText(slots: readonly string[]): string {
  if (slots.length > 1) return "Matin et après-midi";
  return slots[0] === "AM" ? "Matin seulement" : "Après-midi seulement";
}

interface DayCellProps {
  state: DayState;
  isHalf: boolean;
  /** Its name. */
  month: string;
  hrefOf: (offer: Offer) => string;
}

function DayCell({ state, isHalf, month, hrefOf }: DayCellProps) {
  const [AM, PM] = [STATE_NAMES[state.AM], STATE_NAMES[state.PM]];
  const words = AM === PM ? AM : `matin ${AM}, après-midi ${PM}`;
  const name = (
    <span>
      {dateOf(state.day)}
      <span className="sr-only">{` ${month}\u00a0: ${words}`}</span>
    </span>
  );
  return (
    <td>
      {state.offer ? (
        <a href={hrefOf(state.offer)} rel="nofollow">
          {name}
        </a>
      ) : (
        name
      )}
      <span aria-hidden="true">
        <i className={`half ${lookOf(state.AM)}`}>{isHalf ? <b>M</b> : null}</i>
        {isHalf ? (
          <i className={`half ${lookOf(state.PM)}`}>
            <b>A</b>
          </i>
        ) : null}
      </span>
    </td>
  );
}

/** Days that are kept free look like closed ones. */
function lookOf(state: SlotState): SlotState {
  return state === "preparation" ? "closed" : state;
}
