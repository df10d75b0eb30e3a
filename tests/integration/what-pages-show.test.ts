import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { askedBy, kindsOf } from "../support/asked-of-database";
import { useDatabase } from "../support/database";
import { loggedIn } from "../support/members";
import { rendered } from "../support/rendered";
import { amissIn, besides, toldByPage } from "../support/shown";
import { day, now, storeUnchanging } from "../support/unchanging";
import { Visitor } from "../support/visitor";

/**
 * What pages of accounts and reservations say and send, whole, for people, venues and reservations that never change
 * at an instant that never changes: words, links, fields with their bounds and names, heads; above it what was asked of
 * the database for it. The snapshot is for people to read where it differs (`-u` once the change that it shows is meant).
 */

useDatabase();

let stored: Awaited<ReturnType<typeof storeUnchanging>>;
let buyer: Visitor;
let owner: Visitor;
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now });
  stored = await storeUnchanging();
  buyer = (await loggedIn(stored.buyer)).visitor;
  owner = (await loggedIn(stored.owner)).visitor;
});
afterAll(() => {
  vi.useRealTimers();
});

/** `:name` stands for the id of the reservation of that name. */
const addressed = (path: string) =>
  path.replace(/:(\w+)/g, (_, name: string) => {
    const venues = { grange: stored.venue, atelier: stored.halves };
    const one = stored.made.get(name.replace("_", " ")) ?? venues[name as "grange"];
    return one._id.toString();
  });

async function page(visitor: Visitor, path: string, form?: Record<string, string>) {
  const { answer, asked } = await askedBy(() => rendered(visitor, addressed(path), form));
  const { status, headers } = answer;
  // Of a form, so that what is sent twice is done once.
  const html = (await answer.text()).replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, "random");
  expect(amissIn(html)).toEqual([]);
  const answered = `${status} ${headers.get("location") ?? ""}`.trim();
  return [...asked, answered, ...toldByPage(html)].join("\n");
}

it("of who is there each page asks this", async () => {
  const visit = () => rendered(buyer, "/mes-parametres/mon-compte");
  expect(kindsOf((await askedBy(visit, { sessions: true })).asked)).toMatchSnapshot();
});

describe("a buyer is shown", () => {
  it.each([
    ...["/mes-demandes", "/mes-demandes?q=rien", "/mes-paiments", "/profil"],
    "/mes-demandes/:confirmed",
    ...["/mes-demandes/:confirmed/annuler", "/mes-demandes/:pending/annuler"],
    ...["/mes-demandes/:cancelled/recu", "/mes-demandes/:cancelled/annuler"],
    "/mes-demandes/:confirmed/dates",
    `/mes-demandes/:confirmed/dates?start=${day(140)}&end=${day(141)}`,
    ...["/mes-demandes/:just_ended/supprimer", "/mes-demandes/:just_ended/avis"],
    "/reservation/:grange",
    `/reservation/:atelier?start=${day(40)}&end=${day(41)}&startSlot=PM&endSlot=AM`,
    `/reservation/:atelier/attente?start=${day(50)}&end=${day(51)}`,
  ])("%s", async (path) => {
    expect(await page(buyer, path)).toMatchSnapshot();
  });

  // Nothing right in them: what is refused stands where it was typed, with all that was.
  it.each<[string, Record<string, string>]>([
    ["/mes-demandes/:confirmed/dates", { intent: "change", start: "2027-02-30" }],
    ["/mes-demandes/:long_ended/avis", { intent: "review", rating: "9", text: "Court" }],
    ["/reservation/:grange", { start: "2027-02-30", end: "" }],
    ["/reservation/:atelier/attente", { start: "2027-03-02", end: "2027-03-01" }],
  ])("%s, sent %j", async (path, form) => {
    expect(await page(buyer, path, form)).toMatchSnapshot();
  });
});

const OTHER_STATES = [
  ...["hold", "pending", "capturing", "changing", "granted", "disputed", "cancelling"],
  ...["cancelled", "refused", "under_way", "just_ended", "long_ended"],
];

describe("of a reservation in another state than 'confirmed' is shown besides", () => {
  it.each(OTHER_STATES)("to its buyer: %s", async (state) => {
    const confirmed = await page(buyer, "/mes-demandes/:confirmed");
    expect(besides(await page(buyer, `/mes-demandes/:${state}`), confirmed)).toMatchSnapshot();
  });

  it.each(OTHER_STATES.slice(1))("to its owner: %s", async (state) => {
    const path = "/mes-locations/demandes";
    const confirmed = await page(owner, `${path}/:confirmed`);
    expect(besides(await page(owner, `${path}/:${state}`), confirmed)).toMatchSnapshot();
  });
});

describe("an owner is shown", () => {
  it.each([
    ...["/mes-locations", "/mes-locations?q=rien", "/mes-paiments", "/profil?mois=2027-04"],
    // Who has reserved nothing.
    "/mes-demandes",
    "/mes-locations/demandes/:confirmed",
    ...["/mes-locations/demandes/:pending/accepter", "/mes-locations/demandes/:pending/refuser"],
    ...["/mes-locations/demandes/:confirmed/annuler", "/mes-locations/demandes/:cancelled/recu"],
    "/mes-locations/demandes/:changing/dates/accepter",
    ...["/profil/location/:atelier", "/profil/location/:grange/calendriers"],
    ...["/profil/location/:grange/supprimer", "/create-stripe-account"],
  ])("%s", async (path) => {
    expect(await page(owner, path)).toMatchSnapshot();
  });

  it.each<[string, Record<string, string>]>([
    ["/profil/location/:atelier", { intent: "edit", title: "" }],
    ["/profil/location/:atelier", { intent: "close", start: "2027-02-30" }],
    ["/profil/location/:grange/calendriers", { intent: "add", url: "ftp://x" }],
    ["/mes-locations/demandes/:confirmed/annuler", { reason: "" }],
  ])("%s, sent %j", async (path, form) => {
    expect(await page(owner, path, form)).toMatchSnapshot();
  });
});

describe("somebody with an account is shown", () => {
  const pages = [
    ...["mon-compte", "mot-de-passe", "sessions", "jetons", "cookies", "liason-compte"],
    ...["revenus", "desactiver", "e-mail"],
  ];
  it.each(pages)("/mes-parametres/%s", async (path) => {
    expect(await page(buyer, `/mes-parametres/${path}`)).toMatchSnapshot();
  });

  it.each(["identite", "coordonnees"])("/profil?modifier=%s", async (card) => {
    expect(await page(buyer, `/profil?modifier=${card}`)).toMatchSnapshot();
  });

  it.each([
    ["mot-de-passe", { password: "x" }],
    ["e-mail", { intent: "ask", email: "x" }],
    ["jetons", { intent: "create", life: "30" }],
    ["liason-compte", { intent: "search", code: "x" }],
    ["desactiver", { intent: "deactivate" }],
  ])("/mes-parametres/%s, sent %j", async (path, form) => {
    expect(await page(buyer, `/mes-parametres/${path}`, form)).toMatchSnapshot();
  });

  it.each<Record<string, string>>([
    { intent: "identity", name: "", role: "Entreprise" },
    { intent: "address", postalCode: "1" },
  ])("/profil, sent %j", async (form) => {
    expect(await page(buyer, "/profil", form)).toMatchSnapshot();
  });
});

describe("a stranger is shown", () => {
  const paths = [
    ...["/connexion", "/inscription", "/inscription-c", "/inscription-master"],
    ...["/inscription-c-master", "/reinitialiser-mot-de-passe", "/verification-email"],
  ];
  it.each([...paths, "/reservation/:grange", "/reinitialisation-mot-de-passe/x"])(
    "%s",
    async (path) => {
      expect(await page(new Visitor(), path)).toMatchSnapshot();
    },
  );

  it.each([
    ["/contact", { email: "camille@", name: "Camille", description: "Court" }],
    ["/signaler/:grange", { reason: "autre", email: "camille@" }],
  ])("%s, sent %j", async (path, form) => {
    expect(await page(new Visitor(), path, form)).toMatchSnapshot();
  });

  it.each(paths)("%s, sent with nothing right", async (path) => {
    const form = { email: "camille@", name: "Camille", password: "court", postalCode: "7600" };
    expect(await page(new Visitor(), path, form)).toMatchSnapshot();
  });
});

describe("of what is to be rented a stranger is shown", () => {
  // The first search of a process reads all venues.
  beforeAll(async () => void (await rendered(new Visitor(), "/reservation")));

  const wrong = "city=Lyon&minPrice=douze&maxPrice=5&people=0&start=2027-03-01&end=2027-02-30";
  it.each([
    ...["/", "/reservation", "/reservation?city=Nulle-Part", `/reservation?${wrong}`],
    "/reservation?city=Lyon&maxPrice=200&people=20&equipment=Bar&sort=price-desc",
    ...["/reservation/carte", "/reservation/:grange/carte", "/reservation/:grange/avis"],
    ...["/reservation/:grange/photos/2", "/signaler/:grange"],
    "/contact",
  ])("%s", async (path) => {
    expect(await page(new Visitor(), path)).toMatchSnapshot();
  });
});
