import { Types } from "mongoose";
import { expect, it } from "vitest";
import { ContactMessageModel } from "@models/contact-message";
import { WishModel } from "@models/wish";
import { offerLink } from "~/bookings/mail/answer-link.server";
import { addDays, addMinutes, parisDayOf } from "~/platform/days";
import type { ReservationState } from "@models/enumerations";
import { useDatabase } from "../support/database";
import { createOwner, createUser, createVenue } from "../support/fixtures";
import { loggedIn } from "../support/members";
import { newAdmin } from "../support/office";
import { rendered } from "../support/rendered";
import { createReservation } from "../support/reservations";
import { Visitor } from "../support/visitor";

/** A tab, a bookmark and a screen reader name a page by its title: it says what the page says, in each state. */

useDatabase();

/** A reservation of the state, by its owner's, its buyer's and nobody's eyes. */
async function people(status: ReservationState, fields: object = {}) {
  const owner = await createOwner();
  const buyer = await createUser();
  const venue = await createVenue(owner, { needValidation: true });
  const startDate = addDays(parisDayOf(new Date()), 30);
  const made = await createReservation({ venue, buyer, status, startDate, ...fields });
  return {
    made,
    id: made._id.toString(),
    payment: (page: string) =>
      `/reservation/${venue._id.toString()}/${page}?demande=${made._id.toString()}`,
    owner: (await loggedIn(owner)).visitor,
    buyer: (await loggedIn(buyer)).visitor,
  };
}

/** The page's title behind the brand, once it is its `h1` too. */
async function titleOf(visitor: Visitor, path: string): Promise<string> {
  const html = await (await rendered(visitor, path)).text();
  const [, title] = /<title>Place des Salles \| (.*?)<\/title>/.exec(html) ?? [];
  const [, heading] = /<h1[^>]*>(.*?)<\/h1>/.exec(html) ?? [];
  expect(title).toBe(heading);
  return title ?? "";
}

it("asks an owner what the page asks, and says what became of it", async () => {
  const { id, owner } = await people("pending");
  const path = `/mes-locations/demandes/${id}`;
  expect(await titleOf(owner, `${path}/accepter`)).toBe("Accepter cette demande\u00a0?");
  expect(await titleOf(owner, `${path}/refuser`)).toBe("Refuser cette demande\u00a0?");
  expect(await titleOf(owner, `${path}/dates/refuser`)).toMatch(/^Aucun changement de dates/);
  const ended = await people("cancelled");
  expect(await titleOf(ended.owner, `/mes-locations/demandes/${ended.id}/refuser`)).toBe(
    "Cette demande n’attend pas de réponse.",
  );
});

it("says before and after a payment how it stands", async () => {
  const { buyer, payment } = await people("hold");
  expect(await titleOf(buyer, payment("paiement"))).toBe("Vérifiez puis payez");
  expect(await titleOf(buyer, payment("error"))).toBe("Échec du paiement\u00a0!");
  expect(await titleOf(buyer, payment("success"))).toBe("Paiement en cours");
  for (const page of ["error", "success"])
    expect(await titleOf(new Visitor(), payment(page))).toMatch(/^Connectez-vous/);
});

it("says of a list of the back-office which rows its second page shows", async () => {
  const { visitor } = await newAdmin();
  await ContactMessageModel.insertMany(
    Array.from({ length: 52 }, () => ({
      ...{ type: "Autre", email: "lucie@exemple.fr", name: "Lucie", lastname: "Ferrand" },
      description: "Bonjour",
    })),
  );
  const titled = async (path: string) => {
    const html = await (await rendered(visitor, path)).text();
    const next = /href="(\/admin\/contact\?suite=[^"]*)"/.exec(html)?.[1] ?? "";
    return { title: /<title>.*? \| (.*?)<\/title>/.exec(html)?.[1], next };
  };
  const { title, next } = await titled("/admin/contact");
  expect(title).toBe("Contacts");
  expect((await titled(next)).title).toBe("Contacts 51 à 52");
});

it.each<[ReservationState, string]>([
  ["hold", "Ces dates sont gardées pour vous"],
  ["dead", "Ces dates ne sont plus gardées pour vous."],
])("says of offered days whether they are still held: %s", async (status, title) => {
  const offer = new Types.ObjectId();
  const { made, buyer } = await people(status, { offer });
  const { startDate, endDate, startSlot, endSlot, period, createdAt } = made;
  const wish = await WishModel.create({
    ...{ _id: offer, user: made.userId, venue: made.venueId, reservation: made._id },
    ...{ startDate, endDate, startSlot, endSlot, period, createdAt },
    ...{ state: "offered", lookAt: addMinutes(new Date(), 120) },
  });
  expect(await titleOf(buyer, new URL(offerLink(wish)).pathname)).toBe(title);
});

it("is one page to search engines, in whatever letters its address was asked for", async () => {
  const addressOf = async (path: string) => {
    const html = await (await rendered(new Visitor(), path)).text();
    return /<link rel="canonical" href="http:\/\/localhost:3000(.*?)"/.exec(html)?.[1];
  };
  for (const path of ["/CGV", "/cgv", "/CGV/"]) expect(await addressOf(path)).toBe("/CGV");
  expect(await addressOf("/Contact/")).toBe("/contact");
  expect(await addressOf("/CONNEXION")).toBe("/connexion");
  expect(await addressOf("/")).toBe("/");
});
