import { ReviewModel } from "@models/review";
import { addDays, formatDay, todayInParis } from "~/platform/days";
import { newAccount, newOwner, newVenue, unique } from "../support/browser-people";
import { expect, inDays, mailTo, test } from "../support/journey";
import { expectGoodPage } from "../support/pages";
import { createReservation } from "../support/reservations";

/** What a buyer says of a venue, from the form to the venue's page, with scripts and without. */

async function endedStay() {
  const venue = await newVenue(await newOwner());
  const buyer = await newAccount({ name: "Marie" });
  const today = todayInParis(new Date());
  const reservation = await createReservation({
    venue,
    buyer,
    status: "ended",
    startDate: addDays(today, -12),
    endDate: addDays(today, -11),
    reference: `PDS-${unique()}`,
  });
  return { venue, buyer, reservation };
}

const newAdmin = () => newAccount({ isAdmin: true, name: "Alix", lastname: "Bernard" });

test("a review is written, read, published and shown", async ({ page, enter }) => {
  const { venue, buyer, reservation } = await endedStay();
  const text = `Une belle salle, claire et calme, ${unique()}.`;
  await enter(buyer);
  await page.goto("/mes-demandes");
  await page.getByRole("link", { name: /^Donner mon avis/ }).click();
  await page.getByLabel("4 sur 5, très bien").check();
  await page.getByLabel("Votre avis").fill("Trop court");
  await expectGoodPage(page, "avis-formulaire");
  await page.getByRole("button", { name: "Envoyer mon avis" }).click();
  await expect(page.getByRole("alert").first()).toContainText("de 20 à 280 caractères");
  await expect(page.getByLabel("4 sur 5, très bien")).toBeChecked();
  await page.getByLabel("Votre avis").fill(text);
  await page.getByRole("button", { name: "Envoyer mon avis" }).click();
  await expect(page.getByText("En attente de relecture")).toBeVisible();

  await enter(await newAdmin());
  await page.goto(`/admin/avis?etat=a-relire&q=${encodeURIComponent(text.slice(-12))}`);
  await page.getByRole("main").getByRole("link", { name: venue.title }).click();
  await expectGoodPage(page, "admin-avis-fiche");
  await page.getByRole("button", { name: "Publier" }).click();
  await expect(page.getByText("L’avis est publié.")).toBeVisible();
  expect(await mailTo(buyer.email, "Votre avis est publié")).toContain(venue.title);

  await page.goto(`/reservation/${venue._id.toString()}`);
  await expect(page.locator("#avis")).toContainText(text);
  await expect(page.locator("#avis")).toContainText("4 sur 5 (1 avis)");
  await expect(page.locator("#avis")).toContainText("Les plus récents d’abord");
  const [stay, today] = [reservation.startDate, todayInParis(new Date())].map(formatDay);
  await expect(page.locator("#avis")).toContainText(
    `Réservation du ${stay}, avis publié le ${today}`,
  );
  await expectGoodPage(page, "lieu-avec-avis");
  // The days that the venue's page was asked for travel along, there and back.
  const asked = `/reservation/${venue._id.toString()}?start=${inDays(30)}&end=${inDays(31)}`;
  await page.goto(asked.replace("?", "/avis?"));
  await expect(page.getByRole("main")).toContainText(text);
  await expect(page.getByRole("link", { name: venue.title })).toHaveAttribute("href", asked);
  await expectGoodPage(page, "lieu-avis-tous");
});

test("a review is refused, and its author reads why", async ({ page, enter }) => {
  const { venue, buyer, reservation } = await endedStay();
  const review = await ReviewModel.create({
    reservation: reservation._id,
    venue: venue._id,
    author: buyer._id,
    authorName: "Marie D.",
    stayDay: reservation.startDate,
    rating: 1,
    text: "Appelez-moi pour savoir ce qui s’est passé.",
  });
  await enter(await newAdmin());
  await page.goto(`/admin/avis/${review.id}`);
  await page.getByRole("link", { name: "Refuser" }).click();
  await expectGoodPage(page, "admin-avis-refuser");
  await page.getByLabel("Motif").fill("L’avis ne dit rien du lieu.");
  await page.getByRole("button", { name: "Refuser l’avis" }).click();
  await expect(page.getByText("L’avis est refusé.")).toBeVisible();
  expect(await mailTo(buyer.email, "Votre avis n’est pas publié")).toContain(
    "L’avis ne dit rien du lieu.",
  );
  await enter(buyer);
  await page.goto("/mes-demandes");
  await page.getByRole("link", { name: /^Voir mon avis/ }).click();
  await expect(page.getByText("Motif : L’avis ne dit rien du lieu.")).toBeVisible();
  await expectGoodPage(page, "avis-refuse");
});
