import ICAL from "ical.js";
import { BookedSlotModel } from "@models/booked-slot";
import { formatDayRange } from "~/platform/days";
import { newVenue } from "../support/browser-people";
import { takeSlots } from "../support/fixtures";
import { calendarOf, sends, startForeignCalendar } from "../support/foreign-calendar";
import { expect, inDays, test } from "../support/journey";
import { runsScripts } from "../support/screenshots";

/** An owner shares a venue's calendar, and imports another. */
test("share a venue's calendar and import another", async ({ page, enter, owner, context }) => {
  const elsewhere = await startForeignCalendar();
  const venue = await newVenue(owner);
  const path = `/profil/location/${venue._id.toString()}`;
  const button = (name: string | RegExp) => page.getByRole("button", { name });
  await takeSlots(venue, [inDays(5), "AM"], [inDays(5), "PM"]);
  await enter(owner);
  await page.goto(path);
  await page.getByRole("link", { name: "Partager ou importer un calendrier" }).click();

  await button("Créer une adresse").click();
  const address = page.getByLabel("Adresse du calendrier", { exact: true });
  const first = await address.inputValue();
  const feed = await (await context.request.get(first)).text();
  const [event] = new ICAL.Component(ICAL.parse(feed) as unknown[]).getAllSubcomponents("vevent");
  expect(new ICAL.Event(event).startDate.toString()).toBe(inDays(5));
  if (await runsScripts(page)) {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await button("Copier l’adresse").click();
    await expect(page.getByText("Adresse copiée.")).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(first);
  }
  await page.getByRole("link", { name: "Nouvelle adresse" }).click();
  await button("Remplacer l’adresse").click();
  await expect(address).not.toHaveValue(first);
  expect((await context.request.get(first)).status()).toBe(404);

  await page.getByLabel("Nom", { exact: true }).fill("Mon agenda");
  await page.getByLabel("Adresse du calendrier à importer").fill("mon agenda");
  await button("Ajouter ce calendrier").click();
  await expect(page.getByRole("alert")).toContainText("Saisissez une adresse complète");
  await expect(page.getByLabel("Nom", { exact: true })).toHaveValue("Mon agenda");
  elsewhere.answer = sends(calendarOf(inDays(7), inDays(8)));
  await page.getByLabel("Adresse du calendrier à importer").fill(elsewhere.url);
  await button("Ajouter ce calendrier").click();
  await expect(page.getByText("2 jours fermés.")).toBeVisible();
  await expect(page.getByText(/^Dernière synchronisation/)).toBeVisible();
  await page.goto(path);
  const closed = page.getByText(formatDayRange(inDays(7), inDays(8)), { exact: true });
  await expect(closed).toBeVisible();
  await expect(button(/^Rouvrir (du|le) /)).toHaveCount(1);

  await page.goto(`${path}/calendriers`);
  elsewhere.answer = (_, response) => response.writeHead(404).end();
  await button(/^Synchroniser maintenant/).click();
  await expect(page.getByText("Les jours déjà fermés le restent.")).toBeVisible();
  await page.getByRole("link", { name: /^Retirer et rouvrir ses jours/ }).click();
  await expect(page.getByText("Il ferme 2\u00a0jours")).toBeVisible();
  await button("Retirer et rouvrir ses jours").click();
  await expect(page.getByText("Aucun calendrier importé.")).toBeVisible();
  expect(await BookedSlotModel.countDocuments({ venue: venue._id })).toBe(2);
  await elsewhere.stop();
});
