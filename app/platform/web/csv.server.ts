import { stringify } from "csv-stringify";
import { pipeline, Readable } from "node:stream";
import { whileAwaited } from "./while-awaited";

/** One column: its heading, and what a row has in it. Amounts are euros as text: `-12,50`. */
export type CsvColumns<Row> = Readonly<
  Record<string, (row: Row) => string | number | null | undefined>
>;

/** What a French spreadsheet reads as a number, and must go on reading as one. */
const NUMBER = /^-?\d+(?:,\d+)?$/;

/** What it would read as one, and spoil: '06000' is 6000 to it, a SIRET or an id of figures and an 'e' 7,32829E+13. */
const FIGURES = /^0[\d ]+$|^\d[\d ]{11,}$|^\d+e\d+$/i;

/**
 * A list as CSV for a French spreadsheet: semicolons, a byte order mark, CR LF. A text that a spreadsheet
 * would take for a formula is given an apostrophe, and so are figures that are no amount (postal codes, tax numbers); a
 * number that happens to start with a minus is not.
 *
 * @param rows read one after the other; a line that is slower than the database has what is left wait in memory. When they
 * fail the file breaks off, and nothing else does
 */
function csvOf<Row>(
  columns: CsvColumns<Row>,
  rows: AsyncIterable<Row>,
  request: Pick<Request, "signal">,
): ReadableStream<Uint8Array> {
  const csv = pipeline(
    Readable.from(records(columns, whileAwaited(rows, request))),
    stringify({
      bom: true,
      delimiter: ";",
      record_delimiter: "windows",
      // Texts of several lines have LF alone, which would begin a row, and a formula at its start.
      quote_record_delimiter: true,
      cast: {
        string: (value) =>
          FIGURES.test(value)
            ? { value: `'${value}`, escape_formulas: false }
            : { value, escape_formulas: !NUMBER.test(value) },
      },
    }),
    // Whoever reads the file is told. An error that nobody hears would end the process.
    () => undefined,
  );
  return Readable.toWeb(csv) as ReadableStream<Uint8Array>;
}

/**
 * The same as a file to keep.
 *
 * @param name without its ending: 'utilisateurs-2026-11-22'
 * @param request that asked for it: once its client has left nothing more is read
 */
export function csvResponse<Row>(
  name: string,
  columns: CsvColumns<Row>,
  rows: AsyncIterable<Row>,
  request: Pick<Request, "signal">,
): Response {
  return new Response(csvOf(columns, rows, request), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${name}.csv"`,
      "Cache-Control": "no-store",
    },
  });
}

async function* records<Row>(columns: CsvColumns<Row>, rows: AsyncIterable<Row>) {
  yield Object.keys(columns);
  for await (const row of rows) yield Object.values(columns).map((cell) => cell(row) ?? "");
}
