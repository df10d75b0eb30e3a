import type { ComponentType } from "react";
import { expect, it, vi } from "vitest";
import { MEASURES } from "@models/enumerations";
import { breachedArticle, reasonsFor, type ModerationReason } from "~/admin/measures/measures";
import { validationText } from "~/bookings/components/validation-text";
import { REVIEW_DAYS } from "~/reviews/reading-time";
import { SHARED_DAYS } from "~/rules/contact";
import { quote } from "~/rules/price";
import { NOTICE_DAYS, TERMS_VERSION_TEXT } from "~/rules/terms";
import { shown } from "../../tests/support/shown";
import TermsOfUse from "./CGU";
import TermsOfSale from "./CGV";
import About from "./qui-sommes-nous";

vi.mock("@remix-run/react", async (original) => ({
  ...(await original<object>()),
  useLoaderData: () => ({ mediator: "Médiation SAS" }),
}));
vi.mock("~/platform/web/use-site", () => ({ useSite: () => ({ brand: "Place des Salles" }) }));

const textOf = (Page: ComponentType) =>
  shown(<Page />)
    .join(" ")
    .replace(/\s+/g, " ");

it.each([
  ["of use", TermsOfUse],
  ["of sale", TermsOfSale],
])("the terms %s say which version they are", (_, Page) => {
  expect(textOf(Page)).toContain(TERMS_VERSION_TEXT);
});

it("the terms know that dates may change, and for how long days are held", () => {
  const sale = textOf(TermsOfSale);
  expect(sale).not.toContain("ne change plus");
  expect(sale).toMatch(/5\. Changement de dates.*supplément.*24 heures au plus/);
  const use = textOf(TermsOfUse);
  expect(use).toMatch(/retenus 30 minutes au plus.*24 heures au plus.*2 heures au plus/);
  expect(use).toContain("sans réponse de sa part, elle est annulée");
});

it("the terms of sale name each case in which other dates are refused", () => {
  const sale = textOf(TermsOfSale);
  const article = sale.slice(sale.search(/5\. C/), sale.search(/6\. D/));
  for (const named of [
    ...[/jours fermés/, /délai avant le premier jour/, /durée/],
    ...[/lieu est indisponible, suspendu ou retiré/, /contesté auprès d’une banque/],
    /une partie du prix a été rendue autrement que par un changement de dates/,
    ...[/plus chères tant que le propriétaire ne peut pas être payé/, /plus de 31 jours/],
  ]) {
    expect(article).toMatch(named);
  }
});

it("whoever is about to pay reads, like the terms, that the time for an answer may be put off", () => {
  const said = validationText({ needValidation: true });
  expect(said).toMatch(/sous 24\u00a0heures, sauf report par nous.* débitée s’il accepte/);
  for (const Page of [TermsOfUse, TermsOfSale]) {
    expect(textOf(Page)).toContain("notre équipe peut reporter ce délai");
  }
});

it("the terms of sale and the page about us have the commission of what it is taken of: the price of the rent", () => {
  const { subtotal, commission } = quote({ period: "Day", unitPrice: 48_000, units: 3 });
  expect(commission / subtotal).toBe(0.125);
  expect(textOf(TermsOfSale)).toContain(
    "une commission de 12,5 % du prix de la location, déduite de ce que reçoit le propriétaire",
  );
  expect(textOf(About)).toMatch(
    /12,5 % au prix de la location et .* 12,5 % de ce même prix, déduite/,
  );
});

it("the terms of use promise of measures what is done, and of other terms the time that the command asks for", () => {
  const text = textOf(TermsOfUse);
  expect(text).not.toContain("après information");
  expect(text).toContain("au plus tard au moment où elle est prise");
  expect(text).toMatch(/30 jours avant.*sauf si la loi.*plusieurs fois/);
  expect(text).toContain(`au moins ${NOTICE_DAYS} jours avant`);
});

it("the terms of use say which data owners have, for how long, and what is left to them after a closing", () => {
  const text = textOf(TermsOfUse);
  expect(text).toMatch(/10\. Accès aux données.*11\. Changement.*12\. Droit applicable/);
  expect(text).toContain(`téléphone, jusqu’à ${SHARED_DAYS} jours après le dernier jour`);
  expect(text).toMatch(/Données personnelles\.? ?.*Une fois le compte fermé.* plus accès à rien/);
});

it("the terms of use say of each list by what venues come into it, and by what they leave it", () => {
  const text = textOf(TermsOfUse);
  expect(text).toMatch(/« Nos Salles » sont tirées au sort.*« Nouveautés » sont les dernières/);
  expect(text).toMatch(
    /semblables sont d’abord ceux d’un même type, puis les autres, du plus proche/,
  );
  expect(text).toMatch(/quitte toutes ces listes tant que.* ne peut pas être payé, .*suspendu/);
});

it("the terms of use name the suspension that tax law asks for, after as many reminders as are sent", () => {
  expect(textOf(TermsOfUse)).toMatch(
    /suspendre le compte ou les versements.*malgré deux rappels, 60 jours après la première demande/,
  );
});

it("the terms of use say when an account is closed that is not used, or that its holder is kept out of", () => {
  expect(textOf(TermsOfUse)).toMatch(
    /ne sert pas pendant trois ans, ou que nous avons suspendu depuis trois ans, est fermé/,
  );
});

it("the terms of use forbid what reasons of measures say that they do, in the article that letters name", () => {
  const text = textOf(TermsOfUse);
  const articleOf = (number: number) =>
    text.slice(text.search(`${number}\\. [A-Z]`), text.search(`${number + 1}\\. [A-Z]`));
  const forbidden: Partial<Record<ModerationReason, RegExp>> = {
    photos: /sincère : photos et description du lieu/,
    capacite: /sincère :.* adresse, capacité, .*prix/,
    introuvable: /le droit de louer le lieu/,
    injures: /injurieux, haineux ou discriminatoire/,
    "vie-privee": /informations personnelles/,
    "hors-sujet": /sans rapport avec la réservation/,
    fraude: /interdit.* de frauder ou de tenter de le faire/,
  };
  for (const measure of MEASURES) {
    for (const { value } of reasonsFor(measure)) {
      const article = breachedArticle(measure, value);
      if (article) expect(articleOf(article)).toMatch(forbidden[value] ?? "no words");
    }
  }
});

it("the terms of use say within how many days a review is published", () => {
  expect(textOf(TermsOfUse)).toContain(`${REVIEW_DAYS} jours au plus après son envoi`);
});
