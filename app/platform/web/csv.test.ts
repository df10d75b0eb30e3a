import { describe, expect, it } from "vitest";
import { csvResponse, type CsvColumns } from "./csv.server";

interface Row {
  name: string;
  amount: string;
}

const COLUMNS: CsvColumns<Row> = { Nom: ({ name }) => name, "Montant (€)": ({ amount }) => amount };

const request = new Request("http://localhost/");

async function csv(...rows: Row[]): Promise<string> {
  async function* each() {
    yield* await Promise.resolve(rows);
  }
  const bytes = await csvResponse("essai", COLUMNS, each(), request).arrayBuffer();
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

describe("csvResponse", () => {
  it("is what a French spreadsheet opens: a mark, semicolons, CR LF", async () => {
    const text = await csv({ name: "Ève; « L’Étang »", amount: "1234,50" });
    expect(text).toBe('\uFEFFNom;Montant (€)\r\n"Ève; « L’Étang »";1234,50\r\n');
  });

  it.each(["=cmd()", "+33612345678", "-2+3", "@SUM(A1)", "\t=1", "\r=1", "＝1"])(
    "makes %j harmless",
    async (name) => {
      const [, line = ""] = (await csv({ name, amount: "1" })).split("\r\n");
      expect(line.replace(/^"/, "")).toMatch(/^'/);
    },
  );

  it.each(["a\nb", "a\rb", "a\r\nb"])("keeps the lines of %j in one cell", async (name) => {
    const text = await csv({ name, amount: "1" });
    expect(text).toBe(`\uFEFFNom;Montant (€)\r\n"${name}";1\r\n`);
  });

  it.each([
    "0123456789211",
    "06000",
    "73282932000074",
    "732 829 320 00074",
    "06 12 34 56 78",
    "65012345678901234567e123",
  ])("keeps each figure of %s", async (name) => {
    expect(await csv({ name, amount: "1" })).toContain(`\r\n'${name};1\r\n`);
  });

  it.each(["05/01/2026", "5 rue du Four", "75011", "552100554"])(
    "leaves %s as it is",
    async (name) => {
      expect(await csv({ name, amount: "1" })).toContain(`\r\n${name};1\r\n`);
    },
  );

  it.each(["-12,50", "-3", "0", "12,5", "0,50", "1234567890123,00"])(
    "leaves the number %s a number",
    async (amount) => {
      expect(await csv({ name: "a", amount })).toContain(`\r\na;${amount}\r\n`);
    },
  );

  it("breaks off where its rows fail, and nothing else does", async () => {
    async function* failing() {
      yield await Promise.resolve({ name: "a", amount: "1" });
      throw new Error("the database is away");
    }
    const file = csvResponse("essai", COLUMNS, failing(), request);
    await expect(file.text()).rejects.toThrow("the database is away");
  });

  it("has its headings when there is no row", async () => {
    expect(await csv()).toBe("\uFEFFNom;Montant (€)\r\n");
  });

  it("is sent as a file that nothing keeps", () => {
    const { headers } = csvResponse("essai", COLUMNS, (async function* () {})(), request);
    expect(headers.get("content-disposition")).toBe('attachment; filename="essai.csv"');
    expect(headers.get("cache-control")).toBe("no-store");
  });
});
