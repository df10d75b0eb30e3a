import { formatMonth, monthGrid, shiftMonth, type Month } from "../rules/month-grid";
import type { Day } from "~/platform/days";
import { Icon } from "~/ui/icon";

const WEEK_DAYS = ["Lundi", "Mardi", "Mercredi", "Jeudi", "Vendredi", "Samedi", "Dimanche"];

interface MonthCalendarProps {
  month: Month;
  blockedDays: readonly Day[];
  /** Address of the page with another month. */
  hrefOf: (month: Month) => string;
}

/** A month as a table, its blocked days struck through and said to be reserved. */
export function MonthCalendar({ month, blockedDays, hrefOf }: MonthCalendarProps) {
  const [previous, next] = [shiftMonth(month, -1), shiftMonth(month, 1)];
  return (
    <div className="stack max-w-formulaire gap-2">
      <div className="row spread">
        <a className="line-link" href={hrefOf(previous)}>
          <Icon name="gauche" size={20} />
          <span className="sr-only">Mois précédent{"\u00a0: "}</span>
          {formatMonth(previous)}
        </a>
        <a className="line-link" href={hrefOf(next)}>
          <span className="sr-only">Mois suivant{"\u00a0: "}</span>
          {formatMonth(next)}
          <Icon name="droite" size={20} />
        </a>
      </div>
      <table className="text-center text-[min(1rem,26px)]">
        <caption className="pb-2 font-semibold">{formatMonth(month)}</caption>
        <thead>
          <tr>
            {WEEK_DAYS.map((name) => (
              <th key={name} scope="col" className="hint text-center">
                <span aria-hidden="true">{name.slice(0, 1)}</span>
                <span className="sr-only">{name}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {monthGrid(month).map((week) => (
            <tr key={week.find((day) => day !== null)}>
              {week.map((day, column) => (
                <DayCell key={WEEK_DAYS[column]} day={day} isBlocked={isIn(day, blockedDays)} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="hint">
        {blockedDays.length > 0
          ? "Les jours barrés sont réservés."
          : "Aucun jour n’est réservé ce mois-ci."}
      </p>
    </div>
  );
}

function isIn(day: Day | null, days: readonly Day[]): boolean {
  return day !== null && days.includes(day);
}

function DayCell({ day, isBlocked }: { day: Day | null; isBlocked: boolean }) {
  if (day === null) return <td />;
  const number = Number(day.slice(8));
  return isBlocked ? (
    <td className="rounded-puce bg-bleu-100 py-2 text-bleu-800">
      <s>{number}</s>
      <span className="sr-only"> réservé</span>
    </td>
  ) : (
    <td className="py-2">{number}</td>
  );
}
