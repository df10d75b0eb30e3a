import { classNames } from "~/ui/class-names";
import { Icon } from "~/ui/icon";
import type { LastMonth } from "../last-month.server";
import type { Trend } from "../trends";

const ICONS = { up: "hausse", down: "baisse", level: "stable" } as const;
const FAVOURS = { good: "Favorable.", watch: "À surveiller." } as const;

/** What thirty days brought, each figure with how it moved: the arrow, how much, and whether that is good. */
export function MonthFigures({ period, facts }: Pick<LastMonth, "period" | "facts">) {
  return (
    <section className="stack" aria-labelledby="trente-jours">
      <div className="office-head">
        <h2 id="trente-jours">Les 30 derniers jours</h2>
        <p className="muted">{`${period}, comparés aux 30\u00a0jours d’avant à la même heure`}</p>
      </div>
      <dl className="key-figures">
        {facts.map(({ label, value, trend }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <b>{value}</b>
            </dd>
            <dd>
              {trend ? (
                <TrendWords {...trend} />
              ) : (
                <p className="trend">Rien à comparer dans les 30&nbsp;jours d’avant.</p>
              )}
            </dd>
          </div>
        ))}
      </dl>
      <p>
        <a className="office-link" href="/admin/chiffres">
          Voir tous les chiffres
        </a>
      </p>
    </section>
  );
}

function TrendWords({ way, favour, change, beside }: Trend) {
  return (
    <p className={classNames("trend", favour && `trend-${favour}`)}>
      <Icon name={ICONS[way]} size={20} />
      <span>
        <strong>{beside ? change : `${change}.`}</strong>
        {beside ? `\u00a0: ${beside}.` : null}
        {favour ? ` ${FAVOURS[favour]}` : null}
      </span>
    </p>
  );
}
