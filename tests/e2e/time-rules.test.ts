import { BookedSlotModel } from "@models/booked-slot";
import { formatDay } from "~/platform/days";
import { newAccount, newVenue } from "../support/browser-people";
import { chooseDays, expect, inDays, reserveButton, test, updatePrice } from "../support/journey";

test("an owner asks for two days and time to tidy, and guests are held to it", async ({
  page,
  owner,
  enter,
}) => {
  const venue = await newVenue(owner);
  const path = `/reservation/${venue._id.toString()}`;
  await enter(owner);
  const sheet = `/profil/location/${venue._id.toString()}`;
  await page.goto(sheet);
  await page.getByLabel("Durée minimale").fill("2");
  await page.getByLabel("Durée maximale").fill("1");
  await page.getByLabel("Préparation après chaque réservation").fill("1");
  await page.getByRole("button", { name: "Enregistrer", exact: true }).click();
  await expect(page.getByRole("alert")).toContainText(
    "La durée maximale doit être au moins la durée minimale.",
  );
  await page.getByLabel("Durée maximale").fill("4");
  await page.getByRole("button", { name: "Enregistrer", exact: true }).click();
  await page.waitForURL("/profil");
  await page.goto(sheet);
  await expect(page.getByRole("main")).toContainText("De 2 à 4 jours.");

  await enter(await newAccount());
  const [first, second] = [inDays(20), inDays(21)];
  await page.goto(`${path}?start=${first}&end=${first}`);
  await expect(page.getByRole("alert")).toContainText("Ce lieu se réserve pour 2 jours au moins.");
  await expect(page.locator("#reserver")).toContainText("De 2 à 4 jours.");
  await page.goto(path);
  await chooseDays(page, first, second);
  await updatePrice(page);
  await expect(page.locator("#reserver")).toContainText("2 jours");
  await reserveButton(page).click();
  await page.waitForURL(/\/paiement\?demande=/);
  // Two whole days, and the half day after them.
  expect(await BookedSlotModel.countDocuments({ venue: venue._id })).toBe(5);

  await enter(await newAccount());
  await page.goto(`${path}?depuis=${inDays(19)}`);
  const dates = page.getByRole("list", { name: /Dates libres/ });
  // The day before has no second one, and the day after is for tidying.
  await expect(dates.getByRole("link").first()).toHaveAttribute(
    "href",
    `${path}?start=${inDays(23)}&end=${inDays(24)}#reserver`,
  );
  await page.goto(`${path}?start=${inDays(22)}&end=${inDays(23)}`);
  await expect(page.getByRole("alert")).toContainText("Une réservation existe déjà");
  await page.getByText("Dates déjà prises").click();
  await expect(page.locator("#reserver")).toContainText(formatDay(inDays(22)));
});
