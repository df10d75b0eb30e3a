import { expect, it } from "vitest";
import { csvResponse } from "./csv.server";
import { privateFile } from "./private-file";
import { privateHeaders } from "./private-headers";

/** What nobody keeps a copy of on the way says so. */

async function* none(): AsyncGenerator<never> {}

it("a file to keep, a list as a file, a page of who has no login", async () => {
  const file = privateFile({ name: "mes-donnees.json", content: "{}" }, "application/json");
  expect(await file.text()).toBe("{}");
  expect(Object.fromEntries(file.headers)).toEqual({
    "content-type": "application/json",
    "content-disposition": 'attachment; filename="mes-donnees.json"',
    "cache-control": "private, no-store",
  });
  const list = csvResponse("avis-2027", { a: () => "" }, none(), new Request("http://localhost/"));
  expect(Object.fromEntries(list.headers)).toEqual({
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": 'attachment; filename="avis-2027.csv"',
    "cache-control": "no-store",
  });
  expect(privateHeaders()).toEqual({ "Cache-Control": "private, no-store" });
});
