import type { ReactElement } from "react";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { Footer, FreshFooter } from "./footer";
import { FreshHeader, Header } from "./header";
import { kept } from "./kept";
import { createPageAssets, PageAssetsProvider } from "./page-assets";
import { VenueCard } from "./venue-card";

/** A part's HTML, and what it asks of its page. */
function rendered(element: ReactElement) {
  const assets = createPageAssets();
  const html = renderToString(<PageAssetsProvider value={assets}>{element}</PageAssetsProvider>);
  return { html, icons: [...assets.icons], needsScript: assets.needsScript };
}

/** The first rendering keeps, the second takes what was kept. */
function expectSame(keptPart: ReactElement, fresh: ReactElement) {
  expect(rendered(keptPart)).toEqual(rendered(fresh));
  expect(rendered(keptPart)).toEqual(rendered(fresh));
}

test.each([
  "/",
  "/reservation",
  "/reservation/674000000000000000000000",
  "/reservation/674000000000000000000000/paiement",
  "/connexion",
  "/contact",
  "/introuvable/%3Cb%3E",
])("a guest's header on %s is the one rendered anew", (currentPath) => {
  const props = { brand: "Salles & Cie", currentPath, user: null };
  expectSame(<Header {...props} />, <FreshHeader {...props} />);
});

test("a member's header is their own", () => {
  const header = (firstName: string) =>
    rendered(<Header brand="Salles" currentPath="/" user={{ firstName, isAdmin: false }} />).html;
  expect(header("Marie")).toContain("Marie");
  expect(header("Paul")).not.toContain("Marie");
});

test("the footer is the one rendered anew, each year", () => {
  for (const year of [2026, 2027]) {
    expectSame(
      <Footer brand="Salles & Cie" year={year} />,
      <FreshFooter brand="Salles & Cie" year={year} />,
    );
  }
});

test("a card is the one rendered anew, and another once its venue has changed", () => {
  const Card = kept(VenueCard);
  const venue = {
    id: "674000000000000000000000",
    title: 'La <b>Grande</b> Salle & "co"',
    city: "Lyon",
    country: "France",
    price: "480 €",
    capacity: "10 - 50",
    cover: { id: "674000000000000000000001", alt: "Vue", width: 1920, height: 1440 },
    photoCount: 2,
    photoIds: ["674000000000000000000001", "674000000000000000000002"],
  };
  const cheaper = { ...venue, price: "460 €" };
  expectSame(<Card venue={venue} priority="high" />, <VenueCard venue={venue} priority="high" />);
  expectSame(<Card venue={venue} priority="lazy" />, <VenueCard venue={venue} priority="lazy" />);
  expectSame(<Card venue={cheaper} />, <VenueCard venue={cheaper} />);
});

test("a root with other attributes than a class is refused", () => {
  const Refused = kept(() => <p id="a">texte</p>);
  expect(() => renderToString(<Refused />)).toThrow("No part to keep");
});
