import type { ReactElement, ReactNode } from "react";
import type { Day } from "~/platform/days";
import { LinkButton } from "~/ui/button";
import { formatMonth, monthGrid, shiftMonth, type Month } from "~/rules/month-grid";

const WEEK_DAYS = ["Lundi", "Mardi", "Mercredi", "Jeudi", "Vendredi", "Samedi", "Dimanche"];

interface MonthCalendarProps {
  month: Month;
  /** What the table says, after the month's name. */
  caption?: string;
  /** Address of the page with another month; null for one that nobody may turn to. */
  hrefOf: (month: Month) => string | null;
  /** The `<td>` of a day. */
  cellOf: (day: Day) => ReactElement;
  /** Below the table: what its marks mean. */
  children?: ReactNode;
}

/**
 * A month as a table, one column a day of the week, with the months beside it as links. A page that shows
 * one asks for its style: `handle = { style: "venue" }`.
 */
export function MonthCalendar({ month, caption, hrefOf, cellOf, children }: MonthCalendarProps) {
  const turn = (to: Month, icon: "gauche" | "droite", words: string) => {
    const href = hrefOf(to);
    // An empty place keeps the month's name in the middle.
    return href === null ? (
      <span />
    ) : (
      <LinkButton variant="secondary" compact iconOnly icon={icon} href={href} rel="nofollow">
        {`${words}\u00a0: ${formatMonth(to)}`}
      </LinkButton>
    );
  };
  return (
    <div className="stack gap-3">
      <div className="month">
        <div className="month-head">
          {turn(shiftMonth(month, -1), "gauche", "Mois précédent")}
          <p aria-hidden="true">{formatMonth(month)}</p>
          {turn(shiftMonth(month, 1), "droite", "Mois suivant")}
        </div>
        <table>
          <caption className="sr-only">{formatMonth(month) + (caption ?? "")}</caption>
          <thead>
            <tr>
              {WEEK_DAYS.map((name) => (
                <th key={name} scope="col">
                  <span aria-hidden="true">{name.slice(0, 3).toLowerCase()}</span>
                  <span className="sr-only">{name}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {monthGrid(month).map((week) => (
              <tr key={week.find((day) => day !== null)}>
                {week.map((day, column) =>
                  day === null ? <td key={WEEK_DAYS[column]} /> : cellOf(day),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {children}
    </div>
  );
}

/** The number of a day in its month. */
export function dateOf(day: Day): number {
  return Number(day.slice(8));
}
