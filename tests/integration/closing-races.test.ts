import { createPayableVenue } from "../support/payments";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { BookedSlotModel } from "@models/booked-slot";
import { ImageModel } from "@models/image";
import { ReservationModel, type Reservation } from "@models/reservation";
import { WishModel } from "@models/wish";
import { UserModel, type User } from "@models/user";
import { VenueModel, type Venue } from "@models/venue";
import { chooseCookies } from "~/accounts/choose-cookies.server";
import { editAddress, editProfile } from "~/accounts/edit-profile.server";
import { linkAccount } from "~/accounts/link-account.server";
import { claimAttempt } from "~/bookings/payment/claim-attempt.server";
import { closeAccount } from "~/offboarding/close-account.server";
import { deleteVenue } from "~/offboarding/delete-venue.server";
import { reserve } from "~/bookings/reserve/reserve.server";
import { leaveWish } from "~/bookings/waiting/leave-wish.server";
import { addDays, todayInParis } from "~/platform/days";
import { publishVenue } from "~/venues/publish-venue.server";
import type { NewVenue } from "~/venues/venue-input";
import { emptyDatabase, useDatabase } from "../support/database";
import { createOwner, createUser, takeSlots } from "../support/fixtures";
import { besides, justBefore } from "../support/just-before";

/** What happens when somebody leaves, or takes a venue away, while somebody else is at it. */

useDatabase();
beforeEach(emptyDatabase);
afterEach(() => {
  vi.restoreAllMocks();
});

const now = new Date();
const day = addDays(todayInParis(now), 5);

const reserving = (venue: Venue, buyer: User) =>
  reserve({
    venueId: venue._id.toString(),
    buyer: { id: buyer._id.toString() },
    startDate: day,
    endDate: day,
    requestKey: "test",
    now,
  });
const deleting = ({ userId, _id }: Venue) => deleteVenue(userId.toString(), _id.toString(), now);
const closing = ({ _id }: Pick<User, "_id">) => closeAccount(_id.toString(), now);

/** The last step before there is money: whoever gets here may pay. */
const paying = ({ _id, userId }: Reservation) =>
  claimAttempt({ reservationId: _id.toString(), buyerId: userId.toString(), now }, () => false);

const reservingAndPaying = async (venue: Venue, buyer: User) => {
  expect(await paying(await reserving(venue, buyer))).toMatchObject({ kind: "claimed" });
};

const scene = async () => ({ ...(await createPayableVenue()), buyer: await createUser() });

describe("days that are taken while somebody leaves", () => {
  /** Right before the days are written down, when all that was to be checked has been checked. */
  function beforeDaysAreTaken(other: () => Promise<unknown>) {
    const insertMany = BookedSlotModel.insertMany.bind(BookedSlotModel) as (
      ...args: unknown[]
    ) => Promise<unknown>;
    const then = async (...args: unknown[]): Promise<unknown> => {
      await other();
      return await insertMany(...args);
    };
    vi.spyOn(BookedSlotModel, "insertMany").mockImplementationOnce(then as never);
  }

  async function expectUnpaid(hold: Reservation, code: string) {
    await expect(paying(hold)).rejects.toMatchObject({ code });
    expect(await ReservationModel.findById(hold._id).lean()).toMatchObject({
      status: "hold",
      attempt: 0,
    });
  }

  it("cannot be paid when their venue was deleted", async () => {
    const { venue, buyer } = await scene();
    beforeDaysAreTaken(() => deleting(venue));
    await expectUnpaid(await reserving(venue, buyer), "venue_closed");
  });

  it("cannot be paid when their venue's owner closed the account", async () => {
    const { owner, venue, buyer } = await scene();
    beforeDaysAreTaken(() => closing(owner));
    await expectUnpaid(await reserving(venue, buyer), "venue_closed");
  });

  it("cannot be paid when their buyer closed the account", async () => {
    const { venue, buyer } = await scene();
    beforeDaysAreTaken(() => closing(buyer));
    await expectUnpaid(await reserving(venue, buyer), "forbidden");
  });
});

describe("a reservation that is being paid in the same instant", () => {
  it("keeps its venue from being deleted", async () => {
    const { venue, buyer } = await scene();
    justBefore("Venue", "updateOne", () => reservingAndPaying(venue, buyer));
    await expect(deleting(venue)).rejects.toMatchObject({ code: "venue_in_use" });
    expect(await VenueModel.findById(venue._id).lean()).toMatchObject({ searchable: true });
  });

  it("keeps its owner's account open", async () => {
    const { owner, venue, buyer } = await scene();
    justBefore("Venue", "updateMany", () => reservingAndPaying(venue, buyer));
    await expect(closing(owner)).rejects.toMatchObject({ code: "account_in_use" });
    expect(await UserModel.findById(owner._id).lean()).toMatchObject({ name: owner.name });
  });

  it("keeps its buyer's account open", async () => {
    const { venue, buyer } = await scene();
    justBefore("Venue", "updateMany", () => reservingAndPaying(venue, buyer));
    await expect(closing(buyer)).rejects.toMatchObject({ code: "account_in_use" });
    expect(await UserModel.findById(buyer._id).lean()).toMatchObject({ name: buyer.name });
  });
});

describe("an account that is closed", () => {
  const fields = async (owner: User): Promise<NewVenue> => ({
    type: ["Jardins"],
    street: "3 place de la Mairie",
    postalCode: "76130",
    city: "Mont-Saint-Aignan",
    country: "France",
    capacity: ">51",
    title: "Salle Jean-Moulin",
    description: "Salle lumineuse et chauffée, avec cuisine.",
    price: 48_000,
    time: "Day",
    needValidation: false,
    cancellationPolicy: "souple",
    equipement: [],
    photo: await drafts(owner),
  });

  async function drafts({ _id: owner }: User): Promise<string[]> {
    const shape = { owner, purpose: "venue", width: 64, height: 48, widths: [64] } as const;
    const made = await ImageModel.insertMany(
      Array.from({ length: 5 }, () => ({ ...shape, draftSince: now })),
    );
    return made.map(({ id }) => String(id));
  }

  it("publishes nothing any more, though its owner was about to", async () => {
    const owner = await createOwner();
    const typed = await fields(owner);
    justBefore("User", "updateOne", () => closing(owner));
    await expect(publishVenue(owner._id.toString(), typed, now)).rejects.toMatchObject({
      code: "forbidden",
    });
    expect(await VenueModel.countDocuments({ searchable: true })).toBe(0);
  });

  it("takes a venue that is published in the same instant with it", async () => {
    const owner = await createOwner();
    const typed = await fields(owner);
    justBefore("User", "updateOne", () => publishVenue(owner._id.toString(), typed, now));
    await closing(owner);
    expect(await VenueModel.countDocuments()).toBe(1);
    expect(await VenueModel.countDocuments({ listed: true })).toBe(0);
  });

  it("is not filled again by a form that was under way", async () => {
    const { _id } = await createUser({ role: "Particulier" });
    const id = _id.toString();
    const identity = { name: "Zoé", lastname: "Blanc", phone: "0698765432" };
    const address = { street: "7 impasse", postalCode: "29999", city: "Nulle", country: "France" };
    justBefore("User", "updateOne", () => closing({ _id }));
    const edit = editProfile(id, { type: "Entités privés", identity });
    await expect(edit).rejects.toMatchObject({ code: "not_found" });
    await expect(editAddress(id, address)).rejects.toMatchObject({ code: "not_found" });
    const closed = await UserModel.findById(id).lean();
    expect(closed).toMatchObject({ name: "Ancien", lastname: "membre" });
    expect(closed).not.toHaveProperty("phone");
    expect(closed).not.toHaveProperty("street");
  });

  it("takes no cookie choice that was under way", async () => {
    const { _id } = await createUser();
    justBefore("User", "updateOne", () => closing({ _id }));
    await expect(chooseCookies(_id.toString(), true, undefined, new Date())).rejects.toMatchObject({
      code: "not_found",
    });
    expect(await UserModel.findById(_id).lean()).not.toHaveProperty("cookiesSet");
  });

  it("is not linked to a master at that moment", async () => {
    await createUser({ spondorshipCode: "ABCD2345", masterStatus: "validated" });
    const { _id } = await createUser();
    justBefore("User", "updateOne", () => closing({ _id }));
    const linking = linkAccount(_id.toString(), "ABCD2345", now);
    await expect(linking).rejects.toMatchObject({ code: "forbidden" });
    expect(await UserModel.findById(_id).lean()).not.toHaveProperty("link_id");
  });

  it("gets no linked account, when it is the master's and closed at that moment", async () => {
    const master = await createUser({ spondorshipCode: "ABCD2345", masterStatus: "validated" });
    const { _id } = await createUser();
    justBefore("User", "updateOne", () => closing(master));
    const linking = linkAccount(_id.toString(), "ABCD2345", now);
    await expect(linking).rejects.toMatchObject({ code: "unknown_liaison_code" });
    expect(await UserModel.findById(_id).lean()).not.toHaveProperty("link_id");
  });
});

it("a place on a waiting list goes with its account, though it was taken at that moment", async () => {
  const { venue, buyer } = await scene();
  await takeSlots(venue, [day, "AM"], [day, "PM"]);
  const wanted = { venueId: venue._id.toString(), userId: buyer._id.toString(), now };
  const leaving = () => leaveWish({ ...wanted, raw: { startDate: day, endDate: day } });
  const closed = besides("Wish", "find", () => closing(buyer));
  await leaving();
  await closed();
  expect(await WishModel.countDocuments()).toBe(0);
  await expect(leaving()).rejects.toMatchObject({ code: "forbidden" });
});
