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
  width?: number;
  align?: "left" | "right";
}

type Struct = ReturnType<Pdf["struct"]>;
type Words = readonly [text: string, style: Style];

/** Between the rows of the table, and between the texts of one cell. */
const GAP = 6;

/** Puts a text on the paper, and into the structure where it is read. */
function write(pdf: Pdf, parent: Struct, tag: "H1" | "H2" | "P", [text, style]: Words): void {
  const { font = REGULAR, size = 10, colour = "black", x = MARGIN, width = WIDTH } = style;
  parent.add(
    pdf.struct(tag, {}, () => {
      pdf.font(font).fontSize(size).fillColor(colour);
      pdf.text(toWinAnsi(text), x, pdf.y, { width, align: style.align ?? "left" });
    }),
  );
}

/** Columns side by side, each read to its end before the next; goes on below the tallest. */
function beside(pdf: Pdf, columns: readonly (() => void)[]): void {
  const { y } = pdf;
  let bottom = y;
  for (const column of columns) {
    pdf.y = y;
    column();
    bottom = Math.max(bottom, pdf.y);
  }
  pdf.y = bottom;
}

function draw(pdf: Pdf, sheet: ReceiptSheet): void {
  const root = pdf.struct("Document");
  pdf.addStructure(root);
  write(pdf, root, "P", [sheet.platform, { font: BOLD, size: 13, colour: INK }]);
  pdf.moveDown();
  write(pdf, root, "H1", [sheet.title, { font: BOLD, size: 20 }]);
  write(pdf, root, "P", [sheet.issued, { colour: SOFT }]);
  pdf.moveDown(1.5);
  drawParties(pdf, root, sheet);
  pdf.moveDown();
  drawAmounts(pdf, root, sheet);
  pdf.moveDown();
  for (const text of [sheet.moved, ...sheet.notes]) {
    write(pdf, root, "P", [text, {}]);
    pdf.y += GAP;
  }
  root.end();
}

function drawParties(pdf: Pdf, root: Struct, { parties }: ReceiptSheet): void {
  const width = WIDTH / parties.length - 12;
  const columns = parties.map(({ heading, name, lines }, place) => () => {
    const x = MARGIN + place * (WIDTH / parties.length);
    const say = (tag: "H2" | "P", text: string, style: Style = {}) => {
      write(pdf, root, tag, [text, { ...style, width, x }]);
      pdf.y += 2;
    };
    say("H2", heading, { colour: SOFT, size: 9 });
    say("P", name, { font: BOLD });
    for (const line of lines) say("P", line);
  });
  beside(pdf, columns);
}

/** What is charged, the taxes in it and the total: a table, each row headed by what its amount is of. */
function drawAmounts(pdf: Pdf, root: Struct, { lines, vat, total }: ReceiptSheet): void {
  const amountAt = MARGIN + WIDTH - AMOUNT_WIDTH;
  const amount = { x: amountAt, width: AMOUNT_WIDTH, align: "right" } as const;
  const quantity = { ...amount, x: amountAt - QUANTITY_WIDTH, width: QUANTITY_WIDTH };
  const label = { width: WIDTH - AMOUNT_WIDTH - QUANTITY_WIDTH - 12 };
  const wide = { width: WIDTH - AMOUNT_WIDTH - 12 };
  const table = pdf.struct("Table");
  root.add(table);
  /** Every row has as many cells, some of them without a text. */
  const row = (...cells: readonly (readonly Words[])[]) => {
    const line = pdf.struct("TR");
    table.add(line);
    const columns = cells.map((texts, place) => () => {
      const cell = pdf.struct(place === 0 ? "TH" : "TD");
      line.add(cell);
      for (const [at, text] of texts.entries()) {
        if (at > 0) pdf.y += GAP;
        write(pdf, cell, "P", text);
      }
    });
    beside(pdf, columns);
    pdf.y += GAP;
  };

  rule(pdf);
  for (const line of lines) {
    const details: Words[] =
      line.detail === null ? [] : [[line.detail, { ...label, colour: SOFT, size: 9 }]];
    row(
      [[line.label, { ...label, font: BOLD }], ...details],
      [[line.quantity, quantity]],
      [[line.amount, amount]],
    );
  }
  rule(pdf);
  for (const tax of vat) row([[tax.label, wide]], [], [[tax.amount, amount]]);
  const strong = { font: BOLD, size: 12 };
  row([[total.label, { ...wide, ...strong }]], [], [[total.amount, { ...amount, ...strong }]]);
}

/** A line across the paper, which is not read. */
function rule(pdf: Pdf): void {
  pdf.markContent("Artifact");
  pdf
    .moveTo(MARGIN, pdf.y)
    .lineTo(MARGIN + WIDTH, pdf.y)
    .lineWidth(0.5)
    .stroke(SOFT);
  pdf.endMarkedContent();
  pdf.y += 8;
}
