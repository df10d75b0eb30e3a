import type { Drawings } from "../figures-page.server";
import { BarChart } from "./bar-chart";
import { Funnel } from "./figure-parts";

/** What some days brought, day by day, and how far people came on the way to a reservation. */
export function PeriodCharts({ reservations, paid, funnel }: Drawings) {
  return (
    <>
      <BarChart
        id="reservations-par-jour"
        title="Réservations payées par jour"
        measure="Réservations payées"
        note="Au jour où elles ont été faites, demandes en attente comprises, que la banque autorise sans les débiter."
        {...reservations}
        tone="blue"
      />
      <BarChart
        id="paye-par-jour"
        title="Montant payé par jour"
        measure="Montant payé"
        {...paid}
        tone="green"
      />
      <Funnel funnel={funnel} />
    </>
  );
}
