import { Badge, type BadgeTone } from "~/ui/badge";
import type { Tone } from "~/rules/reservation-states";

const TONES: Record<Tone, BadgeTone> = {
  attente: "waiting",
  ok: "success",
  annule: "danger",
  depasse: "past",
};

/** The state of a reservation: 'En attente', 'Confirmée', 'Annulée', 'Terminée'. */
export function StateBadge({ tone, label }: { tone: Tone; label: string }) {
  return <Badge tone={TONES[tone]}>{label}</Badge>;
}
