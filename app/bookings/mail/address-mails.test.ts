import { Types } from "mongoose";
import { describe, expect, it } from "vitest";
import type { Reservation } from "@models/reservation";
import { env } from "~/platform/env.server";
import { addressContent } from "./address-mails.server";

const reservation = {
  ...{ _id: new Types.ObjectId("0".repeat(24)), venueId: new Types.ObjectId("1".repeat(24)) },
  ...{ reference: "PDS-1", venueTitle: "Salle des Tilleuls", venueCity: "Lyon" },
  ...{ startDate: "2027-06-11", endDate: "2027-06-12", startSlot: "AM", endSlot: "PM" },
  ...{ period: "Day", units: 2, unitPrice: 48_000, subtotal: 96_000, fee: 12_000 },
  ...{ commission: 12_000, total: 108_000, ownerShare: 84_000, platformShare: 24_000 },
  ...{ policy: "modérée", status: "confirmed", refunded: 0, history: [] },
} as unknown as Reservation;
const town = { postalCode: "69003", city: "Lyon" };
const correction = {
  reservation,
  before: { street: "12 rue des Tilleuls", ...town },
  place: { street: "21 rue des Tilleuls", ...town, arrival: "Au fond de la cour" },
  owner: { name: "Marie", lastname: "Durand", entityName: "Les Tilleuls", email: "m@exemple.fr" },
};

/** Without this installation's address. */
const contentOf = (status: Reservation["status"]) => {
  const content = addressContent({ ...correction, reservation: { ...reservation, status } });
  return JSON.parse(JSON.stringify(content).replaceAll(env.APP_URL, "")) as typeof content;
};

describe("what is said of a corrected address", () => {
  it("to who is sure to come: both addresses, how to get in, whom to ask, and how to call off", () => {
    expect(contentOf("confirmed")).toMatchSnapshot();
  });

  it("to who has asked: that it can be called off until the answer, and nothing that only guests are told", () => {
    expect(contentOf("pending")).toMatchSnapshot();
    expect(JSON.stringify(contentOf("pending"))).not.toMatch(/cour|m@exemple/);
  });

  it("to whose payment is being taken: no way to call off, for there is none at that moment", () => {
    expect(JSON.stringify(contentOf("capturing"))).not.toContain("annuler");
  });
});
