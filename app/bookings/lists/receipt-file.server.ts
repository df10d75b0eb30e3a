import type PDFDocument from "pdfkit";
import type { Receipt } from "@models/receipt";
import { receiptSheet, type ReceiptReader, type ReceiptSheet } from "~/rules/receipt-words";
import { toWinAnsi } from "~/rules/win-ansi";

/** A page of paper, in points. */
const MARGIN = 56;
const WIDTH = 595.28 - 2 * MARGIN;
const AMOUNT_WIDTH = 90;
const QUANTITY_WIDTH = 110;
const REGULAR = "Helvetica";
const BOLD = "Helvetica-Bold";
const SOFT = "#4A4A4A";
const INK = "#14316D";

/**
 * A receipt as a PDF of one page: real text in one of the fonts that every reader brings along, with its
 * title, its language and its structure, for those who have it read to them.
 */
export async function receiptFile(
  receipt: Receipt,
  reader: ReceiptReader,
): Promise<{ name: string; content: Uint8Array<ArrayBuffer> }> {
  const sheet = receiptSheet(receipt, reader);
  // With the first file that is asked for: it takes 27 MB, which few processes need at once.
  const { default: Document } = await import("pdfkit");
  const pdf = new Document({
    size: "A4",
    margin: MARGIN,
    lang: "fr-FR",
    displayTitle: true,
    tagged: true,
    pdfVersion: "1.7",
    info: {
      Title: toWinAnsi(`${sheet.title}, ${sheet.platform}`),
      Author: toWinAnsi(sheet.platform),
      // The same document gives the same bytes, whenever it is asked for.
      CreationDate: receipt.issuedAt,
      ModDate: receipt.issuedAt,
    },
  });
  const chunks: Buffer[] = [];
  pdf.on("data", (chunk: Buffer) => chunks.push(chunk));
  const done = new Promise<void>((resolve, reject) => {
    pdf.on("end", resolve);
    pdf.on("error", reject);
  });
  draw(pdf, sheet);
  pdf.end();
  await done;
  const kind = receipt.kind === "receipt" ? "recu" : "avoir";
  return { name: `${kind}-${receipt.number}.pdf`, content: new Uint8Array(Buffer.concat(chunks)) };
}

type Pdf = InstanceType<typeof PDFDocument>;

interface Style {
  font?: string;
  size?: number;
  colour?: string;
  x?: number;
  y?: number;
  width?: number;
  align?: "left" | "right";
}

function draw(pdf: Pdf, sheet: ReceiptSheet): void {
  const root = pdf.struct("Document");
  pdf.addStructure(root);
  const write = (tag: "H1" | "H2" | "P", text: string, style: Style = {}) => {
    const { font = REGULAR, size = 10, colour = "black", x = MARGIN, width = WIDTH } = style;
    root.add(
      pdf.struct(tag, {}, () => {
        pdf.font(font).fontSize(size).fillColor(colour);
        pdf.text(toWinAnsi(text), x, style.y ?? pdf.y, { width, align: style.align ?? "left" });
      }),
    );
  };
  /** Texts side by side; goes on below the tallest. */
  const row = (cells: readonly [string, Style][], gap = 6) => {
    const { y } = pdf;
    let bottom = y;
    for (const [text, style] of cells) {
      write("P", text, { ...style, y });
      bottom = Math.max(bottom, pdf.y);
    }
    pdf.y = bottom + gap;
  };
  const rule = () => {
    pdf.markContent("Artifact");
    pdf
      .moveTo(MARGIN, pdf.y)
      .lineTo(MARGIN + WIDTH, pdf.y)
      .lineWidth(0.5)
      .stroke(SOFT);
    pdf.endMarkedContent();
    pdf.y += 8;
  };

  write("P", sheet.platform, { font: BOLD, size: 13, colour: INK });
  pdf.moveDown();
  write("H1", sheet.title, { font: BOLD, size: 20 });
  write("P", sheet.issued, { colour: SOFT });
  pdf.moveDown(1.5);
  drawParties(sheet, row);
  pdf.moveDown();
  rule();
  const amountAt = MARGIN + WIDTH - AMOUNT_WIDTH;
  const amount = { x: amountAt, width: AMOUNT_WIDTH, align: "right" } as const;
  const label = { width: WIDTH - AMOUNT_WIDTH - QUANTITY_WIDTH - 12 };
  for (const line of sheet.lines) {
    row([
      [line.label, { ...label, font: BOLD }],
      [line.quantity, { x: amountAt - QUANTITY_WIDTH, width: QUANTITY_WIDTH, align: "right" }],
      [line.amount, amount],
    ]);
    if (line.detail !== null) row([[line.detail, { ...label, colour: SOFT, size: 9 }]]);
  }
  rule();
  const wide = { width: WIDTH - AMOUNT_WIDTH - 12 };
  for (const vat of sheet.vat) {
    row([
      [vat.label, wide],
      [vat.amount, amount],
    ]);
  }
  row([
    [sheet.total.label, { ...wide, font: BOLD, size: 12 }],
    [sheet.total.amount, { ...amount, font: BOLD, size: 12 }],
  ]);
  pdf.moveDown();
  for (const text of [sheet.moved, ...sheet.notes]) {
    row([[text, {}]]);
  }
  root.end();
}

function drawParties(
  { parties }: ReceiptSheet,
  row: (cells: readonly [string, Style][], gap?: number) => void,
): void {
  const width = WIDTH / parties.length - 12;
  const columns = (textOf: (party: ReceiptSheet["parties"][number]) => string, style: Style) =>
    row(
      parties.map((party, place) => [
        textOf(party),
        { ...style, width, x: MARGIN + place * (WIDTH / parties.length) },
      ]),
      2,
    );
  columns(({ heading }) => heading, { colour: SOFT, size: 9 });
  columns(({ name }) => name, { font: BOLD });
  const most = Math.max(...parties.map(({ lines }) => lines.length));
  for (let place = 0; place < most; place += 1) columns(({ lines }) => lines[place] ?? "", {});
}
