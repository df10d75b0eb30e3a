import mongoose from "mongoose";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { VenueModel, type Venue } from "@models/venue";
import { ReservationModel } from "@models/reservation";
import type * as reserving from "~/bookings/reserve/reserve.server";
import { reserve } from "~/bookings/reserve/reserve.server";
import { followWantedStay, keepWantedStay } from "~/bookings/reserve/wanted-stay.server";
import { dayLimits } from "~/rules/calendar";
import { addDays } from "~/platform/days";
import { keepState } from "~/platform/known-state.server";
import { logger } from "~/platform/log.server";
import { Refusal } from "~/platform/refusal";
import { takeToast } from "~/platform/web/toast.server";
import { action as logIn } from "~/routes/connexion";
import { action as signUp } from "~/routes/inscription";
import { action as press } from "~/routes/reservation/$id/index";
import { mailedCode, signupFields } from "../support/accounts";
import { emptyDatabase, useDatabase } from "../support/database";
import { createOwner, createUser, createVenue, takeSlots } from "../support/fixtures";
import { hashCheaply } from "../support/password-hash";
import { EMAIL, enter, signedUp, stored } from "../support/verification";
import { Visitor } from "../support/visitor";

vi.mock("~/bookings/reserve/reserve.server", async (original) => {
  const real = await original<typeof reserving>();
  return { ...real, reserve: vi.fn(real.reserve) };
});

useDatabase();

const { earliest } = dayLimits(new Date());
const [start, end] = [addDays(earliest, 9), addDays(earliest, 10)];
const credentials = { email: "camille.wish@exemple.fr", password: "Tilleuls-1911" };
let venue: Venue;

beforeEach(async () => {
  await emptyDatabase();
  venue = await createVenue(await createOwner());
});

const member = async () =>
  await createUser({
    email: credentials.email,
    passwordHash: await hashCheaply(credentials.password),
  });

/** Presses 'Réserver' as a visitor; returns where to log in. */
async function wish(visitor: Visitor): Promise<string> {
  const id = venue._id.toString();
  const form = { start, end, requestKey: "k1" };
  const response = await visitor.visit(press, `/reservation/${id}`, { form, params: { id } });
  return response.headers.get("location") ?? "";
}

const enterAs = (visitor: Visitor, path: string) =>
  visitor.visit(logIn, path, { form: credentials });
const RECAP = /^\/reservation\/[0-9a-f]{24}\/paiement\?demande=[0-9a-f]{24}$/;

describe("what was asked for before logging in", () => {
  it("leads from the login to the recap, once", async () => {
    const buyer = await member();
    const visitor = new Visitor();
    const login = await wish(visitor);
    expect(login).toMatch(/^\/connexion\?vers=/);
    expect(await ReservationModel.countDocuments()).toBe(0);

    const response = await enterAs(visitor, login);
    expect(response.status).toBe(303);
    expect(response.headers.get("location")).toMatch(RECAP);
    const [hold, ...others] = await ReservationModel.find().lean();
    expect(others).toEqual([]);
    expect(hold).toMatchObject({ status: "hold", startDate: start, endDate: end, total: 108_000 });
    expect(hold!.userId.toString()).toBe(buyer._id.toString());

    await ReservationModel.deleteMany({});
    expect((await enterAs(visitor, login)).headers.get("location")).not.toMatch(RECAP);
    expect(await ReservationModel.countDocuments()).toBe(0);
  });

  it("waits while the site is closed, and leads on from the next login", async () => {
    await member();
    const visitor = new Visitor();
    const login = await wish(visitor);
    const closed = { message: "Fermé.", from: new Date(Date.now() - 1_000) };
    keepState(JSON.stringify({ notices: [], maintenance: closed }));
    onTestFinished(() => keepState(""));
    const response = await enterAs(visitor, login);
    const target = new URL(login, "http://localhost").searchParams.get("vers");
    expect(response.headers.get("location")).toBe(target);
    expect(await ReservationModel.countDocuments()).toBe(0);
    keepState("");
    expect((await enterAs(visitor, login)).headers.get("location")).toMatch(RECAP);
  });

  it("leads a new account from its code to the recap", async () => {
    const visitor = new Visitor();
    await wish(visitor);
    await signedUp(visitor);
    const response = await enter(visitor, await mailedCode(EMAIL));
    expect(response.headers.get("location")).toMatch(RECAP);
    expect((await ReservationModel.findOne().lean())?.userId).toEqual((await stored())._id);
  });

  it("waits when the account was made on the way elsewhere", async () => {
    const visitor = new Visitor();
    await wish(visitor);
    const other = await createVenue(await createOwner({ email: "autre.proprietaire@exemple.fr" }));
    const wanted = `/reservation/${other._id.toString()}`;
    const path = `/inscription?vers=${encodeURIComponent(wanted)}`;
    await visitor.visit(signUp, path, { form: signupFields() });
    const response = await enter(visitor, await mailedCode(EMAIL));
    expect(response.headers.get("location")).toBe(wanted);
    expect(await ReservationModel.countDocuments()).toBe(0);
  });

  describe("though the account was made on the way elsewhere before", () => {
    const signedUpElsewhere = async () => {
      const visitor = new Visitor();
      const path = `/inscription?vers=${encodeURIComponent("/mes-demandes")}`;
      await visitor.visit(signUp, path, { form: signupFields() });
      return visitor;
    };

    it("leads a visitor from their code to the recap", async () => {
      const visitor = await signedUpElsewhere();
      expect(await wish(visitor)).toMatch(/^\/connexion\?vers=/);
      const response = await enter(visitor, await mailedCode(EMAIL));
      expect(response.headers.get("location")).toMatch(RECAP);
      expect((await ReservationModel.findOne().lean())?.venueId).toEqual(venue._id);
    });

    it("leads from it whoever has logged in without it", async () => {
      const visitor = await signedUpElsewhere();
      const { email, password } = signupFields();
      await visitor.visit(logIn, "/connexion?vers=%2Fmes-locations", { form: { email, password } });
      expect(await wish(visitor)).toBe("/verification-email");
      const response = await enter(visitor, await mailedCode(EMAIL));
      expect(response.headers.get("location")).toMatch(RECAP);
    });
  });

  it("leads back to the venue, and says why, when the days are gone by then", async () => {
    await member();
    const visitor = new Visitor();
    const login = await wish(visitor);
    await takeSlots(venue, [end, "AM"]);
    const response = await enterAs(visitor, login);
    const id = venue._id.toString();
    expect(response.headers.get("location")).toBe(
      `/reservation/${id}?start=${start}&end=${end}#reserver`,
    );
    const cookie = response.headers
      .getSetCookie()
      .map((one) => one.split(";")[0])
      .join("; ");
    const { toast } = await takeToast(new Request("http://localhost/", { headers: { cookie } }));
    expect(toast?.message).toContain("Une réservation existe déjà entre vos dates");
    expect(await ReservationModel.countDocuments()).toBe(0);
  });

  it("leads a login back to the venue, with its days, when the database goes away meanwhile", async () => {
    await member();
    const visitor = new Visitor();
    const login = await wish(visitor);
    const warned = vi.spyOn(logger, "warn").mockReturnValue();
    onTestFinished(() => warned.mockRestore());
    vi.mocked(reserve).mockRejectedValueOnce(new mongoose.mongo.MongoNetworkError("gone"));
    const response = await enterAs(visitor, login);
    const to = `/reservation/${venue._id.toString()}?start=${start}&end=${end}#reserver`;
    expect([response.status, response.headers.get("location")]).toEqual([303, to]);
    expect((await enterAs(visitor, login)).headers.get("location")).toMatch(RECAP);
  });

  it("waits when the login leads elsewhere, and comes with no link", async () => {
    await member();
    const visitor = new Visitor();
    const login = await wish(visitor);
    const elsewhere = await enterAs(visitor, "/connexion?vers=%2Fmes-demandes");
    expect(elsewhere.headers.get("location")).toBe("/mes-demandes");
    // Somebody else's browser, sent to the same address.
    const other = await enterAs(new Visitor(), login);
    expect(other.headers.get("location")).not.toMatch(RECAP);
    expect(await ReservationModel.countDocuments()).toBe(0);
  });
});

describe("a wish that a browser keeps", () => {
  const now = new Date();
  const stay = { start, end, startSlot: "PM", endSlot: undefined };
  let cookies: string[];
  const id = () => venue._id.toString();
  const session = () => {
    const { session: own } = new Visitor().context();
    return Object.assign(own, { setCookie: (value: string) => void cookies.push(value) });
  };
  beforeEach(async () => {
    cookies = [];
    await keepWantedStay(session(), { id: id(), requestKey: "k1", ...stay });
    vi.mocked(reserve).mockClear();
  });

  const follow = async (buyerId: string, target?: string) => {
    const [cookie = ""] = cookies[0]!.split(";");
    const request = new Request("http://localhost/connexion", { headers: { cookie } });
    return await followWantedStay({
      ...{ request, session: session(), buyerId, target, ip: "203.0.113.9", now },
    });
  };

  it("is kept for an hour, and asked for as it was, by whoever it is then", async () => {
    expect(cookies).toEqual([
      expect.stringMatching(/^wanted-stay=[^;]+; Max-Age=3600; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
    const buyer = await member();
    const buyerId = buyer._id.toString();
    const followed = await follow(buyerId);
    const { _id } = (await ReservationModel.findOne().lean())!;
    expect(followed).toEqual({ to: `/reservation/${id()}/paiement?demande=${_id.toString()}` });
    expect(vi.mocked(reserve).mock.calls).toEqual([
      [
        {
          ...{ venueId: id(), buyer: { id: buyerId }, ip: "203.0.113.9", requestKey: "k1", now },
          ...{ startDate: start, endDate: end, startSlot: "PM", endSlot: undefined },
        },
      ],
    ]);
    expect(cookies.slice(1)).toEqual([expect.stringMatching(/^wanted-stay=[^;]*; Max-Age=0; /)]);
  });

  it("waits unless the login leads back to its venue", async () => {
    const buyerId = (await member())._id.toString();
    const path = `/reservation/${id()}`;
    for (const target of ["/", `${path}x`, `${path}/paiement`, `/x${path}?`, `/x${path}#`, ""]) {
      expect([target, await follow(buyerId, target)]).toEqual([target, null]);
    }
    expect(cookies).toHaveLength(1);
    for (const target of [path, `${path}?start=${start}`, `${path}#reserver`]) {
      expect(await follow(buyerId, target)).toHaveProperty("to");
    }
    expect(await ReservationModel.countDocuments()).toBe(1);
  });

  it("that cannot be had leads where one sees why", async () => {
    const why = (message: string) => ({ type: "error", message });
    const buyerId = (await member())._id.toString();
    await takeSlots(venue, [end, "AM"]);
    expect(await follow(buyerId)).toEqual({
      to: `/reservation/${id()}?start=${start}&end=${end}&startSlot=PM#reserver`,
      toast: why(expect.stringContaining("Une réservation existe déjà") as string),
    });
    expect(await follow(venue.userId.toString())).toMatchObject({ to: "/reservation" });
    await VenueModel.updateOne({ _id: venue._id }, { deletedAt: now });
    expect(await follow(buyerId)).toMatchObject({ to: "/reservation", toast: { type: "error" } });
  });

  it("that fails leads to its venue, and waits for a next login where the database was away", async () => {
    const buyerId = (await member())._id.toString();
    const to = `/reservation/${id()}?start=${start}&end=${end}&startSlot=PM#reserver`;
    const told = { warn: vi.spyOn(logger, "warn"), error: vi.spyOn(logger, "error") };
    for (const log of Object.values(told)) log.mockReturnValue();
    onTestFinished(() => Object.values(told).forEach((log) => log.mockRestore()));
    vi.mocked(reserve).mockRejectedValueOnce(new mongoose.mongo.MongoNetworkError("gone"));
    const { message: away } = new Refusal("unavailable");
    expect(await follow(buyerId)).toEqual({ to, toast: { type: "error", message: away } });
    expect(told.warn).toHaveBeenCalledOnce();
    expect(cookies).toHaveLength(1);
    const err = new Error("a fault");
    vi.mocked(reserve).mockRejectedValueOnce(err);
    const message = "Un problème est survenu.";
    expect(await follow(buyerId)).toEqual({ to, toast: { type: "error", message } });
    expect(told.error.mock.calls).toEqual([[{ err }, "wanted stay not reserved"]]);
    expect(cookies.slice(1)).toEqual([expect.stringMatching(/^wanted-stay=[^;]*; Max-Age=0; /)]);
  });
});
