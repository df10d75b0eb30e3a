import { BookedSlotModel } from "@models/booked-slot";
import { ReservationModel } from "@models/reservation";
import { formatDayRange } from "~/platform/days";
import { expectAccessible } from "../support/axe";
import { newAccount, newVenue, unique } from "../support/browser-people";
import { expect, inDays, mailTo, openPayment, payWith, spaced, test } from "../support/journey";
import { createReservation } from "../support/reservations";

test("other dates are asked for, after some that are taken, and the owner says yes; dearer ones are paid then", async ({
  page,
  enter,
  owner,
}) => {
  test.slow();
  const buyer = await newAccount();
  const venue = await newVenue(owner, { needValidation: true });
  const booked = { venue, buyer, status: "confirmed", requestKey: unique() } as const;
  const named = () => `PDS-${unique().toUpperCase()}`;
  const own = await createReservation({
    ...{ ...booked, reference: named(), paidAt: new Date() },
    ...{ startDate: inDays(40), endDate: inDays(41) },
  });
  const other = { ...booked, reference: named(), requestKey: unique() };
  await createReservation({ ...other, buyer: await newAccount(), startDate: inDays(45) });

  await enter(buyer);
  await page.goto(`/mes-demandes/${own._id.toString()}`);
  await page.getByRole("link", { name: "Changer les dates" }).click();
  const choose = async (start: string, end: string) => {
    await page.getByLabel("Arrivée", { exact: true }).fill(start);
    await page.getByLabel("Départ", { exact: true }).fill(end);
    await page.getByRole("button", { name: "Voir le changement" }).click();
  };
  await choose(inDays(44), inDays(45));
  await expect(page).toHaveTitle(
    `Erreur\u00a0: Place des Salles | Changer les dates, ${venue.title} (${venue.city})`,
  );
  await expect(page.getByRole("alert")).toContainText("Une réservation existe déjà");
  await expect(page.getByLabel("Départ", { exact: true })).toHaveValue(inDays(45));
  await expectAccessible(page);

  await choose(inDays(41), inDays(42));
  const recap = page.getByRole("region", { name: "Votre changement" });
  await expect(recap).toContainText(formatDayRange(inDays(40), inDays(41)));
  await expect(recap).toContainText(formatDayRange(inDays(41), inDays(42)));
  await expect(recap).toContainText("Vous n’avez rien à payer.");
  await page.getByRole("button", { name: "Demander ces dates" }).click();
  await expect(page.getByRole("main")).toContainText("Vous demandez d’autres dates");

  const mail = await mailTo(owner.email, `changement de dates, ${venue.title}`);
  const link = /\/changements\/[\w-]+\/accepter/.exec(mail)?.[0] ?? "";
  await page.goto(link);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Accepter les dates" }).click();
  await expect(page.getByText("Les nouvelles dates sont acceptées")).toBeVisible();
  const after = await ReservationModel.findById(own._id).lean();
  expect(after).toMatchObject({ startDate: inDays(41), endDate: inDays(42) });
  expect(await BookedSlotModel.countDocuments({ reservation: own._id })).toBe(4);

  await page.goto(`/mes-demandes/${own._id.toString()}`);
  await expect(page.getByRole("main")).toContainText("Les dates sont changées");

  // A day more: the owner says yes first, here on their own page, and the difference is paid then.
  await page.goto(`/mes-demandes/${own._id.toString()}/dates`);
  await choose(inDays(41), inDays(43));
  await expect(recap).toContainText(spaced("540,00 € à payer"));
  await page.getByRole("button", { name: "Demander ces dates" }).click();
  await expect(page.getByRole("main")).toContainText("vous aurez 24 heures au plus pour payer");
  await enter(owner);
  await page.goto("/mes-locations");
  const asked = page.getByRole("region", { name: "Changements de dates à valider" });
  await expect(asked).toContainText(spaced("540,00 € de plus"));
  await page.goto(`/mes-locations/demandes/${own._id.toString()}/dates/accepter`);
  await expect(page.getByRole("main")).toContainText(spaced("a payé 540,00 € de différence"));
  await page.getByRole("button", { name: "Accepter les dates" }).click();
  await expect(page.getByRole("main")).toContainText("Vous avez accepté d’autres dates");
  await enter(buyer);
  const yes = await mailTo(buyer.email, `supplément à payer\u00a0: ${venue.title}`);
  await page.goto(/\/reservation\/\w+\/paiement\?demande=\w+/.exec(yes)?.[0] ?? "");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Payez le supplément");
  await expect(page.getByRole("main")).toContainText(formatDayRange(inDays(41), inDays(42)));
  await expectAccessible(page);
  await page.goto(`/mes-demandes/${own._id.toString()}`);
  await expect(page.getByRole("main")).toContainText(spaced("Il reste 540,00 € à payer"));
  await expectAccessible(page);
  await page.getByRole("link", { name: /^Payer/ }).click();
  await openPayment(page);
  await payWith(page, "pays");
  await page.waitForURL(/\/success\?/);
  await expect(page.getByRole("main")).toContainText(formatDayRange(inDays(41), inDays(43)));
  const longer = await ReservationModel.findById(own._id).lean();
  expect(longer).toMatchObject({ endDate: inDays(43), units: 3, total: 162_000 });
});
