import { expect, test } from "vitest";
import { STYLE_PLACE } from "../web/style-sheet";
import { pageEncoder, pageOf, pageResponse } from "./page-response.server";

const STYLE = 'a::before{content:"→ é"}';
const bytesOf = pageEncoder(STYLE);

const page = (title: string, body: string) =>
  `<head><title>${title}</title>${STYLE_PLACE}</head>${body}`;
const whole = (html: string) => html.replace(STYLE_PLACE, () => `<style>${STYLE}</style>`);

test("a page has its bytes, its status and its headers", () => {
  const headers = { "Content-Type": "text/html; charset=utf-8" };
  const html = page("titre", "corps");
  const response = pageResponse(html, { status: 404, headers });
  expect(pageOf(response)?.toString()).toContain("corps");
  expect(response.status).toBe(404);
  expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(pageOf(new Response("text"))).toBeUndefined();
});

test("its bytes are those of the page with the style, whatever its length and its letters", () => {
  const bodies = [
    "",
    "Salle à 480 €",
    "🏰".repeat(50_000),
    "court",
    "\ud800 seul",
    "é".repeat(300_000),
  ];
  for (const body of bodies) {
    const html = page("L’été", body);
    expect(bytesOf(html).equals(Buffer.from(whole(html)))).toBe(true);
  }
});

test("a page's bytes stay when the next page is made", () => {
  const first = bytesOf(page("un", "premier"));
  const copy = Buffer.from(first);
  bytesOf(page("deux", "second"));
  expect(first.equals(copy)).toBe(true);
});

test("a page without a place for its style is refused", () => {
  expect(() => bytesOf("<p>nu</p>")).toThrow("no place for its style");
});
