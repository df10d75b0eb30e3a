import { readdirSync, readFileSync } from "node:fs";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { PRIVACY_KINDS, type PrivacyKind } from "@models/enumerations";
import { GUARD_DAYS } from "~/bookings/reserve/unpaid-holds.server";
import { MONEY_DAYS } from "~/offboarding/forget-deleted-venues.server";
import { PolicyHowLong } from "~/offboarding/components/policy-how-long";
import { PolicyPartners } from "~/offboarding/components/policy-partners";
import { SHARED_DAYS } from "~/rules/contact";
import { CookieBanner } from "~/ui/cookie-banner";

const sources = readdirSync("app", { recursive: true, encoding: "utf8" })
  .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
  .map((file) => [file, readFileSync(`app/${file}`, "utf8")] as const);
/** How a cookie is set, and what it is called there. */
const SETS_ONE = /signedCookie\("|createCookie(?:SessionStorage)?\(\{|; Path=\//;
const CALLED = /(?:signedCookie\(|\bname: |\bNAME = )"([\w-]+)"/g;

const page = sources
  .filter(([file]) => /^routes\/politique|\/policy-/.test(file))
  .map(([, source]) => source)
  .join(" ")
  .replace(/\s+/g, " ");

it("names how long what is kept of network addresses is", () => {
  expect(GUARD_DAYS).toBe(3);
  expect(page).toContain("sans être payées au bout de trois jours");
});

it("names why photos of a deleted venue stay longer than their 60 days", () => {
  expect(SHARED_DAYS).toBe(60);
  expect(page).toContain(
    `restent tant que de l’argent d’une réservation de ce lieu, finie depuis ${MONEY_DAYS}&nbsp;jours au plus, est attendu ou contesté`,
  );
});

it("names what keeps an account that nobody came for, as its invitation does", () => {
  const kept = "et au nom duquel rien n’a été fait, ";
  expect(page).toContain(`où vous n’êtes jamais venu(e), ${kept}30&nbsp;jours`);
  const invitation = sources.find(([file]) => file.endsWith("/invitation-mail.server.ts"))![1];
  expect(invitation).toContain(`un compte qui n’a pas servi, ${kept}est ensuite supprimé`);
});

it("names a ban's end beside that of disuse", () => {
  expect(page).toContain("ou si nous l’avons suspendu depuis trois ans, nous vous l’écrivons");
});

it("says that a venue's address is public, as do the form that asks for it and no word to its customer against it", () => {
  expect(page).toContain("L’adresse d’un lieu est publiée avec son annonce.");
  const of = (wanted: string) => sources.find(([file]) => file.endsWith(wanted))![1];
  expect(of("venues/components/venue-fields.tsx")).toContain("Elle est publiée avec l’annonce.");
  expect(of("bookings/components/reservation-place.tsx")).not.toContain("adresse complète");
});

it("names as many cookies as the code sets", () => {
  const found = sources
    .filter(([, source]) => SETS_ONE.test(source))
    .flatMap(([file, source]) => {
      const names = [...source.matchAll(CALLED)].map(([, name]) => name!);
      expect([file, names.length]).toEqual([file, 1]);
      return names;
    });
  // One more, or one less, is said on the page.
  expect(found.sort()).toEqual([
    ...["bandeaux", "device", "pending-email", "session", "toast", "wanted-stay"],
  ]);
  expect(page).toContain("six cookies essentiels");
});

it("says who answers for it, by which right, who works on it outside the Union, and what of a card is kept", () => {
  for (const said of [
    ...["{publisher}", "contrat qui nous lie", "la loi nous y oblige", "intérêt légitime"],
    ...["votre accord", "quatre derniers chiffres", "clauses contractuelles types", "limiter"],
    ...["opposer", "après votre mort", "votre appareil", "«&nbsp;Ancien membre&nbsp;»"],
  ]) {
    expect(page).toContain(said);
  }
});

it("offers no right that the office could not record as what it is, and none is recorded that it does not offer", () => {
  const offered: Record<PrivacyKind, string> = {
    access: "consulter",
    rectification: "corriger vos données",
    portability: "les télécharger",
    erasure: "demander d’effacer des données",
    limitation: "d’en limiter l’usage",
    objection: "vous y opposer",
    consent: "revenir sur un accord",
    afterlife: "ce qu’elles deviennent après votre mort",
  };
  expect(Object.keys(offered).sort()).toEqual([...PRIVACY_KINDS].sort());
  for (const said of Object.values(offered)) expect(page).toContain(said);
});

it("says of cookies that need a yes whether the site loads any", () => {
  const of = (usesGoogle: boolean) =>
    renderToStaticMarkup(createElement(PolicyHowLong, { usesGoogle }));
  expect(of(true)).toContain("trouve les adresses, ne sont chargés qu’avec votre accord");
  expect(of(true)).not.toContain("pour le moment");
  expect(of(false)).toContain("n’en charge pas d’autres pour le moment");
  const banner = (usesGoogle: boolean) =>
    renderToStaticMarkup(createElement(CookieBanner, { returnTo: "/", usesGoogle }));
  expect(banner(true)).toMatch(
    /de Google \(plans, adresses\)\u00a0\? Modifiable.*href="\/politique"/s,
  );
  expect(banner(true)).toContain('name="cookiesOf" value="Google"');
  expect(banner(false)).not.toContain("Google");
  expect(banner(false)).not.toContain("cookiesOf");
  expect(banner(false)).toContain("dont le site ne charge aucun pour le moment\u00a0?");
});

it("names Google, and where pictures are, where that is so", () => {
  const of = (usesGoogle: boolean, picturesHost: string | null) =>
    renderToStaticMarkup(createElement(PolicyPartners, { usesGoogle, picturesHost }));
  expect(of(true, "s3.exemple.fr")).toMatch(/chez s3\.exemple\.fr.*à Google.*Stripe et Google/s);
  expect(of(false, null)).toMatch(/chez notre hébergeur.*Base Adresse Nationale.*Stripe peut/s);
  expect(of(false, null)).not.toContain("Google");
});
