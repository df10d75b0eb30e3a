import type { ReactNode } from "react";
import { classNames } from "~/ui/class-names";
import { Button } from "~/ui/button";
import { Form } from "~/ui/form";
import { Icon } from "~/ui/icon";
import type { IconName } from "~/ui/icons";
import { Tabs } from "~/ui/tabs";
import type { ReservationRecord } from "../reservation-record.server";
import {
  TIMELINE_KIND_LABELS,
  TIMELINE_KINDS,
  type BalanceLine,
  type TimelineEvent,
  type TimelineKind,
} from "../timeline";

const ICONS: Record<TimelineKind, IconName> = {
  etat: "calendrier",
  registre: "euro",
  email: "enveloppe",
  webhook: "branche",
  acte: "bouclier",
};

interface TimelineProps extends Pick<ReservationRecord, "timeline" | "counts" | "total"> {
  /** Where its tabs lead. */
  path: string;
  kind: TimelineKind | "";
  mayFollow: boolean;
}

/** Everything that happened to a reservation, the oldest first, by day. */
export function Timeline({ timeline, counts, total, path, kind, mayFollow }: TimelineProps) {
  const last = timeline.length - 1;
  return (
    <section className="stack" id="frise" aria-labelledby="frise-titre">
      <div className="office-head">
        <h2 id="frise-titre">Frise</h2>
        {timeline.length > 1 ? <a href="#recent">Aller au plus récent</a> : null}
      </div>
      <Tabs
        label="Filtrer la frise"
        tabs={[
          { href: `${path}#frise`, label: `Tout (${total})`, current: kind === "" },
          ...TIMELINE_KINDS.filter((one) => counts[one] > 0 || one === kind).map((one) => ({
            href: `${path}?genre=${one}#frise`,
            label: `${TIMELINE_KIND_LABELS[one].many} (${counts[one]})`,
            current: kind === one,
          })),
        ]}
      />
      {timeline.length === 0 ? <p className="muted">Rien de ce genre.</p> : null}
      {timeline.map(({ day, events }, index) => (
        <div key={day} id={index === last ? "recent" : undefined}>
          <h3 className="timeline-day">{day}</h3>
          <ol className="timeline">
            {events.map((event) => (
              <TimelineItem key={event.id} event={event} mayFollow={mayFollow} />
            ))}
          </ol>
        </div>
      ))}
    </section>
  );
}

function TimelineItem({ event, mayFollow }: { event: TimelineEvent; mayFollow: boolean }) {
  const { kind, title, time, detail, identifier, why, failed, balance, mailAgain } = event;
  return (
    <li className={classNames(`timeline-${kind}`, failed && "timeline-failed")}>
      <span className="timeline-mark">
        <Icon name={ICONS[kind]} size={20} />
      </span>
      <div className="timeline-what">
        <p className="timeline-title">
          <b className={kind === "webhook" ? "identifier" : undefined}>{title}</b>{" "}
          <span className="muted">{TIMELINE_KIND_LABELS[kind].one}</span>{" "}
          <span className="muted">{time}</span>
        </p>
        {detail ? <p className="anywhere">{detail}</p> : null}
        {identifier && identifier !== title ? <p className="identifier">{identifier}</p> : null}
        {why ? <p className="audit-reason">{`«\u00a0${why}\u00a0»`}</p> : null}
        {balance ? <BalanceSum lines={balance} /> : null}
        {mailAgain && mayFollow ? (
          <Form>
            <input type="hidden" name="mail" value={mailAgain} />
            <p>
              <Button variant="secondary" compact name="intent" value="mail">
                Renvoyer cet e-mail
                <span className="sr-only">{`\u00a0: ${title}`}</span>
              </Button>
            </p>
          </Form>
        ) : null}
      </div>
    </li>
  );
}

const SIGNS = ["", "= ", "+ ", "+ "] as const;

/** 'Payé = Propriétaire + Plateforme + Remboursé', what was moved marked: by its colour, its weight and a word. */
function BalanceSum({ lines }: { lines: readonly BalanceLine[] }): ReactNode {
  return (
    <dl className="balance">
      {lines.map(({ label, amount, moved }, index) => (
        <div key={label} className={moved ? "balance-moved" : undefined}>
          <dt>
            <span aria-hidden="true">{SIGNS[index]}</span>
            {label}
          </dt>
          <dd>
            {moved ? (
              <>
                <b>{amount}</b>
                <span className="sr-only">, modifié</span>
              </>
            ) : (
              amount
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
