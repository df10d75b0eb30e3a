import type { Page } from "playwright/test";
import sharp from "sharp";
import { BookedSlotModel } from "@models/booked-slot";
import { ReservationModel } from "@models/reservation";
import { VenueModel } from "@models/venue";
import { formatDay, formatDayRange } from "~/platform/days";
import { demoAccount, newAccount, newVenue, unique } from "../support/browser-people";
import { expectAccessible } from "../support/axe";
import { expect, inDays, spaced, test } from "../support/journey";
import { expectGoodPage } from "../support/pages";
import { pressAgain } from "../support/press-again";
import { createReservation } from "../support/reservations";
import { runsScripts } from "../support/screenshots";

/** An owner's side: from no payment account to a venue that is published, changed and deleted. */

const DESCRIPTION = "Salle lumineuse et chauffée, avec cuisine et jardin.";

/** Photos that differ, as files to choose. */
async function photos(count: number, width = 640) {
  return await Promise.all(
    Array.from({ length: count }, async (_, index) => ({
      name: `salle-${index + 1}.jpg`,
      mimeType: "image/jpeg",
      buffer: await sharp({
        create: {
          width,
          height: (width * 3) / 4,
          channels: 3,
          background: { r: 40 * index, g: 110, b: 160 - 20 * index },
        },
      })
        .jpeg()
        .toBuffer(),
    })),
  );
}

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

async function fillVenue(page: Page, title: string, city: string): Promise<void> {
  await page.getByLabel("Salles de fête", { exact: true }).check();
  await page.getByLabel("Numéro et rue").fill("3 place de la Mairie");
  await page.getByLabel("Code postal").fill("76130");
  await page.getByLabel("Ville").fill(city);
  await page.getByLabel("10 - 50").check();
  await page.getByLabel("Chaises", { exact: true }).check();
  await page.getByLabel("Titre").fill(title);
  await page.getByLabel("Description").fill(DESCRIPTION);
  await page.getByLabel("Prix en euros").fill("480,50");
  await page.getByLabel("À la journée").check();
  await page.getByLabel(/^Manuelle/).check();
  await page.getByLabel(/^Modérée/).check();
}

/** With scripts, chosen photos are shown and made small, and stored ones put in order by buttons and by hand. */
async function expectHelpWithPhotos(page: Page): Promise<void> {
  await expect(page.getByText("1 photo prête à l’envoi")).toBeVisible();
  await expect(page.getByText(/^salle-1\.jpg, /)).toBeVisible();
  const chosen = page.getByLabel("Ajouter des photos");
  const types = (input: HTMLInputElement) => [...input.files!].map(({ type }) => type);
  expect(await chosen.evaluate(types)).toEqual(["image/webp"]);

  const stored = page.locator(".thumbnails").first();
  const values = async (name: string) =>
    await stored
      .locator(`[name=${name}]`)
      .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));
  const [a, b, c, d] = await values("photo");
  await button(page, "Reculer la photo 1").click();
  expect(await values("photo")).toEqual([b, a, c, d]);
  await expect(button(page, "Reculer la photo 2")).toBeFocused();
  await stored.locator("img").last().dragTo(stored.locator("img").first());
  expect(await values("photo")).toEqual([d, b, a, c]);
  expect(await values("rank")).toEqual(["1", "2", "3", "4"]);
}

/** While the server looks at the form, nothing can be entered that its answer would take away. */
async function expectHeldWhileAsked(page: Page): Promise<void> {
  const held = page.getByLabel("Titre").and(page.locator("[inert] *"));
  let answer = () => {};
  const isAsked = new Promise<void>((resolve) => (answer = resolve));
  await page.route("**/ajouter-location", async (route) => {
    await isAsked;
    await route.continue();
  });
  await button(page, "Publier").click();
  await expect(button(page, "Vérification en cours…")).toBeFocused();
  await expect(held).toHaveCount(1);
  answer();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expect(held).toHaveCount(0);
  await page.unroute("**/ajouter-location");
}

/** Nor while the page comes that answers instead, as nothing of use was answered here. */
async function expectHeldUntilPageComes(page: Page): Promise<void> {
  await page.route("**/ajouter-location", async (route) => {
    if (route.request().isNavigationRequest()) return await route.continue();
    await route.fulfill({ body: "" });
  });
  await page.evaluate(() => {
    addEventListener("pagehide", () => {
      sessionStorage.setItem("held", `${document.querySelectorAll("[inert] [name=title]").length}`);
    });
  });
  await button(page, "Publier").click();
  await expect(button(page, "Oui, publier")).toBeVisible();
  expect(await page.evaluate("sessionStorage.getItem('held')")).toBe("1");
  await page.unroute("**/ajouter-location");
}

/** With scripts, it is seen how far photos have come, and their sending can be given up. */
async function expectSendingGivenUp(page: Page): Promise<void> {
  const sending = page.getByRole("dialog", { name: "Envoi des photos" });
  await page.route("**/ajouter-location", () => {});
  await button(page, "Publier").press("Enter");
  await expect(sending).toBeVisible();
  // What was pressed once too often is still being sent.
  await page.keyboard.press("Enter");
  await pressAgain(page, sending.getByRole("button"));
  await expect(sending.getByRole("progressbar", { name: "Envoi des photos" })).toBeVisible();
  await expectAccessible(page);
  await sending.getByRole("button", { name: "Annuler l’envoi" }).click();
  await expect(sending).toHaveCount(0);
  await expect(button(page, "Publier")).toBeFocused();
  await page.unroute("**/ajouter-location");
}

test("open a payment account, publish with five photos, find it in the listing", async ({
  page,
  enter,
}) => {
  // Some fifteen pages, three of them looked at in several widths.
  test.slow();
  const owner = await newAccount();
  const [title, city] = [`Salle ${unique()}`, `Montréal-${unique()}`];
  await enter(owner);
  await page.goto("/ajouter-location");
  await expect(page.getByLabel("Titre")).toBeDisabled();
  await page.getByRole("link", { name: "Créer mon compte de paiement" }).click();
  await button(page, "Créer mon compte de paiement").click();
  await button(page, "Terminer plus tard").click();
  await page.waitForURL(/create-stripe-account\?retour/);
  await expect(page.getByText("il manque des informations")).toBeVisible();
  await expectGoodPage(page, "compte-a-completer");
  await button(page, "Compléter mon compte de paiement").click();
  await page.getByLabel("Prénom").fill("Camille");
  await page.getByLabel("Nom", { exact: true }).fill("Durand");
  await page.getByLabel("IBAN").fill("FR14 2004 1010 0505 0001 3M02 606");
  await page.getByLabel(/J’accepte les conditions/).check();
  await button(page, "Activer mon compte").click();
  await page.waitForURL(/create-stripe-account\?retour/);
  await expect(page.getByText("Votre compte de paiement est actif")).toBeVisible();

  await page.getByRole("main").getByRole("link", { name: "Référencer mon lieu" }).click();
  await button(page, "Publier").click();
  await expect(page.getByRole("alert")).toContainText("Tous les champs doivent être remplis.");
  await expectGoodPage(page, "publier-refuse");

  await fillVenue(page, title, city);
  await page.getByLabel("Choisir des photos").setInputFiles(await photos(4));
  if (await runsScripts(page)) await expectSendingGivenUp(page);
  await button(page, "Publier").click();
  // Photos were wanting in the refusal before this one too, which stands until this one comes.
  await expect(page.getByRole("alert", { name: "1 champ est à corriger" })).toContainText(
    "Vous devez avoir un minimum de 5 photos.",
  );
  await expectIcons(page);
  await expect(page.getByLabel("Titre")).toHaveValue(title);
  await expect(page.getByText("4 photos sur 10")).toBeVisible();
  await page.getByLabel("Ajouter des photos").setInputFiles(await photos(1, 800));
  if (await runsScripts(page)) await expectHelpWithPhotos(page);
  await page.getByLabel(/^Ce que montre la photo 4/).fill("La scène vue du fond");
  await page.getByLabel("Numéro de la photo 4").fill("1");
  // As 'Publier' does, which is not the form's first button.
  await page.getByLabel("Titre").press("Enter");

  await expect(page.getByRole("heading", { name: "Publier ce lieu" })).toBeVisible();
  await expect(page.getByRole("main")).toContainText(spaced("HT 480,50 € TTC 420,44 €"));
  await expect(page).toHaveTitle(/^Place des Salles/);
  await expectGoodPage(page, "publier-confirmer");
  if (await runsScripts(page)) await expect(page.getByRole("dialog")).toBeVisible();
  await button(page, "Non, revenir").click();
  await expect(page.getByLabel("Titre")).toHaveValue(title);
  await expect(page.getByLabel(/^Manuelle/)).toBeChecked();
  if (await runsScripts(page)) {
    await expect(button(page, "Publier")).toBeFocused();
    await expectHeldWhileAsked(page);
    await button(page, "Non, revenir").click();
    await expectHeldUntilPageComes(page);
  } else await button(page, "Publier").click();
  await button(page, "Oui, publier").click();
  await expect(page).toHaveURL("/profil");
  await expect(page.getByText("Publication envoyée avec succès\u00a0!")).toBeVisible();
  expect(await VenueModel.countDocuments({ title })).toBe(1);

  await page.context().clearCookies();
  await page.goto(`/reservation?city=${encodeURIComponent(city)}`);
  await page.getByRole("link", { name: title, exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await expect(page.locator("#photos img")).toHaveCount(5);
  await expect(page.locator("#photos img").first()).toHaveAttribute("alt", "La scène vue du fond");
});

/** What is put in place of a page that had other icons draws its own. */
async function expectIcons(page: Page): Promise<void> {
  const missing = await page
    .locator("svg use")
    .evaluateAll((uses) =>
      uses
        .map((use) => use.getAttribute("href")!)
        .filter((href) => document.querySelector(href) === null),
    );
  expect(missing).toEqual([]);
}

test("change a venue, close its days and open them again, delete it", async ({
  page,
  enter,
  owner,
}) => {
  test.slow();
  const venue = await newVenue(owner);
  const path = `/profil/location/${venue._id.toString()}`;
  const title = `Salle ${unique()}`;
  await enter(owner);
  await page.goto(`/mes-locations?q=${encodeURIComponent(venue.title)}`);
  // The owner's calendar names each venue too.
  await page.locator("#lieux").getByRole("link", { name: venue.title, exact: true }).click();
  await expect(page).toHaveURL(path);

  await page.getByLabel("Premier jour", { exact: true }).fill(inDays(3));
  await page.getByLabel("Dernier jour", { exact: true }).fill(inDays(4));
  await button(page, "Fermer ces jours").click();
  const days = formatDayRange(inDays(3), inDays(4));
  await expect(page.getByText(`Votre lieu est fermé ${days}.`)).toBeVisible();
  await expectGoodPage(page, "lieu-du-proprietaire");
  await page.getByLabel("Premier jour", { exact: true }).fill(inDays(4));
  await page.getByLabel("Dernier jour", { exact: true }).fill(inDays(5));
  await button(page, "Fermer ces jours").click();
  await expect(
    page.getByText(`Fermé ${formatDayRange(inDays(3), inDays(5))}`, { exact: true }),
  ).toBeVisible();
  await page.getByLabel("Premier jour", { exact: true }).fill(inDays(5));
  await page.getByLabel("Dernier jour", { exact: true }).fill(inDays(5));
  await button(page, "Rouvrir ces jours").click();
  await button(page, `Rouvrir ${days}`).click();
  await expect(page.getByText("Vous n’avez fermé aucun jour à la main.")).toBeVisible();
  expect(await BookedSlotModel.countDocuments({ venue: venue._id })).toBe(0);

  await page.getByLabel("Titre").fill(title);
  await page
    .getByLabel("Ajouter des photos")
    .setInputFiles([
      ...(await photos(1)),
      { name: "plan; a=1.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7") },
    ]);
  await button(page, "Mettre à jour les photos").click();
  await expect(page.getByRole("alert")).toContainText("Nous n’acceptons pas");
  await expect(page.getByLabel("Titre")).toHaveValue(title);
  await expect(page.getByText("6 photos sur 10")).toBeVisible();
  await page.getByLabel("Ajouter des photos").setInputFiles(await photos(5));
  const update = button(page, "Mettre à jour les photos");
  await update.click();
  await page.getByRole("link", { name: "Vous pouvez avoir 10 photos au plus" }).click();
  await expect(page.locator(":target")).toBeInViewport();
  for (const place of [7, 8, 9, 10]) await page.getByLabel(`Retirer la photo ${place}`).check();
  await update.click();
  await expect(page.getByText("6 photos sur 10")).toBeVisible();
  // Where one was, and not at the top, which shows the photos as they are saved.
  await expect(update).toBeFocused();
  await expect(update).toBeInViewport();
  await expect(update).toHaveAccessibleDescription(/^Les photos sont à jour/);
  await page.getByLabel("Retirer la photo 6").check();

  await page.getByLabel("Titre").fill("t".repeat(31));
  await page.getByLabel("Retirer la photo 1").check();
  // As 'Enregistrer' does, which is not the form's first button either.
  await page.getByLabel("Titre").press("Enter");
  const alert = page.getByRole("alert");
  await expect(alert).toContainText("Vous devez avoir un minimum de 5 photos.");
  await expect(alert).toContainText(
    "Vous ne respectez pas la limite de caractères autorisée pour votre titre.",
  );
  await expectGoodPage(page, "modifier-refuse");
  await page.getByLabel("Titre").fill(title);
  await page.getByLabel("Prix en euros").fill("99");
  await page.getByLabel("Statut").selectOption("Indisponible");
  await page.getByLabel("Ajouter des photos").setInputFiles(await photos(2));
  // Meanwhile, in another tab.
  await VenueModel.updateOne({ _id: venue._id }, { description: "Ce que l’autre onglet en dit." });
  await button(page, "Enregistrer").click();
  await expect(alert).toContainText("Ce lieu a été modifié entre-temps");
  await expect(page.getByText("Ce que l’autre onglet en dit.")).toBeVisible();
  await expect(page.getByLabel("Prix en euros")).toHaveValue("99");
  await expectGoodPage(page, "modifier-entre-temps");
  await button(page, "Enregistrer").click();
  await expect(page).toHaveURL("/profil");
  await expect(page.getByText("Les modifications ont été enregistrées avec succès.")).toBeVisible();
  const changed = await VenueModel.findById(venue._id).lean();
  expect(changed).toMatchObject({ title, price: 9_900, searchable: false });
  expect(changed?.locationIMG).toHaveLength(6);

  const coming = await createReservation({
    venue,
    buyer: await newAccount(),
    status: "confirmed",
    startDate: inDays(8),
    reference: `PDS-${unique()}`,
  });
  await page.goto(path);
  await page.getByRole("link", { name: "Supprimer ce lieu" }).click();
  await expect(page.getByText(`référence ${coming.reference}`)).toBeVisible();
  await expect(page.getByText(formatDay(inDays(8)))).toBeVisible();
  await expectGoodPage(page, "supprimer-refuse");
  await ReservationModel.updateOne({ _id: coming._id }, { status: "cancelled" });
  await page.goto(`${path}/supprimer`);
  await expectGoodPage(page, "supprimer-confirmer");
  await button(page, "Supprimer le lieu").click();
  await expect(page).toHaveURL("/");
  await expect(page.getByText("La location a été bien supprimée avec succès.")).toBeVisible();
  expect((await page.goto(path))?.status()).toBe(404);
});

test("see what was paid and what was earned", async ({ page, enter }) => {
  for (const email of ["cliente@exemple.fr", "proprietaire@exemple.fr"]) {
    await enter(await demoAccount(email));
    await page.goto("/mes-paiments");
    await expect(page.getByRole("table").first()).toBeVisible();
  }
  // The buyer's is among all pages' (pages.test.ts).
  await expectGoodPage(page, "paiements-proprietaire");
  await expect(page.getByRole("heading", { name: "Ce que vous avez reçu" })).toBeVisible();
});
