import { beforeEach, describe, expect, it } from "vitest";
import type { Venue } from "@models/venue";
import { ReservationModel } from "@models/reservation";
import { dayLimits } from "~/rules/calendar";
import { addDays } from "~/platform/days";
import { takeToast } from "~/platform/web/toast.server";
import { action as logIn } from "~/routes/connexion";
import { action as press } from "~/routes/reservation/$id/index";
import { mailedCode } from "../support/accounts";
import { emptyDatabase, useDatabase } from "../support/database";
import { createOwner, createUser, createVenue, takeSlots } from "../support/fixtures";
import { hashCheaply } from "../support/password-hash";
import { EMAIL, enter, signedUp, stored } from "../support/verification";
import { Visitor } from "../support/visitor";

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

  it("leads a new account from its code to the recap", async () => {
    const visitor = new Visitor();
    await wish(visitor);
    await signedUp(visitor);
    const response = await enter(visitor, await mailedCode(EMAIL));
    expect(response.headers.get("location")).toMatch(RECAP);
    expect((await ReservationModel.findOne().lean())?.userId).toEqual((await stored())._id);
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
