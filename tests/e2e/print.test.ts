import type { Types } from "mongoose";
import type { Page } from "playwright/test";
import { extractText, getDocumentProxy } from "unpdf";
import { LedgerEntryModel, type LedgerType } from "@models/ledger-entry";
import { ReceiptModel } from "@models/receipt";
import { ReservationModel, type Reservation } from "@models/reservation";
import { newAccount, newVenue, unique } from "../support/browser-people";
import { expect, inDays, test } from "../support/journey";
import { createReservation } from "../support/reservations";

/** A reservation's own page on paper, as a browser prints it on A4 with the margins that it proposes. */

const MARGIN = "10mm";

/** What a reader of PDF finds of a page that was printed. */
async function printed(page: Page): Promise<{ pages: number; text: string }> {
  const margin = { top: MARGIN, right: MARGIN, bottom: MARGIN, left: MARGIN };
  const file = await page.pdf({ format: "A4", margin });
  const pdf = await getDocumentProxy(new Uint8Array(file));
  const { text, totalPages } = await extractText(pdf, { mergePages: true });
  return { pages: totalPages, text: text.replace(/\s+/g, " ") };
}

type Sides = Pick<Reservation, "_id" | "userId" | "ownerId">;
const pathsOf = ({ _id, userId, ownerId }: Sides) => [
  { who: userId, path: `/mes-demandes/${_id.toString()}` },
  { who: ownerId, path: `/mes-locations/demandes/${_id.toString()}` },
];

for (const status of ["pending", "confirmed", "ended", "cancelled"] as const) {
  test(`one sheet holds what is ${status}, for both sides @no-js`, async ({ page, enter }) => {
    // The demo's have their payments, refunds and stories.
    const shown = await ReservationModel.find({ status, hiddenByBuyer: false }).limit(3).lean();
    expect(shown).not.toEqual([]);
    for (const reservation of shown) {
      for (const { who, path } of pathsOf(reservation)) {
        await enter({ _id: who });
        await page.goto(path);
        const { pages, text } = await printed(page);
        expect(pages, `${path} of ${reservation.reference}`).toBe(1);
        expect(text).toContain(reservation.reference);
        expect(text).toContain("Historique");
        // What one presses is of no use on paper.
        expect(text).not.toContain("Ajouter à mon agenda");
      }
    }
  });
}

const RULES =
  "Pas de musique après 23 h. Le ménage est à votre charge. Les animaux restent dehors.";
const ARRIVAL =
  "Entrez par le portail de la cour, à gauche de la mairie.\nLivraisons par le quai, de 8 h à 10 h.\nCode Wi-Fi et tableau électrique : classeur bleu, sous le comptoir.";

/** A confirmed reservation by the half day whose venue says all that it can, with its payment. */
async function toldWhole(owner: { _id: Types.ObjectId }, days: number, arrival: string) {
  const venue = await newVenue(owner, {
    ...{ time: "Half", arrival, houseRules: RULES, hours: "De 8 h à 23 h", latestAccess: "20 h" },
  });
  const buyer = await newAccount();
  const reservation = await createReservation({
    ...{ venue, buyer, status: "confirmed", reference: `PDS-${unique().toUpperCase()}` },
    ...{ requestKey: unique(), paidAt: new Date(), cardLast4: "4242" },
    ...{ startDate: inDays(60), endDate: inDays(60 + days - 1), startSlot: "PM", endSlot: "AM" },
  });
  const moved = (type: LedgerType, amount: number) => ({
    ...{ _id: `${type}:${unique()}`, reservation: reservation._id, buyer: buyer._id },
    ...{ owner: owner._id, type, amount, stripeId: `ch_${unique()}`, at: new Date() },
  });
  await LedgerEntryModel.insertMany([
    moved("captured", reservation.total),
    moved("transferred", reservation.ownerShare),
  ]);
  return reservation;
}

test("one sheet holds four days by the half with house rules and the way in @no-js", async ({
  page,
  enter,
  owner,
}) => {
  for (const { who, path } of pathsOf(await toldWhole(owner, 4, ARRIVAL))) {
    await enter({ _id: who });
    await page.goto(path);
    const { pages, text } = await printed(page);
    expect(text).toContain("tableau électrique");
    expect(text).toContain("Le ménage est à votre charge");
    expect(pages, path).toBe(1);
  }
});

test("a month by the half day, with a whole page to say of the way in, takes two sheets at most @no-js", async ({
  page,
  enter,
  owner,
}) => {
  const arrival = `${ARRIVAL}\n`.repeat(5).slice(0, 1000);
  for (const { who, path } of pathsOf(await toldWhole(owner, 31, arrival))) {
    await enter({ _id: who });
    await page.goto(path);
    expect((await printed(page)).pages, path).toBeLessThanOrEqual(2);
  }
});

test("paper has the margins of the browser alone, and a receipt says once who issues it @no-js", async ({
  page,
  enter,
}) => {
  // With what it corrects there are two sheets.
  const note = (await ReceiptModel.findOne({ kind: "credit_note" }).lean())!;
  await enter({ _id: note.buyer });
  await page.emulateMedia({ media: "print" });
  // A4 in CSS pixels.
  await page.setViewportSize({ width: 794, height: 1123 });
  await page.goto("/mes-paiments");
  for (const what of [".site-header .plaque", "main h1"]) {
    const left = (element: Element) => element.getBoundingClientRect().left;
    expect(await page.locator(what).evaluate(left), what).toBe(0);
  }

  await page.goto(`/mes-demandes/${note.reservation.toString()}/recu`);
  const sheets = await page.locator("article").count();
  expect(sheets).toBeGreaterThan(1);
  const brand = page.getByText("Place des Salles", { exact: true }).filter({ visible: true });
  await expect(brand).toHaveCount(sheets);
});
