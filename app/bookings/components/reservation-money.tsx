import { formatDay } from "~/platform/days";
import { formatEuros, share, type Cents } from "~/platform/money";
import { LinkButton } from "~/ui/button";
import { PriceBreakdown } from "~/ui/price-breakdown";
import { buyersMoney, ownersMoney, owedBeside, type Due, type Money } from "~/rules/money-words";
import { parisTime } from "~/rules/paris-time";
import type { PolicyStep } from "~/rules/policy";
import { breakdownLines, ownersLines } from "~/rules/price";
import { isCalledOff, nounOf } from "~/rules/reservation-states";
import type { ReservationPage } from "../lists/reservation-page.server";
import { ownersRefundText, refundText } from "./refund-text";

const BLOCK = "card panel print:break-inside-avoid print:p-3";

/** What it costs and where the money is, what cancelling gives back, and the way to cancel. */
export function ReservationMoney({ page }: { page: ReservationPage }) {
  const { side, request, money } = page;
  return (
    <div className="grid gap-6 print:gap-3">
      <section className={BLOCK} aria-labelledby="titre-prix">
        <h2 id="titre-prix">Prix</h2>
        <PriceBreakdown {...(side === "buyer" ? buyersPrice(page) : ownersPrice(page))} />
        {side === "buyer" && money.refunded > 0 ? <PriceBreakdown {...buyersRest(money)} /> : null}
        {side === "owner" && money.takenBack > 0 ? <PriceBreakdown {...ownersRest(page)} /> : null}
        <p className="muted">
          {side === "buyer"
            ? `${buyersMoney(money, dueToBuyer(page))}${paidByText(page)}`
            : ownersMoney(money, page.refundOwed)}
        </p>
        {money.paid > 0 ? (
          <p className="print:hidden">
            <a className="line-link" href={`${pathOf(side)}/${request.id}/recu`}>
              {money.refunded > 0 ? "Voir le reçu et l’avoir" : "Voir le reçu"}
            </a>
          </p>
        ) : null}
      </section>
      {["cancelled", "cancelling", "ended"].includes(request.state) ? null : (
        <Cancelling page={page} />
      )}
    </div>
  );
}

/** What has yet to come back: of one that was called off its end says it, above. */
function dueToBuyer({ request, refundOwed }: ReservationPage): Due {
  return isCalledOff(request.state) ? 0 : refundOwed;
}

/** When it was paid, and with which card. */
function paidByText({ paidBy, money }: ReservationPage): string {
  if (!paidBy || money.authorised + money.paid === 0) return "";
  const { on, cardLast4 } = paidBy;
  const card = cardLast4 && `arte terminée par ${cardLast4}.`;
  if (on === null) return card ? ` C${card}` : "";
  return card ? ` Payé le ${on}, c${card}` : ` Payé le ${on}.`;
}

const pathOf = (side: ReservationPage["side"]) =>
  side === "buyer" ? "/mes-demandes" : "/mes-locations/demandes";

function buyersPrice({ request, money }: ReservationPage) {
  const lines = breakdownLines(request).map(({ key, label, amount }) => ({
    // After a change of dates it is less than what was paid, and the rest of what was given back stands below.
    label: key === "total" && money.paid === amount && money.refunded === 0 ? "Total payé" : label,
    amount: formatEuros(amount),
  }));
  return { lines: lines.slice(0, -1), total: lines.at(-1) };
}

function ownersPrice({ request, commission, ownerShare }: ReservationPage) {
  const lines = ownersLines({ ...request, commission, ownerShare }).map(({ label, amount }) => ({
    label,
    amount: formatEuros(amount),
  }));
  return { lines: lines.slice(0, -1), total: lines.at(-1) };
}

/** What went back of what was paid, and what did not; or what went back beyond it. */
function buyersRest({ paid, refunded }: Money) {
  return rest([
    ["Payé", paid],
    ["Remboursé", -refunded],
    refunded > paid ? ["Rendu en plus", refunded - paid] : ["Reste payé", paid - refunded],
  ]);
}

/** What was taken back of what was sent to the owner, what of that is theirs again, and what they have in the end. */
function ownersRest({ money, refundOwed }: ReservationPage) {
  const { sent, takenBack } = money;
  const owed = owedBeside(money, refundOwed);
  return rest([
    ["Part versée", sent],
    ["Part reprise", -takenBack],
    ...(owed > 0 ? [["Part qui vous revient", owed] as const] : []),
    ["Il vous reste", sent - takenBack + owed],
  ]);
}

function rest(sums: (readonly [label: string, amount: Cents])[]) {
  const lines = sums.map(([label, amount]) => ({ label, amount: formatEuros(amount) }));
  return { lines: lines.slice(0, -1), total: lines.at(-1) };
}

function Cancelling({ page }: { page: ReservationPage }) {
  const { side, request, preview, money } = page;
  const href =
    side === "buyer"
      ? `/mes-demandes/${request.id}/annuler`
      : `/mes-locations/demandes/${request.id}/annuler`;
  const isOwnersToCancel = side === "owner" && request.state === "confirmed";
  return (
    <section className={BLOCK} aria-labelledby="titre-annulation">
      <h2 id="titre-annulation">{`Annulation ${request.policy}`}</h2>
      <PolicySteps page={page} />
      {preview && side === "buyer" ? (
        <p>
          <b>Si vous annulez aujourd’hui&nbsp;:</b> {refundText(preview, money.contested)}
        </p>
      ) : null}
      {preview && isOwnersToCancel ? (
        <p>
          <b>Si c’est vous qui annulez&nbsp;:</b> {ownersRefundText(preview, money.contested)}
        </p>
      ) : null}
      {preview && (side === "buyer" || isOwnersToCancel) ? (
        <p className="print:hidden">
          <LinkButton variant="quiet-danger" wide href={href}>
            {`Annuler la ${nounOf(request.state)}`}
          </LinkButton>
        </p>
      ) : null}
    </section>
  );
}

function PolicySteps({ page }: { page: ReservationPage }) {
  const { side, request, policySteps, preview, zone } = page;
  const alreadyBack = preview?.alreadyBack ?? 0;
  // Until then nothing was debited, and whoever cancels gets nothing back, whatever the day.
  const holds = request.state === "confirmed";
  const lines = policySteps.map((step) => ({
    label: datesText(step),
    amount: formatEuros(Math.max(0, share(request.total, step.percent) - alreadyBack)),
    isCurrent: holds && step.isNow,
  }));
  const lead = holds ? "Ce que" : "Une fois la réservation confirmée, ce que";
  return (
    <>
      <p className="muted">
        {side === "buyer"
          ? `${lead} vous recevez, selon le jour où vous annulez${parisTime(zone)}\u00a0:`
          : `${lead} le client reçoit, selon le jour où il annule${parisTime(zone)}\u00a0:`}
      </p>
      <PriceBreakdown lines={lines} />
    </>
  );
}

function datesText({ from, until }: PolicyStep): string {
  if (from === null)
    return until === null ? "quel que soit le jour" : `jusqu’au ${formatDay(until)}`;
  if (until === null) return `à partir du ${formatDay(from)}`;
  return from === until ? `le ${formatDay(from)}` : `du ${formatDay(from)} au ${formatDay(until)}`;
}
