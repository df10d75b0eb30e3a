import { formatEuros } from "~/platform/money";
import { DataTable } from "~/ui/data-table";
import { DayWords } from "./bookings-table";
import type { Earning, MadePayment } from "../lists/list-my-payments.server";

const MADE_COLUMNS = [
  { label: "Lieu" },
  { label: "Dates" },
  { label: "Payé le", numeric: true },
  { label: "Montant", numeric: true },
  { label: "État" },
  { label: "Remboursé", numeric: true },
  { label: "Reçu" },
];

/** What someone paid. */
export function MadeTable({ payments }: { payments: readonly MadePayment[] }) {
  return (
    <DataTable
      caption="Ce que vous avez payé"
      columns={MADE_COLUMNS}
      rows={payments.map((payment) => ({
        id: payment.id,
        cells: [
          <PaidVenue key="venue" payment={payment} />,
          <DayWords key="dates" text={payment.periodText} />,
          <PaidOn key="paid" payment={payment} />,
          <span key="amount">
            {formatEuros(payment.amount)}
            {payment.authorised === null ? null : (
              <span className="hint block whitespace-normal">
                {`${formatEuros(payment.authorised)} autorisés`}
              </span>
            )}
          </span>,
          payment.state,
          payment.refunded > 0 ? formatEuros(payment.refunded) : "—",
          payment.amount > 0 ? (
            <ReceiptLink key="receipt" payment={payment} of="/mes-demandes" />
          ) : (
            "—"
          ),
        ],
      }))}
    />
  );
}

const EARNED_COLUMNS = [
  { label: "Lieu" },
  { label: "Dates" },
  { label: "Payé le", numeric: true },
  { label: "Votre part", numeric: true },
  { label: "État" },
  { label: "Virement" },
  { label: "Reçu" },
];

/** What an owner earned. */
export function EarnedTable({ earnings }: { earnings: readonly Earning[] }) {
  return (
    <DataTable
      caption="Ce que vous avez reçu"
      columns={EARNED_COLUMNS}
      rows={earnings.map((earning) => ({
        id: earning.id,
        cells: [
          <PaidVenue key="venue" payment={earning} />,
          <DayWords key="dates" text={earning.periodText} />,
          <PaidOn key="paid" payment={earning} />,
          <span key="amount">
            {formatEuros(earning.amount)}
            {earning.expected === null ? null : (
              <span className="hint block whitespace-normal">
                {`${formatEuros(earning.expected)} attendus`}
              </span>
            )}
            {earning.owed === null ? null : (
              <span className="hint block whitespace-normal">
                {`${formatEuros(earning.owed)} vous reviennent, versés à part`}
              </span>
            )}
          </span>,
          earning.state,
          <Transfer key="transfer" earning={earning} />,
          // Numbered with the capture, whatever was given back since.
          earning.paidOn === null ? (
            "—"
          ) : (
            <ReceiptLink key="receipt" payment={earning} of="/mes-locations/demandes" />
          ),
        ],
      }))}
    />
  );
}

function PaidVenue({ payment }: { payment: MadePayment | Earning }) {
  const { href, venueHref, venueTitle, venueCity, reference } = payment;
  return (
    <>
      {venueHref ? <a href={venueHref}>{venueTitle}</a> : venueTitle}
      <span className="hint block font-normal">{venueCity}</span>
      <span className="hint block font-normal">
        {href ? <a href={href}>{reference}</a> : reference}
      </span>
    </>
  );
}

/** When an owner's part left for them, and when something of it was taken back, which lowers a later payout. */
function Transfer({ earning }: { earning: Earning }) {
  const { amount, expected, transferredOn, takenBackOn } = earning;
  if (!transferredOn) return expected === null ? "—" : "À venir";
  return (
    <>
      {`le\u00a0${transferredOn}`}
      {takenBackOn === null ? null : (
        <span className="hint block">
          {`${amount > 0 ? "repris en partie" : "repris"} le\u00a0${takenBackOn}`}
        </span>
      )}
    </>
  );
}

/** Several days stand one below the other where their column, which is of numbers and never broken, has room for one. */
function PaidOn({ payment: { paidOn } }: { payment: MadePayment | Earning }) {
  if (!paidOn?.includes(" ")) return paidOn ?? "—";
  return <span className="whitespace-normal">{paidOn}</span>;
}

function ReceiptLink({ payment, of }: { payment: MadePayment | Earning; of: string }) {
  return (
    <a className="line-link" href={`${of}/${payment.id}/recu`}>
      Reçu<span className="sr-only">{` de ${payment.reference}`}</span>
    </a>
  );
}
