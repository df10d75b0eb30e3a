import type { ReactNode } from "react";
import { classNames } from "./class-names";
import { Icon } from "./icon";
import type { IconName } from "./icons";

/** Tone of a state; each has its own icon, so that colour never speaks alone. */
export type BadgeTone = "waiting" | "success" | "danger" | "past";

const look: Record<BadgeTone, { className: string; icon: IconName }> = {
  waiting: { className: "badge-waiting", icon: "sablier" },
  success: { className: "badge-success", icon: "valide" },
  danger: { className: "badge-danger", icon: "refus" },
  past: { className: "badge-past", icon: "horloge" },
};

/** The state of a reservation, a venue or a request: 'En attente', 'Confirmée'… */
export function Badge({ tone, children }: { tone: BadgeTone; children: ReactNode }) {
  const { className, icon } = look[tone];
  return (
    <span className={classNames("badge", className)}>
      <Icon name={icon} size={18} />
      {children}
    </span>
  );
}

interface ChipProps {
  icon: IconName;
  /** What the text measures, for screen readers: 'Capacité'. */
  label?: string;
  children: ReactNode;
}

/** A quiet fact beside a name: capacity, kind of owner. */
export function Chip({ icon, label, children }: ChipProps) {
  return (
    <span className="badge chip">
      <Icon name={icon} size={18} />
      {label ? <span className="sr-only">{`${label}\u00a0: `}</span> : null}
      {children}
    </span>
  );
}

/** '10 - 50 pers.' and the like, as a chip. */
export function CapacityChip({ capacity }: { capacity: string }) {
  return (
    <Chip icon="groupe" label="Capacité">
      {`${capacity} pers.`}
    </Chip>
  );
}

/** Who answers a request to reserve: the payment alone, or the owner within 24 hours. */
export function AnswerMode({ needValidation }: { needValidation: boolean }) {
  return (
    <span className={needValidation ? "badge answer-mode" : "badge answer-mode instant"}>
      <Icon name={needValidation ? "horloge" : "eclair"} size={18} />
      {needValidation ? "Sur accord" : "Réponse immédiate"}
    </span>
  );
}
