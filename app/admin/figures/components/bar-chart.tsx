import { classNames } from "~/ui/class-names";
import { DataTable } from "~/ui/data-table";
import { Icon } from "~/ui/icon";
import type { Chart } from "../figures-page.server";

interface BarChartProps extends Chart {
  id: string;
  title: string;
  /** What the values are: 'Réservations payées'. */
  measure: string;
  /** What counts for which day, where the measure alone does not say it. */
  note?: string;
  tone: "blue" | "green";
}

/** The highest bar takes so much of the height; above it stands its value. */
const FULL = 82;
/** Slanting lines, for the day that is not over. */
const HATCH = {
  width: 6,
  height: 6,
  patternUnits: "userSpaceOnUse",
  patternTransform: "rotate(45)",
} as const;

/** Bars by day with their scale from zero: bars stretch with the page, text does not. The same as a table under it. */
export function BarChart({ id, title, measure, note, bars, mean, tone }: BarChartProps) {
  const most = Math.max(...bars.map(({ value }) => value), 0);
  const top = bars.findIndex(({ value }) => value === most);
  const highest = bars[top];
  const reading =
    most > 0 && highest
      ? `Le jour le plus fort a été le ${highest.label}\u00a0: ${highest.text}.`
      : "Rien pendant cette période.";
  const step = 100 / Math.max(1, bars.length);
  const heightOf = (value: number) => (most > 0 ? (Math.max(0, value) / most) * FULL : 0);
  const percent = (value: number) => `${value.toFixed(2)}%`;
  return (
    <figure className="card chart" aria-labelledby={id}>
      <figcaption>
        <h2 id={id}>{title}</h2>
        <p className="muted">{reading}</p>
      </figcaption>
      <svg className="chart-plot" role="img" aria-label={`${title}. ${reading}`}>
        <pattern id={`${id}-hachures`} {...HATCH}>
          <line className={classNames("chart-hatch", `chart-${tone}-line`)} x2="0" y2="6" />
        </pattern>
        <line className="chart-axis" x1="0" x2="100%" y1="100%" y2="100%" />
        {bars.map(({ label, value, text }, at) => (
          <rect
            key={label}
            {...(at === bars.length - 1
              ? { className: `chart-unfinished chart-${tone}-line`, fill: `url(#${id}-hachures)` }
              : { className: `chart-${tone}` })}
            x={percent(at * step + step * 0.12)}
            y={percent(100 - heightOf(value))}
            width={percent(step * 0.76)}
            height={percent(heightOf(value))}
          >
            <title>{`${label}\u00a0: ${text}`}</title>
          </rect>
        ))}
        {most > 0 && mean ? (
          <line
            className="chart-mean"
            x1="0"
            x2="100%"
            y1={percent(100 - heightOf(mean.value))}
            y2={percent(100 - heightOf(mean.value))}
          />
        ) : null}
        {most > 0 && highest ? (
          <text
            x={percent((top + 0.5) * step)}
            y={percent(100 - FULL)}
            dy="-6"
            textAnchor={anchorAt(top / bars.length)}
          >
            {highest.text}
          </text>
        ) : null}
      </svg>
      <p className="chart-ends" aria-hidden="true">
        <span>{bars[0]?.label}</span>
        <span>{bars.at(-1)?.label}</span>
      </p>
      <p className="chart-legend">
        {mean ? `Ligne pointillée\u00a0: ${mean.text} par jour fini en moyenne. ` : ""}
        Hachuré&nbsp;: aujourd’hui, en cours.
        {note ? ` ${note}` : ""}
      </p>
      <details>
        <summary className="office-link">
          <Icon name="tableau" size={20} />
          Voir les chiffres en tableau
        </summary>
        <DataTable
          caption={`${measure}, par jour`}
          columns={[{ label: "Jour" }, { label: measure, numeric: true }]}
          rows={bars.map(({ label, text }) => ({ id: label, cells: [label, text] }))}
        />
      </details>
    </figure>
  );
}

/** Where a text beside a bar has room: near an end, towards the middle. */
function anchorAt(place: number): "start" | "middle" | "end" {
  if (place < 0.25) return "start";
  return place > 0.75 ? "end" : "middle";
}
