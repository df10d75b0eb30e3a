import type { Page } from "playwright/test";
import { VENUE_TYPES, type Equipment, type Slot } from "@models/enumerations";
import { VenueModel } from "@models/venue";
import { formatDay, formatDayRange } from "~/platform/days";
import { ratingOf } from "~/venues/rating";
import { expectAccessible } from "../support/axe";
import { newAccount, newOwner, newVenue, unique } from "../support/browser-people";
import { takeSlots } from "../support/fixtures";
import { daysField, expect, follow, inDays, spaced, test } from "../support/journey";
import { runsScripts } from "../support/screenshots";

/** Finding a venue: home, listing, the venue's page. */

const cards = (page: Page) => page.locator(".venue-card");
const headings = (page: Page) => cards(page).getByRole("heading");
const titles = (page: Page) => headings(page).allInnerTexts();
/** Waits for them: a press on a link comes back while the next page is still being read. */
const expectTitles = (page: Page, expected: string[], why?: string) =>
  expect(headings(page), why).toHaveText(expected);
/** What one whole day comes to on each card, in cents and in order; a half day's price counts twice. */
const wholeDays = async (page: Page) =>
  (await cards(page).allInnerTexts()).map((text) => {
    const [, amount = ""] = /([\d\s]+(?:,\d\d)?)\s€ par /.exec(text) ?? [];
    const [euros = "", cents = "00"] = amount.replace(/\s/g, "").split(",");
    return Number(euros + cents) * (text.includes("par demi-journée") ? 2 : 1);
  });

test("home: a headline, four sections, and tiles that lead on", async ({ page }) => {
  await page.goto("/");
  await expect(page).toHaveTitle("Place des Salles | Accueil");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "Réservez votre salle événementielle en quelques clics\u00a0!",
  );
  for (const name of ["Nos Villes", "Nos Salles", "Nouveautés", "Avis"]) {
    await expect(page.getByRole("main").getByRole("heading", { level: 2, name })).toBeVisible();
  }
  for (const section of ["Nos Salles", "Nouveautés"]) {
    const links = page
      .getByRole("region", { name: section })
      .getByRole("heading")
      .getByRole("link");
    await expect(links.first()).toHaveAttribute("href", /^\/reservation\/[0-9a-f]{24}$/);
  }

  const tile = page.getByRole("region", { name: "Nos Villes" }).getByRole("link").first();
  const city = (await tile.innerText()).trim();
  await tile.click();
  await expect(page).toHaveURL(`/reservation?city=${encodeURIComponent(city)}`);
  await expect(page.getByLabel("Ville")).toHaveValue(city);
  expect(await cards(page).count()).toBeGreaterThan(0);
  for (const text of await cards(page).allInnerTexts()) expect(text).toContain(`${city}, France`);

  await page.goto("/");
  await page.getByRole("link", { name: "Découvrir nos salles" }).click();
  await expect(page).toHaveURL("/reservation");
});

test("filters stand in the address, and the address brings them back", async ({ page, owner }) => {
  const city = `Châteauvert-${unique()}`;
  const common = { city, type: [VENUE_TYPES[0]], capacity: ">51" as const };
  const cheap = await newVenue(owner, { ...common, price: 10_000, equipement: ["Bar"] });
  const stage = { ...common, equipement: ["Bar", "Scène"] satisfies Equipment[] };
  const right = await newVenue(owner, { ...stage, price: 30_000, rating: ratingOf(9, 44) });
  const dear = await newVenue(owner, { ...stage, price: 90_000, rating: ratingOf(2, 9) });
  await page.goto("/reservation");
  await page.getByText("Filtrer", { exact: true }).click();
  await page.getByLabel("Ville").fill(city.toUpperCase());
  await page.getByLabel("Prix minimum").fill("225");
  await page.getByLabel("Nombre de personnes").fill("40");
  await page.locator("summary").filter({ hasText: "Équipements" }).click();
  await page.getByRole("checkbox", { name: "Scène" }).check();
  await page.getByRole("button", { name: "Rechercher" }).click();
  await expect(page.getByText("2 lieux correspondent à votre recherche.")).toBeVisible();
  // What was left empty is not in the address.
  expect([...new URL(page.url()).searchParams.keys()]).toEqual([
    ...["city", "people", "minPrice", "equipment"],
  ]);
  const sortBy = async (order: string) => {
    await page.getByRole("button", { name: "Trier" }).click();
    await page.getByRole("link", { name: order }).click();
  };
  await sortBy("Mieux notés");
  await expectTitles(page, [right.title, dear.title]);
  await sortBy("Prix décroissant");
  await expectTitles(page, [dear.title, right.title]);

  const address = new URL(page.url()).searchParams;
  expect(address.get("minPrice")).toBe("225");
  expect(address.get("equipment")).toBe("Scène");
  await expect(page.locator("summary").filter({ hasText: "Filtrer" })).toContainText("4 critères");
  await expect(page.getByLabel("Ville")).toBeHidden();
  await expectAccessible(page);
  await page.locator("summary").filter({ hasText: "Filtrer" }).click();
  await expect(page.getByLabel("Nombre de personnes")).toHaveValue("40");
  await expect(page.getByRole("checkbox", { name: "Scène" })).toBeChecked();
  await expect(page.getByRole("checkbox", { name: "Bar" })).not.toBeChecked();
  await expectAccessible(page);
  const chips = page.getByRole("list", { name: "Critères de la recherche" });
  await chips.getByRole("link", { name: /^Scène\s?, retirer ce critère$/ }).click();
  await expect(page).not.toHaveURL(/equipment=/);
  await chips.getByRole("link", { name: /^À partir de 225/ }).click();
  await expectTitles(page, [dear.title, right.title, cheap.title]);
  await page.getByRole("link", { name: "Tout effacer" }).click();
  await expect(page).toHaveURL("/reservation");

  await takeSlots(dear, [inDays(50), "PM"]);
  const query = new URLSearchParams({ city, start: inDays(49), end: inDays(51) });
  await page.goto(`/reservation?${query.toString()}&sort=price-asc`);
  await expectTitles(page, [cheap.title, right.title]);
});

test("the home page asks where, when and for how many, and the days travel on", async ({
  page,
  owner,
}) => {
  const [start, end] = [inDays(30), inDays(31)];
  const city = `Bourg-${unique()}`;
  const venue = await newVenue(owner, { city, capacity: ">101", price: 14_550, time: "Half" });
  await newVenue(owner, { city, capacity: ">51" });
  await page.goto("/");
  const search = page.getByRole("search", { name: "Chercher un lieu" });
  // What is wrong is said by the listing's summary, not by the browser.
  await expect(search).toHaveJSProperty("noValidate", true);
  await search.getByLabel("Où").fill(city);
  await search.getByLabel("Arrivée").fill(start);
  await search.getByLabel("Départ").fill(end);
  await search.getByLabel("Combien de personnes").fill("80");
  await search.getByRole("button", { name: "Rechercher" }).click();
  await expectTitles(page, [venue.title]);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Salles à ${city}`);
  await expect(page).toHaveTitle(`Place des Salles | Salles à ${city}`);
  await expect(cards(page)).toContainText(
    spaced("145,50 € par demi-journée 163,69 € frais de service compris"),
  );
  await expect(cards(page)).toContainText(spaced("Total, 4 demi-journées 654,75 €"));
  await expect(cards(page)).toContainText("Réponse immédiate");

  await page.getByRole("link", { name: venue.title, exact: true }).click();
  const card = page.locator("#reserver");
  await expect(card.locator(".breakdown").locator("visible=true")).toContainText(
    spaced("4 demi-journées × 145,50 € 582,00 € Frais de service (12,5 %) 72,75 € Total 654,75 €"),
  );
  await expect(page.getByLabel("Arrivée", { exact: true })).toHaveValue(start);

  // And to wherever one looks next.
  const days = `?start=${start}&end=${end}`;
  const near = page.getByRole("region", { name: "Lieux semblables à côté" }).getByRole("link");
  for (const link of await near.all()) {
    await expect(link).toHaveAttribute("href", new RegExp(`\\${days}(?:&|$)`));
  }
  expect(await near.count()).toBeGreaterThan(0);
  await page.getByRole("link", { name: "Voir sur la carte" }).click();
  await page.getByRole("navigation", { name: "Fil d’Ariane" }).getByRole("link").click();
  await expect(page.getByLabel("Départ", { exact: true })).toHaveValue(end);
  await page.getByRole("link", { name: "Salles libres à ces dates" }).click();
  await expect(page).toHaveURL(`/reservation${days}`);
  await page.goto(`/reservation/carte${days}&city=${city}`);
  await expect(page.getByRole("link", { name: venue.title, exact: true })).toHaveAttribute(
    "href",
    `/reservation/${venue._id.toString()}${days}`,
  );
});

test("what a search does not understand is said at its field @no-js", async ({ page }) => {
  const response = await page.goto("/reservation?minPrice=abc&people=beaucoup&city=Lyon");
  expect(response?.status()).toBe(200);
  await expect(page).toHaveTitle(/^Erreur\u00a0: Place des Salles \| /);
  const summary = page.getByRole("alert");
  await expect(summary).toContainText("2 champs sont à corriger");
  await summary.getByRole("link", { name: "Saisissez un prix en euros" }).click();
  const price = page.getByLabel("Prix minimum");
  await expect(price).toBeVisible();
  await expect(price).toHaveValue("abc");
  await expect(price).toHaveAccessibleDescription("Saisissez un prix en euros, par exemple 250.");
  await expect(page.getByLabel("Nombre de personnes")).toHaveValue("beaucoup");
  expect(await cards(page).count()).toBeGreaterThan(0);
  await expectAccessible(page);
});

test("days that cannot be searched lead to their field", async ({ page }) => {
  for (const [days, message] of [
    ["start=2020-01-01&end=2020-01-02", "La première date possible est demain"],
    ["start=31/02/2027", "Saisissez une date au format JJ/MM/AAAA."],
  ] as const) {
    await page.goto(`/reservation?${days}`);
    await expect(page).toHaveTitle(/^Erreur\u00a0: /);
    const summary = page.getByRole("alert");
    await expect(summary).toContainText("1 champ est à corriger");
    await expect(summary).toBeFocused();
    const field = (await runsScripts(page))
      ? daysField(page)
      : page.getByLabel("Arrivée", { exact: true });
    await follow(summary.getByRole("link", { name: message }), field);
    await expect(field).toHaveAccessibleDescription(new RegExp(message));
  }
});

test("a city is found by any of its words, whatever the accents and the case @no-js", async ({
  page,
  owner,
}) => {
  const id = unique();
  const venue = await newVenue(owner, { city: `Mont-Sàint-${id} Écouves` });
  for (const city of [`SAINT-${id}`, `sàint ${id}`, `${id} ecou`, id]) {
    await page.goto(`/reservation?${new URLSearchParams({ city }).toString()}`);
    await expectTitles(page, [venue.title], city);
  }
  await page.goto(`/reservation?city=${id.slice(1)}`);
  await expect(cards(page)).toHaveCount(0);
});

test("an empty search says so and leads out", async ({ page }) => {
  await page.goto(`/reservation?city=${unique()}`);
  await expect(page.getByText("Aucune location disponible pour l’instant...")).toBeVisible();
  await page.getByRole("link", { name: "Voir toutes les salles" }).click();
  await expect(page).toHaveURL("/reservation");
  await expect(cards(page)).toHaveCount(20);
});

test("the list has pages of 20 with real links that keep the search", async ({ page, owner }) => {
  const city = `Vingt-${unique()}`;
  // Half days too, at prices all their own: the order is that of a whole day's.
  const prices = Array.from({ length: 25 }, (_, at) => 20_000 + ((at * 7) % 25) * 1_000);
  await Promise.all(
    prices.map((price, at) =>
      newVenue(owner, at % 3 === 0 ? { city, price: price / 2, time: "Half" } : { city, price }),
    ),
  );
  const path = `/reservation?city=${city}&sort=price-asc`;
  await page.goto(path);
  await expect(cards(page)).toHaveCount(20);
  const first = await titles(page);
  const cheapest = await wholeDays(page);
  const pagination = page.getByRole("navigation", { name: "Pagination" });
  await expect(pagination.locator("[aria-current=page]")).toHaveText("Page 1");
  await pagination.getByRole("link", { name: "Suivante" }).click();
  await expect(page).toHaveURL(`${path}&page=2`);
  await expect(page).toHaveTitle(`Place des Salles | Salles à ${city}, page 2`);
  await expect(pagination.locator("[aria-current=page]")).toHaveText("Page 2");
  await expect(cards(page)).toHaveCount(5);
  expect((await titles(page)).filter((title) => first.includes(title))).toEqual([]);
  expect([...cheapest, ...(await wholeDays(page))]).toEqual(prices.sort((a, b) => a - b));
  await expect(pagination.getByRole("link", { name: "Suivante" })).toHaveCount(0);
  await pagination.getByRole("link", { name: "Précédente" }).click();
  await expectTitles(page, first);

  await page.goto(`${path}&page=99`);
  await expect(page).toHaveURL(`${path}&page=2`);
  await expect(cards(page)).toHaveCount(5);
});

const HOSTILE = [
  "city[$gt]=",
  "city=%3Cscript%3Ealert(1)%3C/script%3E",
  "city=%00%0d%0aSet-Cookie:%20a=b",
  "city=.*(a%2B)%2B%24",
  "city=a&city=b",
  `city=${"a".repeat(3_000)}`,
  "minPrice=-1&maxPrice=1e999",
  "minPrice=abc&maxPrice=NaN",
  "minPrice=900&maxPrice=100",
  "start=2027-02-30&end=2027-02-31",
  `start=${inDays(-1)}`,
  "capacity=__proto__&type=constructor&equipment=$where",
  "sort=$natural&page=-1",
  "page=1e9",
  "__proto__[searchable]=1&constructor[prototype][a]=1",
  "%E0%A4%A",
];

test("a search that makes no sense still shows a page @no-js", async ({ request }) => {
  for (const query of HOSTILE) {
    const response = await request.get(`/reservation?${query}`);
    expect(response.status(), query).toBe(200);
    const html = await response.text();
    expect(html, query).toMatch(/<h1[^>]*>Nos salles<\/h1>/);
    expect(html, query).not.toContain("<script>alert");
  }
});

test("a venue's page says all there is to know", async ({ page, owner }) => {
  const venue = await newVenue(owner, {
    price: 123_400,
    type: ["Châteaux", "Jardins"],
    equipement: ["Parking", "Scène"],
    cancellationPolicy: "stricte",
    needValidation: true,
    description: "Une salle claire,\navec un jardin et 20 € de charme.",
  });
  await takeSlots(
    venue,
    ...[70, 71, 72].flatMap((day): [string, Slot][] => [
      [inDays(day), "AM"],
      [inDays(day), "PM"],
    ]),
    [inDays(80), "AM"],
  );
  await page.goto(`/reservation/${venue._id.toString()}`);
  await expect(page).toHaveTitle(`Place des Salles | ${venue.title}, ${venue.city}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(venue.title);
  const main = page.getByRole("main");
  await expect(main).toContainText("Châteaux, Jardins");
  await expect(main).toContainText("Sur accord");
  await expect(main).toContainText("Camille D.");
  await expect(main).not.toContainText(owner.lastname);
  await expect(main).toContainText("Inscrit(e) sur Place des Salles depuis le 09/03/2024");
  await expect(main).toContainText("avec un jardin et 20 € de charme.");
  await expect(main).toContainText("Parking sécurisé.");
  await expect(main).toContainText(`12 rue des Tilleuls, 69003 ${venue.city}, France`);
  await expect(main).toContainText(spaced("1 234 € par jour 1 388,25 € frais de service compris"));
  await expect(main).toContainText(
    "Remboursement intégral jusqu’à 30 jours avant, de moitié jusqu’à 14 jours avant, aucun remboursement ensuite.",
  );
  await expect(page.getByRole("list", { name: "Photos du lieu" }).getByRole("img")).toHaveCount(5);
  await page.getByText("Dates déjà prises").click();
  await expect(main.getByText(formatDayRange(inDays(70), inDays(72)))).toBeVisible();
  // By the day nothing is left of one whose morning is taken.
  await expect(main.getByText(`le ${formatDay(inDays(80))}`, { exact: true })).toBeVisible();
});

test("a calendar tells what is free, and a free date goes into the booking card", async ({
  page,
  owner,
}) => {
  const venue = await newVenue(owner, { time: "Half" });
  await takeSlots(venue, [inDays(1), "AM"], [inDays(1), "PM"], [inDays(2), "AM"]);
  const path = `/reservation/${venue._id.toString()}`;
  await page.goto(`${path}?start=${inDays(3)}&end=${inDays(3)}`);
  const region = page.getByRole("region", { name: "Disponibilités" });
  const dates = region.getByRole("list", { name: "Prochaines dates libres" });
  await expect(dates.getByRole("link")).toHaveCount(6);
  await expect(dates.getByRole("link").first()).toContainText("Après-midi seulement");
  const cell = (day: string) =>
    region.getByRole("cell", { name: new RegExp(`^${Number(day.slice(8))} `) });
  await expect(cell(inDays(3))).toContainText(/\u00a0: choisi/);

  await region.getByRole("link", { name: /^Mois suivant/ }).click();
  const { searchParams, hash } = new URL(page.url());
  expect([searchParams.get("start"), hash]).toEqual([inDays(3), "#disponibilites"]);
  await expect(region).toBeInViewport();
  await expect(region.getByRole("heading", { level: 3 })).toHaveText(
    /^Dates libres à partir du 01/,
  );
  await region.getByRole("link", { name: /^Mois précédent/ }).click();
  await expect(cell(inDays(3))).toContainText(/\u00a0: choisi/);

  await page.goto(path);
  await dates.getByRole("link").first().click();
  await expect(page).toHaveURL(new RegExp(`start=${inDays(2)}.*#reserver$`));
  await expect(page.locator("#reserver")).toContainText("1 demi-journée");
  await expect(page.getByLabel("Arrivée", { exact: true })).toHaveValue(inDays(2));
});

test("photos open over the page, and on pages of their own without script", async ({
  page,
  owner,
  javaScriptEnabled,
}) => {
  const venue = await newVenue(owner);
  const words = { "locationIMG.2.alt": "La salle dressée" };
  await VenueModel.updateOne({ _id: venue._id }, { $set: words });
  const path = `/reservation/${venue._id.toString()}`;
  await page.goto(path);
  const second = page.getByRole("list", { name: "Photos du lieu" }).getByRole("link").nth(1);
  // With script it is seen first, and stands once more in what is said.
  const position = (place: number) => page.getByText(`Photo ${place} sur 5`).first();
  // A press before what shows them is there follows the link, as without script.
  await page.waitForLoadState("networkidle");
  await second.click();
  await expect(position(2)).toBeVisible();
  if (javaScriptEnabled === false) {
    await page.getByRole("link", { name: "Photo suivante" }).click();
    await expect(page).toHaveURL(`${path}/photos/3`);
    await expect(position(3)).toBeVisible();
    await page.getByRole("link", { name: /^Fermer/ }).click();
    await expect(page).toHaveURL(`${path}#photo-3`);
    expect((await page.goto(`${path}/photos/6`))?.status()).toBe(404);
    return;
  }
  const dialog = page.getByRole("dialog", { name: "Photos du lieu" });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("ArrowRight");
  await expect(position(3)).toBeVisible();
  await expect(dialog.getByRole("status")).toHaveText("Photo 3 sur 5\u00a0: La salle dressée");
  await dialog.getByRole("button", { name: "Photo précédente" }).click();
  await expect(position(2)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(second).toBeFocused();
  await expect(page).toHaveURL(path);
  await expect.poll(() => page.evaluate(() => history.state as unknown)).toBeNull();
  await second.click();
  await expect(dialog).toBeVisible();
  await page.goBack();
  await expect(dialog).toHaveCount(0);
  await expect(second).toBeFocused();
  await expect(page).toHaveURL(path);
  // Opened at a part of it: what the step back would scroll to.
  await page.goto("about:blank");
  await page.goto(`${path}#disponibilites`);
  await page.waitForLoadState("networkidle");
  await second.click();
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect.poll(() => page.evaluate(() => history.state as unknown)).toBeNull();
  await expect(second).toBeFocused();
  await expect(second).toBeInViewport();
});

test("a venue that is not to be seen is a 404 @no-js", async ({ page, enter, owner }) => {
  const unpaid = await newAccount();
  const banned = await newOwner({ bannedAt: new Date() });
  const own = await newVenue(owner);
  const hidden = [
    await newVenue(owner, { listed: false, searchable: false }),
    await newVenue(owner, { deletedAt: new Date() }),
    await newVenue(unpaid),
    await newVenue(banned),
  ].map(({ _id }) => _id.toString());
  await enter(owner);
  for (const id of [...hidden, own._id.toString(), "0".repeat(24), "nulle-part", "%00"]) {
    const response = await page.request.get(`/reservation/${id}`);
    expect(response.status(), id).toBe(404);
    const html = await response.text();
    expect(html, id).toContain("<title>Place des Salles | Page introuvable</title>");
    expect(html, id).toContain("Oups\u00a0! La page que vous cherchez n’existe pas.");
  }
  await page.goto(`/reservation/${own._id.toString()}`);
  await expect(page.getByText("Oups\u00a0! La page que vous cherchez n’existe pas.")).toBeVisible();
  await expect(page.getByText("404")).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Accueil" }).click();
  await expect(page).toHaveURL("/");
});

test("an owner's venue is not in their own listing, and is in everybody else's @no-js", async ({
  page,
  enter,
  owner,
}) => {
  const venue = await newVenue(owner);
  const search = `/reservation?${new URLSearchParams({ city: venue.city }).toString()}`;
  await page.goto(search);
  await expectTitles(page, [venue.title]);
  await enter(owner);
  await page.goto(`${search}&sort=price-asc`);
  await expect(cards(page)).toHaveCount(0);
  await enter(await newAccount());
  await page.goto(search);
  await expectTitles(page, [venue.title]);
});

test("a venue that is closed for now can be read, and is not in the listing", async ({
  page,
  owner,
}) => {
  const venue = await newVenue(owner, { status: "unavailable", searchable: false });
  await page.goto(`/reservation/${venue._id.toString()}`);
  await expect(
    page.getByText("Ce lieu n’accepte pas les réservations pour le moment."),
  ).toBeVisible();
  await page.goto(`/reservation?${new URLSearchParams({ city: venue.city }).toString()}`);
  await expect(cards(page)).toHaveCount(0);
});

test("a card turns its photos by mouse and by keyboard @js", async ({ page, owner }) => {
  const venue = await newVenue(owner);
  const stored = await VenueModel.findById(venue._id).lean();
  const ids = stored!.locationIMG.map(({ image }) => image.toString());
  await page.goto(`/reservation?${new URLSearchParams({ city: venue.city }).toString()}`);
  const card = cards(page);
  const image = card.getByRole("img").first();
  const next = card.getByRole("button", { name: `Photo suivante, ${venue.title}` });
  const previous = card.getByRole("button", { name: `Photo précédente, ${venue.title}` });
  const shows = (index: number) =>
    expect(image).toHaveAttribute("src", new RegExp(`/images/${ids[index]}/`));
  await shows(0);
  await card.hover();
  await next.click();
  await shows(1);
  await expect(card.getByRole("status")).toHaveText(`${venue.title}, photo 2 sur ${ids.length}`);
  await expect(card).toContainText(`${ids.length} photos`);
  await previous.focus();
  await page.keyboard.press("Enter");
  await shows(0);
  await next.focus();
  await page.keyboard.press("Space");
  await shows(1);
  await expectAccessible(page);
  await expect(page).toHaveURL(/\/reservation\?city=/);
});

test("a card has one photo and no arrows @no-js", async ({ page, owner }) => {
  const venue = await newVenue(owner);
  await page.goto(`/reservation?${new URLSearchParams({ city: venue.city }).toString()}`);
  await expect(cards(page).getByRole("img")).toHaveCount(1);
  await expect(cards(page).getByRole("button")).toHaveCount(0);
  await cards(page).getByRole("link", { name: "5 photos" }).click();
  await expect(page).toHaveURL(new RegExp(`/reservation/${venue._id.toString()}#photos`));
});
