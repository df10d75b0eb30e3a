import { BackLink } from "~/ui/back-link";
import { LinkButton } from "~/ui/button";
import { DataTable } from "~/ui/data-table";
import { Main } from "~/ui/main";
import { PriceBreakdown } from "~/ui/price-breakdown";
import { PrintButton } from "~/ui/print-button";
import type { ReceiptSheet } from "~/rules/receipt-words";
import type { ReceiptsPage } from "../lists/receipts-page.server";

/** The receipts and credit notes of a reservation; each prints on a page of its own. */
export function ReceiptSheets({ page: { back, sheets } }: { page: ReceiptsPage }) {
  return (
    <Main className="frame pb-16 pt-6 print:p-0">
      <div className="row mb-3 justify-between print:hidden">
        <BackLink {...back} />
        <PrintButton compact />
      </div>
      <div className="stack stack-wide">
        <h1 className="sr-only">{titleOf(sheets)}</h1>
        {sheets.map((sheet) => (
          <ReceiptArticle key={sheet.number} sheet={sheet} fileHref={sheet.fileHref} />
        ))}
      </div>
    </Main>
  );
}

/** 'Reçu', 'Reçus', 'Reçu et avoir', 'Reçus et avoirs' */
function titleOf(sheets: readonly ReceiptSheet[]): string {
  const notes = sheets.filter(({ isCreditNote }) => isCreditNote).length;
  const of = (word: string, count: number) => (count > 1 ? `${word}s` : word);
  const receipts = of("Reçu", sheets.length - notes);
  return notes === 0 ? receipts : `${receipts} et ${of("avoir", notes)}`;
}

interface ReceiptArticleProps {
  sheet: ReceiptSheet;
  /** Where its PDF is, for those whose document it is. */
  fileHref?: string;
}

/** One document. */
export function ReceiptArticle({ sheet, fileHref }: ReceiptArticleProps) {
  const id = `recu-${sheet.number}`;
  return (
    <article
      className="receipt card panel min-w-0 print:break-inside-avoid print:break-after-page print:border-0 print:p-0 print:last:break-after-auto"
      aria-labelledby={id}
    >
      <div className="stack gap-2.5">
        <p>
          <b>{sheet.platform}</b>
        </p>
        <h2 id={id}>{sheet.title}</h2>
        <p className="muted">{sheet.issued}</p>
        {fileHref === undefined ? null : (
          <p className="print:hidden">
            <LinkButton variant="secondary" compact icon="telecharger" href={fileHref}>
              Télécharger le PDF<span className="sr-only">{` de ${sheet.number}`}</span>
            </LinkButton>
          </p>
        )}
      </div>
      <div className="grid gap-5 sm:grid-cols-2 print:grid-cols-2">
        {sheet.parties.map(({ heading, name, lines }) => (
          <div key={heading} className="min-w-0 break-words">
            <h3 className="hint">{heading}</h3>
            <p>
              <b>{name}</b>
              {lines.map((line) => (
                <span key={line} className="block">
                  {line}
                </span>
              ))}
            </p>
          </div>
        ))}
      </div>
      <DataTable
        caption={`Lignes du document ${sheet.number}`}
        columns={COLUMNS}
        rows={sheet.lines.map(({ label, detail, quantity, amount }) => ({
          id: label,
          cells: [
            <span key="label">
              {label}
              {detail === null ? null : <span className="hint block font-normal">{detail}</span>}
            </span>,
            quantity,
            amount,
          ],
        }))}
      />
      <PriceBreakdown lines={sheet.vat} total={sheet.total} />
      <p>
        <b>{sheet.moved}</b>
      </p>
      {sheet.notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </article>
  );
}

const COLUMNS = [
  { label: "Désignation" },
  { label: "Quantité" },
  { label: "Montant", numeric: true },
];
