import { sandbox } from "../support/payments";
import mongoose, { trusted, Types } from "mongoose";
import { afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { AccessEntryModel } from "@models/access-entry";
import { LedgerEntryModel, type LedgerEntry } from "@models/ledger-entry";
import { MailModel } from "@models/mail";
import { ReservationModel, type Reservation } from "@models/reservation";
import { TaxFactsModel } from "@models/tax-facts";
import { UserModel, type User } from "@models/user";
import { VenueModel, type Venue } from "@models/venue";
import { editProfile } from "~/accounts/edit-profile.server";
import { listDeclarations } from "~/admin/declarations/list-declarations.server";
import { cancelReservation } from "~/bookings/cancel/cancel-reservation.server";
import { ownDeclaration, ownDeclarations } from "~/declarations/own-declarations.server";
import { declaredFrom, declaredYear } from "~/declarations/read-declarations.server";
import { remindTaxFacts } from "~/declarations/remind-tax-facts.server";
import { saveCadastralReference, saveTaxFacts } from "~/declarations/save-tax-facts.server";
import { sendStatements } from "~/declarations/send-statements.server";
import { closeAccount } from "~/offboarding/close-account.server";
import { finishLeftovers } from "~/offboarding/finish-leftovers.server";
import { balanceOf } from "~/payments/balance";
import { forgetKept } from "~/platform/concurrency/kept-for";
import { addMinutes, formatDay, parisDayOf, parisNoon, todayInParis } from "~/platform/days";
import { formatEuros } from "~/platform/money";
import { loader as record } from "~/routes/admin/revenus/$id";
import { loader as declarations } from "~/routes/admin/revenus/index";
import { loader as csv } from "~/routes/admin/revenus/csv";
import { action, loader as settings } from "~/routes/mes-parametres/revenus/index";
import { changeVenue } from "~/venues/edit-venue.server";
import { askedBy } from "../support/asked-of-database";
import { confirmReservation } from "../support/confirmed-reservation";
import { emptyDatabase, useDatabase } from "../support/database";
import { createOwner, createUser, createVenue } from "../support/fixtures";
import { besides, justBefore } from "../support/just-before";
import { examined } from "../support/looked-through";
import { loggedIn } from "../support/members";
import { newAdmin, type Administrator } from "../support/office";
import { personalData } from "../support/personal-data";
import { rendered } from "../support/rendered";
import { createReservation } from "../support/reservations";
import type { Visitor } from "../support/visitor";

/** What is declared of owners, held against the ledger. */

useDatabase();

const now = new Date();
const DAY_MINUTES = 24 * 60;
const PATH = "/mes-parametres/revenus";
const PERSON = {
  legalName: "Inès Marguerite Roy",
  birthDate: "17/05/1980",
  street: "8 quai des Mariniers",
  postalCode: "69005",
  city: "Lyon",
  country: "France",
  taxCountry: "FR",
  taxId: "3012345678" + String(3_012_345_678 % 511).padStart(3, "0"),
};
/** A public body that is known by its number, and a person again. */
const TOWN = { $set: { type: "Collectivité", INSEE: "732829320" } } as const;
const PERSONS = { $set: { type: "Entités privés" }, $unset: { INSEE: 1 } } as const;
/** Of the tax number, what a mail says. */
const ENDS = `Numéro fiscal\u00a0: finit par ${PERSON.taxId.slice(-4)} (France)`;
let admin: Administrator;
let paid: { reservation: Reservation; venue: Venue; owner: User };
let halved: typeof paid;
let owner: { id: string; visitor: Visitor };
/** Of the ledger itself, so that the turn of a year under the test changes nothing. */
let year: string;
/** A moment at which that year is being declared. */
let inYear: Date;

beforeAll(async () => {
  await emptyDatabase();
  await sandbox.control("reset");
  admin = await newAdmin({ adminRole: "finance" });
  await admin.actor.session.confirm(now);
  const buyer = await createUser();
  paid = await confirmReservation(buyer);
  halved = await confirmReservation(buyer, { policy: "modérée", days: 5 });
  const by = { role: "buyer", userId: buyer._id.toString() } as const;
  await cancelReservation({ reservationId: halved.reservation._id.toString(), by, now });
  const sent = await LedgerEntryModel.findOne({ type: "transferred" }).lean();
  year = parisDayOf(sent!.at).slice(0, 4);
  inYear = parisNoon(`${year}-12-31`);
  owner = { id: paid.owner._id.toString(), visitor: (await loggedIn(paid.owner)).visitor };
});

const ledgerOf = async ({ _id }: User) => {
  const entries = await LedgerEntryModel.find({ owner: _id }).lean();
  return balanceOf(entries);
};

describe("a year", () => {
  it("has what the ledger has of each owner, half a refund taken off", async () => {
    for (const one of [paid, halved]) {
      const { total, properties } = await ownDeclaration(one.owner._id.toString(), year, inYear);
      const books = await ledgerOf(one.owner);
      expect(total).toMatchObject({ activities: 1, paid: books.owner, fees: books.platform });
      expect(properties).toMatchObject([{ title: one.venue.title }]);
    }
    const list = await listDeclarations(year, 1, inYear);
    expect(list).toMatchObject({ total: 2, page: 1, pages: 1 });
    expect(await listDeclarations(String(Number(year) - 1), 9, inYear)).toMatchObject({ rows: [] });
  });

  it("has its owners found once for all pages that are turned within five minutes", async () => {
    forgetKept();
    const found = async (minutes: number, page: number) => {
      const { asked } = await askedBy(() =>
        listDeclarations(year, page, addMinutes(inYear, minutes)),
      );
      return asked.filter((one) => one.startsWith("distinct ledgerentries")).length;
    };
    expect([await found(0, 1), await found(1, 2), await found(4, 1)]).toEqual([1, 0, 0]);
    expect(await found(5, 1)).toBe(1);
  });

  it("is made of the stays that have days in it: no receipt of another year's is read", async () => {
    const { reservation } = paid;
    const venue = await createVenue(paid.owner);
    const of = (from: number, to: number, days: readonly [string, string]) => ({
      startDate: `${Number(year) + from}-${days[0]}`,
      endDate: `${Number(year) + to}-${days[1]}`,
    });
    const past = { venue, buyer: { _id: reservation.userId }, status: "ended" } as const;
    const within = await createReservation({ ...past, ...of(-1, 0, ["12-30", "01-02"]) });
    const others = [
      await createReservation({ ...past, ...of(-1, -1, ["01-01", "12-29"]) }),
      await createReservation({ ...past, ...of(-3, -3, ["06-01", "06-02"]) }),
      await createReservation({ ...past, ...of(1, 1, ["01-01", "01-02"]) }),
    ];
    const { answer, asked } = await askedBy(() => ownDeclaration(owner.id, year, inYear));
    const receipts = asked.filter((one) => one.startsWith("find receipts")).join("\n");
    expect(receipts).toContain(reservation._id.toString());
    expect(receipts).toContain(within._id.toString());
    for (const { _id } of others) expect(receipts).not.toContain(_id.toString());
    const books = await ledgerOf(paid.owner);
    expect(answer.total).toMatchObject({ activities: 1, paid: books.owner });
    const [own] = answer.properties.filter(({ venueId }) => venueId === venue._id.toString());
    expect(own!.quarters.map(({ days }) => days)).toEqual([2, 0, 0, 0]);
    const made = [within, ...others].map(({ _id }) => _id);
    await ReservationModel.deleteMany({ _id: trusted({ $in: made }) });
  });

  it("is told to its owner as it is declared", async () => {
    const { total } = await ownDeclaration(owner.id, year, inYear);
    const html = await (await rendered(owner.visitor, `${PATH}/${year}`)).text();
    const whole = html.slice(html.indexOf('id="annee"'));
    const facts = [...whole.matchAll(/<dt[^>]*>(.*?)<\/dt>\s*<dd[^>]*>(.*?)<\/dd>/gs)];
    expect(facts.map(([, label, text]) => [label, text])).toEqual([
      ["Jours loués", String(total.days)],
      ["Activités", "1"],
      ["Versé", formatEuros(total.paid)],
      ["Frais de service et commissions retenus", formatEuros(total.fees)],
    ]);
  });

  it("is a file of its quarters, whose sums are the ledger's", async () => {
    const response = await admin.visitor.visit(csv, `/admin/revenus.csv?annee=${year}`);
    const [head = [], ...rows] = (await response.text())
      .trim()
      .split("\r\n")
      .map((line) => line.split(";"));
    expect(rows).toHaveLength(2 * 4);
    const sum = (name: string) =>
      rows.reduce(
        (total, row) =>
          total + Math.round(Number(row[head.indexOf(name)]!.replace(",", ".")) * 100),
        0,
      );
    const books = [await ledgerOf(paid.owner), await ledgerOf(halved.owner)];
    expect(sum("Versé (€)")).toBe(books[0]!.owner + books[1]!.owner);
    expect(sum("Frais de service et commissions retenus (€)")).toBe(
      books[0]!.platform + books[1]!.platform,
    );
  });

  it("has the days let in it though all of them were paid for in the year before", async () => {
    const { _id, startDate, endDate } = paid.reservation;
    const next = String(Number(year) + 1);
    const days = { startDate: `${next}-02-01`, endDate: `${next}-02-02` };
    await ReservationModel.updateOne({ _id }, days);
    expect(await listDeclarations(next, 1, inYear)).toMatchObject({ total: 0 });
    const later = parisNoon(days.endDate);
    const list = await listDeclarations(next, 1, later);
    expect(list).toMatchObject({
      total: 1,
      rows: [{ id: owner.id, properties: 1, activities: 0 }],
    });
    const { total } = await ownDeclaration(owner.id, next, later);
    expect(total).toEqual({ days: 2, activities: 0, paid: 0, fees: 0 });
    expect((await ownDeclarations(owner.id, later)).years).toEqual([next, year]);
    expect((await ownDeclarations(owner.id, inYear)).years).toEqual([year]);
    await ReservationModel.updateOne({ _id }, { startDate, endDate });
  });

  it("says that it is not over yet, and of one to come nothing is said", async () => {
    const today = todayInParis(new Date()).slice(0, 4);
    const [before, next] = [String(Number(today) - 1), String(Number(today) + 1)];
    const UNDER_WAY = "Cette année n’est pas finie";
    const list = async (asked: string) =>
      (await (await rendered(admin.visitor, `/admin/revenus?annee=${asked}`)).text()).includes(
        UNDER_WAY,
      );
    const nameOf = async (asked: string) =>
      (await admin.visitor.visit(csv, `/admin/revenus.csv?annee=${asked}`)).headers.get(
        "content-disposition",
      );
    expect([await list(before), await list(today)]).toEqual([false, true]);
    expect(await nameOf(before)).toContain(`revenus-${before}.csv`);
    expect(await nameOf(today)).toContain(`revenus-${today}-provisoire.csv`);
    const refused = { status: 404 };
    const path = `/admin/revenus/${owner.id}?annee=${next}`;
    for (const ask of [
      () => admin.visitor.visit(declarations, `/admin/revenus?annee=${next}`),
      () => nameOf(next),
      () => admin.visitor.visit(record, path, { params: { id: owner.id } }),
    ]) {
      await expect(ask()).rejects.toMatchObject(refused);
    }
    const isOver = async (at: Date) => (await ownDeclaration(owner.id, year, at)).isOver;
    expect(await isOver(inYear)).toBe(false);
    expect(await isOver(parisNoon(`${Number(year) + 1}-01-01`))).toBe(true);
  });

  it("is shown to its owner and to finance, whose look is noted, and to nobody else", async () => {
    const stranger = await createUser();
    await expect(ownDeclaration(stranger._id.toString(), year, inYear)).rejects.toMatchObject({
      code: "not_found",
    });
    const before = String(Number(year) - 1);
    await expect(ownDeclaration(owner.id, before, inYear)).rejects.toMatchObject({
      code: "not_found",
    });
    const path = `/admin/revenus/${owner.id}?annee=${year}`;
    const page = await admin.visitor.visit(record, path, { params: { id: owner.id } });
    expect(await page.json()).toMatchObject({ year, owner: { id: owner.id } });
    expect(await AccessEntryModel.find().lean()).toMatchObject([
      { kind: "user", target: paid.owner._id },
    ]);
  });
});

describe("what is missing", () => {
  const send = async (form: Record<string, string>) =>
    await owner.visitor.visit(action, PATH, { form });
  const missing = async () => (await ownDeclarations(owner.id, now)).missing;

  it("is asked for, recalled twice, twenty days apart, and never again", async () => {
    const moments = [0, 1, 19, 20, 39, 40, 61, 92].map((days) =>
      addMinutes(inYear, (days - 122) * DAY_MINUTES),
    );
    const owners = [paid, halved].map(({ owner: one }) => one._id);
    const ban = (change: object) => UserModel.updateMany({ _id: trusted({ $in: owners }) }, change);
    // Who is banned cannot log in to answer.
    await ban({ $set: { bannedAt: now } });
    expect(await remindTaxFacts(moments[0]!)).toBe(0);
    await ban({ $unset: { bannedAt: 1 } });
    const asked: number[] = [];
    for (const moment of moments) asked.push(await remindTaxFacts(moment));
    expect(asked).toEqual([2, 0, 0, 2, 0, 2, 0, 0]);
    const all = await MailModel.find({ to: paid.owner.email }).lean();
    const mails = all.filter(({ key }) => key.startsWith(`tax-facts:${owner.id}`));
    expect(mails).toHaveLength(3);
    expect(mails[0]?.text).toContain("votre adresse et votre numéro fiscal.");
  });

  it("is kept as typed until it is right", async () => {
    const refused = await send({ intent: "facts", ...PERSON, taxId: "3012345678999" });
    expect(refused.status).toBe(422);
    expect(await refused.text()).toContain("Ce numéro fiscal n’est pas celui que donne ce pays.");
    expect((await send({ intent: "facts", ...PERSON, birthDate: "" })).status).toBe(422);
    expect((await TaxFactsModel.findById(owner.id).lean())?.confirmedAt).toBeUndefined();
  });

  it("is confirmed, and stays when the account has forgotten everything", async () => {
    expect((await send({ intent: "facts", ...PERSON })).status).toBe(303);
    expect(await missing()).toEqual([]);
    expect(await TaxFactsModel.findById(owner.id).lean()).toMatchObject({
      legalName: "Inès Marguerite Roy",
      birthDate: "1980-05-17",
      taxId: PERSON.taxId,
    });
    const page = await owner.visitor.visit(settings, PATH);
    expect(await page.json()).toMatchObject({ years: [year], missing: [] });
    await UserModel.updateOne({ _id: owner.id }, { name: "Ancien", lastname: "membre" });
    const { owner: declared } = await ownDeclaration(owner.id, year, inYear);
    expect(declared).toMatchObject({ legalName: "Inès Marguerite Roy", birthDate: "1980-05-17" });
    expect((await personalData(owner.id, now)).taxFacts?.taxId).toBe(PERSON.taxId);
  });

  it("says whose the bank account is: the owner's own, unless they name somebody else", async () => {
    const holder = async () => {
      const response = await admin.visitor.visit(csv, `/admin/revenus.csv?annee=${year}`);
      const [head = [], ...rows] = (await response.text())
        .split("\r\n")
        .map((row) => row.split(";"));
      const own = rows.find((row) => row.includes(owner.id));
      return own?.[head.indexOf("Titulaire du compte")];
    };
    expect(await holder()).toBe("Inès Marguerite Roy");
    await send({ intent: "facts", ...PERSON, accountHolder: "Indivision Roy" });
    expect(await holder()).toBe("Indivision Roy");
    await send({ intent: "facts", ...PERSON, accountHolder: " " });
    expect(await holder()).toBe("Inès Marguerite Roy");
  });

  it("is asked of nobody of whom nothing is declared", async () => {
    await UserModel.updateOne({ _id: halved.owner._id }, TOWN);
    const { missing: lacks, exclusion } = await ownDeclaration(
      halved.owner._id.toString(),
      year,
      inYear,
    );
    expect({ lacks, exclusion }).toEqual({ lacks: [], exclusion: "public" });
  });

  it("is asked of a public body that has given no number, which may be anybody's, and that alone", async () => {
    const { owner: town } = await confirmReservation(await createUser());
    const { _id } = town;
    await UserModel.updateOne({ _id }, { type: "Collectivité" });
    const { visitor } = await loggedIn(town);
    const told = async () =>
      await Promise.all([
        (await rendered(visitor, PATH)).text(),
        (await rendered(visitor, `${PATH}/${year}`)).text(),
        (await rendered(visitor, "/mes-paiments")).text(),
      ]);
    const lacks = { exclusion: null, missing: ["registration"] };
    expect(await ownDeclaration(_id.toString(), year, inYear)).toMatchObject(lacks);
    const [asking, ...pages] = await told();
    expect(asking).toContain("Il manque\u00a0: SIRET, SIREN ou RNA.");
    expect(asking).toContain('href="/profil?modifier=identite#identite"');
    expect(asking).toContain("Sans votre SIRET ou votre SIREN, rien ne nous dit");
    expect(asking).not.toContain('name="legalName"');
    // A public body is taxed by other rules.
    for (const page of pages) expect(page).not.toContain("cotisations");
    const persons = await (await rendered(owner.visitor, "/mes-paiments")).text();
    expect(persons).toContain("cotisations");
    await remindTaxFacts(inYear);
    const [mail] = await MailModel.find({
      to: town.email,
      key: trusted({ $regex: "^tax-facts:" }),
    });
    expect(mail?.text).toContain("votre SIRET, SIREN ou RNA");

    await UserModel.updateOne({ _id }, TOWN);
    const isKnown = { exclusion: "public", missing: [] };
    expect(await ownDeclaration(_id.toString(), year, inYear)).toMatchObject(isKnown);
    const [known, ...others] = await told();
    expect(known).toContain("rien n’est déclaré, et rien ne vous est demandé");
    for (const page of others) expect(page).not.toContain("cotisations");
  });

  it("the cadastral reference is one's own property's", async () => {
    const form = { intent: "cadastre", cadastralReference: "69383 000 ab 0123" };
    const [own, other] = [paid.venue._id.toString(), halved.venue._id.toString()];
    expect((await send({ ...form, venueId: other })).status).toBe(404);
    expect((await send({ ...form, venueId: own })).status).toBe(303);
    expect((await VenueModel.findById(own).lean())?.cadastralReference).toBe("69383 000 AB 0123");
    expect((await VenueModel.findById(other).lean())?.cadastralReference).toBeUndefined();
    expect((await send({ ...form, venueId: own, cadastralReference: "=1+1" })).status).toBe(422);
    expect((await send({ intent: "cadastre", venueId: own })).status).toBe(303);
    expect((await VenueModel.findById(own).lean())?.cadastralReference).toBeUndefined();
  });
});

describe("the statement of a year", () => {
  const next = () => String(Number(year) + 1);
  const mailTo = async ({ _id, email }: User) =>
    await MailModel.findOne({ key: `declared:${_id.toString()}:${year}`, to: email }).lean();

  it("is told to each owner in January, once, to who is banned with what it says", async () => {
    await UserModel.updateOne({ _id: halved.owner._id }, PERSONS);
    const { owner: banned, venue } = await confirmReservation(await createUser());
    await saveTaxFacts(banned._id.toString(), { ...PERSON, birthDate: "1980-05-17" }, now);
    await UserModel.updateOne({ _id: banned._id }, { $set: { bannedAt: now } });
    const { owner: publicBody } = await confirmReservation(await createUser());
    await UserModel.updateOne({ _id: publicBody._id }, TOWN);
    const { total } = await ownDeclaration(banned._id.toString(), year, inYear);

    expect(await sendStatements(inYear)).toBe(0);
    expect(await sendStatements(parisNoon(`${next()}-03-01`))).toBe(0);
    expect(await sendStatements(parisNoon(`${next()}-01-31`))).toBe(3);
    expect(await sendStatements(parisNoon(`${next()}-01-31`))).toBe(0);
    expect(await sendStatements(parisNoon(`${next()}-02-01`))).toBe(0);
    for (const one of [paid.owner, halved.owner]) {
      const { text } = (await mailTo(one))!;
      expect(text).toContain(`${PATH}/${year}`);
      expect(text).not.toContain("€");
      expect(text).toMatch(/https:\/\/www\.impots\.gouv\.fr\/\nhttps:\/\/www\.urssaf\.fr\//);
    }
    const { text, subject, nextAttemptAt } = (await mailTo(banned))!;
    // In its turn of that day.
    expect(nextAttemptAt).toEqual(parisNoon(`${next()}-01-31`));
    // Nothing is filed before the end of January.
    expect(subject).toBe(`Vos revenus de location de ${year}, tels que nous les déclarons`);
    for (const said of [
      ...[PERSON.legalName, PERSON.birthDate, ENDS, "8 quai des Mariniers, 69005 Lyon"],
      `Compte bancaire au nom d’${PERSON.legalName}, tenu par Stripe`,
    ]) {
      expect(text).toContain(said);
    }
    expect(text).not.toContain(PERSON.taxId);
    expect(text).not.toContain(PATH);
    expect(text).toContain(venue.title);
    expect(text).toContain(`trimestre\u00a0: ${formatEuros(total.paid)} versés`);
    expect(text).toContain(`${formatEuros(total.fees)} de frais de service et commissions retenus`);
    expect(await mailTo(publicBody)).toBeNull();
  });
});

describe("a statement that January did not get told", () => {
  const inMonth = (day: string) => parisNoon(`${Number(year) + 1}-${day}`);
  const told = async ({ email }: User) =>
    (await MailModel.find({ to: email, key: trusted({ $regex: "^declared" }) }, "key").lean()).map(
      ({ key }) => key,
    );

  it("is told in February, of the same year, by the turn that the office asks for as by its own", async () => {
    await sendStatements(inMonth("01-05"));
    const { owner } = await confirmReservation(await createUser());
    const broken = vi.spyOn(mongoose.connection, "transaction").mockRejectedValue(new Error("no"));
    await expect(sendStatements(inMonth("01-31"))).rejects.toThrow(AggregateError);
    broken.mockRestore();
    expect(await told(owner)).toEqual([]);
    expect(await sendStatements(inMonth("02-01"))).toBe(1);
    expect(await sendStatements(inMonth("02-28"))).toBe(0);
    expect(await told(owner)).toEqual([`declared:${owner._id.toString()}:${year}`]);
    // It was declared by then: nothing is to be put right before.
    const mail = await MailModel.findOne({
      to: owner.email,
      subject: trusted({ $regex: "avons déclarés" }),
    });
    expect(mail?.text).toContain("La déclaration est faite");
    expect(mail?.text).not.toContain("corrigez-le");
  });

  it("is told in February anew to whom its mail did not reach, once, unless it was put away", async () => {
    const [gone, given] = [await confirmReservation(await createUser()), halved];
    await sendStatements(inMonth("01-05"));
    const inJanuary = { status: "failed", createdAt: inMonth("01-05") } as const;
    const of = ({ owner }: { owner: User }) => ({
      to: owner.email,
      key: trusted({ $regex: "^declared:" }),
    });
    await MailModel.updateOne(of(gone), { $set: inJanuary });
    await MailModel.updateOne(of(given), { $set: { ...inJanuary, putAway: true } });
    expect(await sendStatements(inMonth("01-31"))).toBe(0);
    expect(await sendStatements(inMonth("02-01"))).toBe(1);
    const { text, status } = (await MailModel.findOne(of(gone)).lean())!;
    expect([text, status]).toEqual([expect.stringContaining("La déclaration est faite"), "queued"]);
    const late = { status: "failed", createdAt: inMonth("02-03") } as const;
    await MailModel.updateOne(of(gone), { $set: late });
    expect(await sendStatements(inMonth("02-04"))).toBe(0);
  });

  it("is told to the address of an account that was closed in February", async () => {
    const { owner, reservation } = await confirmReservation(await createUser());
    const day = `${year}-01-10`;
    const over = { status: "ended", startDate: day, endDate: day } as const;
    await ReservationModel.updateOne({ _id: reservation._id }, over);
    await closeAccount(owner._id.toString(), inMonth("02-01"));
    await sendStatements(inMonth("02-01"));
    const key = `declared-closed:${owner._id.toString()}:${year}`;
    expect(await told(owner)).toEqual([key]);
    await MailModel.updateOne({ key }, { $set: { status: "sent" } });
    await sendStatements(inMonth("02-02"));
    expect(await TaxFactsModel.findById(owner._id).lean()).not.toHaveProperty("statements");
  });

  it("is told in February anew to a closed account's address that its mail did not reach, which goes by its end", async () => {
    const { owner, reservation } = await confirmReservation(await createUser());
    await ReservationModel.updateOne({ _id: reservation._id }, { $set: { status: "ended" } });
    await closeAccount(owner._id.toString(), now);
    const key = `declared-closed:${owner._id.toString()}:${year}`;
    const isKept = async () =>
      (await TaxFactsModel.findById(owner._id).lean())?.statements !== undefined;
    await sendStatements(inMonth("01-05"));
    expect(await isKept()).toBe(true);
    const inJanuary = { status: "failed", createdAt: inMonth("01-05") } as const;
    await MailModel.updateOne({ key }, { $set: inJanuary });
    await sendStatements(inMonth("01-31"));
    expect(await sendStatements(inMonth("02-01"))).toBe(1);
    const { text, status, to } = (await MailModel.findOne({ key }).lean())!;
    expect([to, status]).toEqual([owner.email, "queued"]);
    expect(text).toContain("La déclaration est faite");
    await sendStatements(inMonth("02-28"));
    expect(await isKept()).toBe(true);
    // Whichever of its days the job does first.
    expect(await sendStatements(inMonth("03-02"))).toBe(0);
    expect(await isKept()).toBe(false);
    // Nobody knows where it could go by now: what failed stays, for the office to see.
    await MailModel.updateOne({ key }, { $set: inJanuary });
    expect(await sendStatements(inMonth("02-28"))).toBe(0);
    expect(await MailModel.findOne({ key }).lean()).toMatchObject({ status: "failed" });
  });
});

describe("of a closed account", () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });
  const close = ({ _id }: User) => closeAccount(_id.toString(), now);
  const given = { ...PERSON, birthDate: "1980-05-17" };
  const SAYS = {
    ...{ name: "Odile", lastname: "Martin", dateOfBirth: "1970-01-01" },
    ...{ street: "1 rue du Port", postalCode: "69001", city: "Lyon" },
  };

  /** An owner who was paid for what is over by now. */
  async function paidOwner(): Promise<typeof paid> {
    const made = await confirmReservation(await createUser());
    await ReservationModel.updateOne({ _id: made.reservation._id }, { $set: { status: "ended" } });
    await UserModel.updateOne({ _id: made.owner._id }, { $set: SAYS });
    return made;
  }

  it("stays what it was, though its owner never confirmed it", async () => {
    const { owner: paidOne, venue } = await paidOwner();
    const id = paidOne._id.toString();
    const before = await ownDeclaration(id, year, inYear);
    expect(before).toMatchObject({
      owner: { legalName: "Odile Martin", birthDate: "1970-01-01" },
      properties: [{ address: `${venue.street}, ${venue.postalCode} ${venue.city}` }],
      missing: ["taxId"],
    });
    await close(paidOne);
    expect((await VenueModel.findById(venue._id).lean())?.street).toBe("");
    expect(await ownDeclaration(id, year, inYear)).toEqual(before);
    const stays = await TaxFactsModel.findById(id).lean();
    expect(stays).toMatchObject({ keptAt: now });
    expect(stays).not.toHaveProperty("confirmedAt");
  });

  it("stays what its owner confirmed", async () => {
    const { owner: paidOne } = await paidOwner();
    const id = paidOne._id.toString();
    await saveTaxFacts(id, { ...given, accountHolder: "Indivision Roy" }, now);
    const before = await ownDeclaration(id, year, inYear);
    await close(paidOne);
    expect(await ownDeclaration(id, year, inYear)).toEqual(before);
    expect(before.owner).toMatchObject({ legalName: PERSON.legalName, taxId: PERSON.taxId });
    expect(before.owner.accountHolder).toBe("Indivision Roy");
  });

  it("is told in January, all of it, to the address that is kept for that alone", async () => {
    const { owner: paidOne, venue } = await paidOwner();
    const id = paidOne._id.toString();
    await saveTaxFacts(id, given, now);
    await close(paidOne);
    const keptFor = async () => (await TaxFactsModel.findById(id).lean())?.statements?.to;
    expect(await keptFor()).toBe(paidOne.email);
    const told = () => MailModel.find({ to: paidOne.email }).lean();
    expect(await told()).toEqual([]);
    const january = parisNoon(`${Number(year) + 1}-01-31`);
    await sendStatements(january);
    await sendStatements(january);
    const [mail, ...others] = await told();
    expect(others).toEqual([]);
    expect(mail!.text).toContain(`Bonjour ${PERSON.legalName},`);
    for (const said of [ENDS, venue.title, " versés", PERSON.street])
      expect(mail!.text).toContain(said);
    expect(mail!.text).not.toContain(PERSON.taxId);
    expect(mail!.text).not.toContain(PATH);
    // It may not reach them: until it has left, it may be told there anew.
    expect(await keptFor()).toBe(paidOne.email);
    await MailModel.updateOne({ _id: mail!._id }, { $set: { status: "sent" } });
    await sendStatements(january);
    expect(await keptFor()).toBeUndefined();
  });

  it("is told once, though it is closed in the January in which it was told", async () => {
    const { owner: paidOne, reservation } = await paidOwner();
    const id = paidOne._id.toString();
    const then = `${year}-11-10`;
    await ReservationModel.updateOne({ _id: reservation._id }, { startDate: then, endDate: then });
    const told = parisNoon(`${Number(year) + 1}-01-05`);
    const closed = parisNoon(`${Number(year) + 1}-01-10`);
    await sendStatements(told);
    const key = `declared:${id}:${year}`;
    expect(await MailModel.updateOne({ key }, { status: "sent" })).toMatchObject({
      matchedCount: 1,
    });
    await closeAccount(id, closed);
    await finishLeftovers();
    expect(await TaxFactsModel.findById(id).lean()).not.toHaveProperty("statements");
    await sendStatements(parisNoon(`${Number(year) + 1}-01-31`));
    expect(await MailModel.find({ to: paidOne.email }, "key").lean()).toEqual([]);
  });

  it("is told of the year that goes on a year later, where it earned in that one too", async () => {
    const { owner: paidOne } = await paidOwner();
    const id = paidOne._id.toString();
    const next = String(Number(year) + 1);
    await sendStatements(parisNoon(`${next}-01-05`));
    await MailModel.updateOne({ key: `declared:${id}:${year}` }, { status: "sent" });
    await LedgerEntryModel.updateMany({ owner: paidOne._id }, { at: parisNoon(`${next}-01-08`) });
    await closeAccount(id, parisNoon(`${next}-01-10`));
    await finishLeftovers();
    const kept = async () => (await TaxFactsModel.findById(id).lean())?.statements;
    expect(await kept()).toEqual({ to: paidOne.email, first: next, last: next });
    await sendStatements(parisNoon(`${next}-01-31`));
    expect(await MailModel.find({ to: paidOne.email }, "key").lean()).toEqual([]);
    expect(await kept()).toBeDefined();
    const january = parisNoon(`${Number(next) + 1}-01-31`);
    await sendStatements(january);
    await MailModel.updateOne({ key: `declared-closed:${id}:${next}` }, { status: "sent" });
    await sendStatements(january);
    expect(await kept()).toBeUndefined();
  });

  it("keeps no address of a public body, nor of who was paid in former years alone", async () => {
    const { owner: town } = await paidOwner();
    await UserModel.updateOne({ _id: town._id }, TOWN);
    const { owner: former, reservation } = await paidOwner();
    const longAgo = "2020-05-01";
    await LedgerEntryModel.updateMany({ owner: former._id }, { at: parisNoon(longAgo) });
    await ReservationModel.updateOne(
      { _id: reservation._id },
      { startDate: longAgo, endDate: longAgo },
    );
    for (const one of [town, former]) {
      await close(one);
      const facts = await TaxFactsModel.findById(one._id).lean();
      expect(facts).toMatchObject({ keptAt: now });
      expect(facts).not.toHaveProperty("statements");
    }
  });

  it("says of a public body that is closed whether its number was known, and by a former release takes its kind", async () => {
    const publicIn = async ({ _id }: { _id: Types.ObjectId }) =>
      (await ownDeclaration(_id.toString(), year, inYear)).exclusion === "public";
    const { owner: town } = await paidOwner();
    await UserModel.updateOne({ _id: town._id }, TOWN);
    const { owner: unknown } = await paidOwner();
    await UserModel.updateOne({ _id: unknown._id }, { $set: { type: "Collectivité" } });
    for (const [one, publicBody] of [
      [town, true],
      [unknown, false],
    ] as const) {
      await close(one);
      expect(await TaxFactsModel.findById(one._id).lean()).toMatchObject({ publicBody });
      expect(await publicIn(one)).toBe(publicBody);
    }
    await TaxFactsModel.updateOne(
      { _id: town._id },
      { $unset: { publicBody: 1, registration: 1, taxId: 1, taxCountry: 1 } },
    );
    forgetKept();
    expect(await publicIn(town)).toBe(true);
  });

  it("leaves nothing of somebody who was never paid, though they confirmed it", async () => {
    const never = await createUser();
    await saveTaxFacts(never._id.toString(), given, now);
    expect(await TaxFactsModel.exists({ _id: never._id })).not.toBeNull();
    await close(never);
    expect(await TaxFactsModel.exists({ _id: never._id })).toBeNull();
  });

  it.each([
    ["statement", () => sendStatements(parisNoon(`${Number(year) + 1}-01-31`))],
    ["reminder", () => remindTaxFacts(inYear)],
  ])("keeps no %s that was being written then", async (_, tell) => {
    // Everybody else is told before.
    await tell();
    const { owner } = await paidOwner();
    const ended = besides("Mail", "updateOne", () => close(owner));
    await tell();
    await ended();
    expect(await MailModel.find({ to: owner.email }, "key").lean()).toEqual([]);
  });

  it.each([
    [
      "statement",
      "Some statements were not sent",
      () => sendStatements(parisNoon(`${Number(year) + 1}-01-31`)),
    ],
    ["reminder", "Some owners were not asked", () => remindTaxFacts(inYear)],
  ])("tells each their %s though the address of one takes no mail", async (_, why, tell) => {
    await tell();
    const two = [(await paidOwner()).owner, (await paidOwner()).owner];
    const [broken, whole] = two.toSorted((a, b) => (a._id.toString() < b._id.toString() ? -1 : 1));
    const kept = { to: "loue@exemple.fr", first: year, last: year };
    const { _id } = await TaxFactsModel.create({ _id: new Types.ObjectId(), statements: kept });
    await UserModel.updateOne({ _id: broken!._id }, { $set: { email: "sans arobase" } });
    onTestFinished(async () => {
      await UserModel.updateOne({ _id: broken!._id }, { $set: { email: broken!.email } });
      await TaxFactsModel.deleteOne({ _id });
    });
    await expect(tell()).rejects.toThrow(why);
    const key = trusted({ $regex: "^(declared|tax-facts):" });
    expect(await MailModel.countDocuments({ key, to: whole!.email })).toBe(1);
    // The one that is left may be told there at the next turn.
    expect(await TaxFactsModel.findById(_id).lean()).toMatchObject({ statements: kept });
  });

  it("keeps no reference of the land register that was being saved", async () => {
    const never = await createUser();
    const venue = await createVenue(never);
    const said = { venueId: venue._id.toString(), cadastralReference: "000 AB 0123" };
    const ended = besides("Venue", "updateOne", () => close(never));
    // Whichever of the two has to begin again: kept and taken away by the closing, or refused after it.
    await saveCadastralReference(never._id.toString(), said).catch((error: unknown) => {
      expect(error).toMatchObject({ code: "forbidden" });
    });
    await ended();
    expect(await VenueModel.findById(venue._id).lean()).not.toHaveProperty("cadastralReference");
  });

  it("takes nothing from a form that was under way", async () => {
    const never = await createUser();
    justBefore("User", "updateOne", () => close(never));
    await expect(saveTaxFacts(never._id.toString(), given, now)).rejects.toMatchObject({
      code: "forbidden",
    });
    expect(await TaxFactsModel.exists({ _id: never._id })).toBeNull();
  });
});

describe("an owner who lacks something", () => {
  const mailsTo = async ({ email }: User) => {
    const mails = await MailModel.find({ to: email }).sort({ _id: 1 }).lean();
    return mails.filter(({ key }) => key.startsWith("tax-facts:"));
  };
  const daysBefore = (days: number) => addMinutes(inYear, -days * DAY_MINUTES);

  it("is asked anew of what they still lack once they answered in part", async () => {
    const { owner: company } = await confirmReservation(await createUser());
    const address = { street: "1 rue du Port", postalCode: "69001", city: "Lyon" };
    await UserModel.updateOne(
      { _id: company._id },
      { $set: { role: "Entreprise", entityName: "Les Granges", ...address }, $unset: { siret: 1 } },
    );
    await remindTaxFacts(daysBefore(90));
    const given = { ...address, legalName: "Les Granges", country: "France" };
    await saveTaxFacts(
      company._id.toString(),
      { ...given, taxCountry: "FR", taxId: "732829320" },
      daysBefore(80),
    );
    await remindTaxFacts(daysBefore(70));
    for (const days of [69, 49, 29, 5]) await remindTaxFacts(daysBefore(days));
    const subjects = (await mailsTo(company)).map(({ subject }) => subject);
    const lack = `revenus de location de ${year}\u00a0: il nous manque votre `;
    expect(subjects).toEqual([
      `Vos ${lack}numéro fiscal et votre SIRET, SIREN ou RNA`,
      `Vos ${lack}SIRET, SIREN ou RNA`,
      `Rappel\u00a0: pour vos revenus de location de ${year}, il nous manque votre SIRET, SIREN ou RNA`,
      `Dernier rappel\u00a0: pour vos revenus de location de ${year}, il nous manque votre SIRET, SIREN ou RNA`,
    ]);
  });

  it("is asked and reminded twice in each year, however often they were in others", async () => {
    const { owner: silent } = await confirmReservation(await createUser());
    const { _id } = silent;
    const before = String(Number(year) - 1);
    // The second one in January, when the year before was declared still.
    const former = [parisNoon(`${before}-12-01`), parisNoon(`${year}-01-05`)];
    await TaxFactsModel.create({ _id, reminders: former });
    const february = parisNoon(`${year}-02-01`);
    // Twenty days lie between any two.
    await remindTaxFacts(addMinutes(february, -8 * DAY_MINUTES));
    expect(await mailsTo(silent)).toEqual([]);
    for (const days of [100, 79, 58, 37]) await remindTaxFacts(daysBefore(days));
    const subjects = (await mailsTo(silent)).map(({ subject }) => subject);
    const lack = `revenus de location de ${year}`;
    expect(subjects).toEqual([
      expect.stringContaining(`Vos ${lack}`),
      expect.stringContaining(`Rappel\u00a0: pour vos ${lack}`),
      expect.stringContaining(`Dernier rappel\u00a0: pour vos ${lack}`),
    ]);
    const { rows } = await listDeclarations(year, 1, inYear);
    const told = [100, 79, 58].map((days) => formatDay(parisDayOf(daysBefore(days)))).join(", ");
    expect(rows.find(({ id }) => id === String(_id))?.reminders).toBe(told);
  });

  it.each(["this release", "a former one"])(
    "is reminded of the year beyond its filing, where its last weeks asked first: %s",
    async (release) => {
      const { owner: silent } = await confirmReservation(await createUser());
      const { _id } = silent;
      const after = String(Number(year) + 1);
      const asked = [parisNoon(`${year}-12-23`), parisNoon(`${after}-01-12`)];
      const last = parisNoon(`${after}-02-01`);
      if (release === "a former one") await TaxFactsModel.create({ _id, reminders: asked });
      else for (const at of asked) await remindTaxFacts(at);
      await remindTaxFacts(addMinutes(last, -DAY_MINUTES));
      await remindTaxFacts(last);
      const subjects = (await mailsTo(silent)).map(({ subject }) => subject);
      expect(subjects).toHaveLength(release === "this release" ? 3 : 1);
      expect(subjects.at(-1)).toContain(
        `Dernier rappel\u00a0: pour vos revenus de location de ${year}`,
      );
      // Whose rows there are is kept for five minutes of a day.
      const seen = addMinutes(last, (release === "this release" ? 1 : 2) * DAY_MINUTES);
      const { rows } = await listDeclarations(year, 1, seen);
      const told = [...asked, last].map((at) => formatDay(parisDayOf(at))).join(", ");
      expect(rows.find(({ id }) => id === String(_id))?.reminders).toBe(told);
      // Nor is the year after taken to have been asked for by it.
      await remindTaxFacts(addMinutes(last, 19 * DAY_MINUTES));
      expect(await mailsTo(silent)).toHaveLength(subjects.length);
      await remindTaxFacts(parisNoon(`${after}-03-31`));
      const more = (await mailsTo(silent)).slice(subjects.length);
      for (const { subject } of more)
        expect(subject).toContain(`Vos revenus de location de ${after}`);
    },
  );

  it("is looked for beyond the filing by an index, among who was asked since the year is declared", async () => {
    const [before, after] = [-1, 1].map((years) => String(Number(year) + years));
    const since = declaredFrom(year);
    const sooner = new Date(since.getTime() - 1);
    expect([sooner, since].map(declaredYear)).toEqual([before, year]);
    // The day before, eight owners of the year before; and who never was.
    const reminders = [parisNoon(`${year}-01-31`)];
    const others = Array.from({ length: 16 }, (_, place) => ({
      _id: new Types.ObjectId(),
      ...(place < 8 && { reminders }),
    }));
    await TaxFactsModel.create([...others, { _id: new Types.ObjectId(), reminders: [since] }]);
    const { asked } = await askedBy(() => remindTaxFacts(parisNoon(`${after}-02-01`)));
    const told = JSON.stringify(since.toISOString());
    expect(asked.join("\n")).toContain(`find taxfacts: filter {reminders: {$gte: ${told}}}`);
    const read = await examined({ find: "taxfacts", filter: { reminders: { $gte: since } } });
    const begun = await TaxFactsModel.countDocuments({ reminders: trusted({ $gte: since }) });
    expect(read).toEqual({ examined: begun, returned: begun });
    const ids = others.map(({ _id }) => _id);
    await TaxFactsModel.collection.deleteMany({ _id: { $in: ids } });
  });

  it("is asked no more for a year that was filed once they answered, whatever they lack still", async () => {
    const { owner: silent } = await confirmReservation(await createUser());
    const { _id } = silent;
    const after = String(Number(year) + 1);
    await remindTaxFacts(parisNoon(`${year}-12-23`));
    justBefore("TaxFacts", "findOne", async () => {
      await TaxFactsModel.updateOne({ _id }, { $unset: { reminders: 1, reminderYears: 1 } });
    });
    await remindTaxFacts(parisNoon(`${after}-02-01`));
    const subjects = (await mailsTo(silent)).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject.includes(`location de ${year}`))).toHaveLength(1);
  });

  it("is reminded once more where they were asked twice, thirty days apart, when that was all, after the thirty days that they were given", async () => {
    const { owner: silent } = await confirmReservation(await createUser());
    await TaxFactsModel.create({ _id: silent._id, reminders: [daysBefore(90), daysBefore(60)] });
    for (const days of [41, 40, 31]) await remindTaxFacts(daysBefore(days));
    expect(await mailsTo(silent)).toEqual([]);
    for (const days of [30, 19, 0]) await remindTaxFacts(daysBefore(days));
    const mails = await mailsTo(silent);
    expect(mails.map(({ subject }) => subject)).toEqual([expect.stringMatching(/^Dernier rappel/)]);
    expect(mails[0]?.text).toContain("Sans réponse d’ici 20\u00a0jours");
  });

  it("is asked for no tax number as an association that has none, and what its profile gets is known at once", async () => {
    const { owner: association } = await confirmReservation(await createUser());
    const id = association._id.toString();
    const { _id } = association;
    const address = { street: "1 rue du Port", postalCode: "69001", city: "Lyon" };
    await UserModel.updateOne(
      { _id },
      {
        $set: { role: "Association", entityName: "Les Amis du Port", ...address },
        $unset: { siret: 1 },
      },
    );
    const { visitor } = await loggedIn(association);
    const lacks = async () => (await ownDeclarations(id, now)).missing;
    const confirm = async (taxId: string, taxCountry = "FR") => {
      const said = { legalName: "Les Amis du Port", country: "France", ...address };
      const form = { intent: "facts", ...said, taxId, taxCountry };
      return (await visitor.visit(action, PATH, { form })).status;
    };
    expect(await confirm("")).toBe(422);
    expect(await confirm("732829320")).toBe(303);
    expect(await lacks()).toEqual(["registration"]);
    const profile = 'href="/profil?modifier=identite#identite"';
    const asking = await (await rendered(visitor, PATH)).text();
    expect(asking).toContain(profile);
    expect(asking).toMatch(
      /Si vous avez été payé\(e\).* gardé dix ans.*Sinon, la fermeture l’efface/s,
    );
    // What is given where it is missing is missing no more.
    await UserModel.updateOne({ _id }, { $set: { RNA: "W691234567", vatNumber: "FR44732829320" } });
    expect(await lacks()).toEqual([]);
    const known = { registration: "W691234567", vatNumber: "FR44732829320" };
    expect((await ownDeclarations(id, now)).owner).toMatchObject(known);
    expect(await (await rendered(visitor, PATH)).text()).not.toContain(profile);
    // The register of associations gives no tax number with its own.
    expect(await confirm("", "BE")).toBe(422);
    expect(await confirm("")).toBe(303);
    expect((await ownDeclarations(id, now)).owner).toMatchObject({ ...known, taxId: null });
    expect(await lacks()).toEqual([]);
    await remindTaxFacts(inYear);
    expect(await mailsTo(association)).toEqual([]);
    await UserModel.updateOne({ _id }, { $set: { siret: "73282932000074" } });
    expect(await confirm("")).toBe(422);
  });

  it("is asked for no number as an association of Alsace-Moselle that has none, and for no other SIREN than its own", async () => {
    const { owner: association } = await confirmReservation(await createUser());
    const { _id } = association;
    const id = _id.toString();
    const address = { street: "1 rue du Port", postalCode: "67000", city: "Strasbourg" };
    await UserModel.updateOne(
      { _id },
      {
        $set: { role: "Association", entityName: "Les Amis du Port", ...address },
        $unset: { siret: 1 },
      },
    );
    const { visitor } = await loggedIn(association);
    const declared = async () => await ownDeclarations(id, now);
    const confirm = async (taxId: string) => {
      const said = { legalName: "Les Amis du Port", country: "France", ...address };
      const form = { intent: "facts", ...said, taxId, taxCountry: "FR" };
      const response = await visitor.visit(action, PATH, { form });
      return { status: response.status, text: await response.text() };
    };
    expect(await declared()).toMatchObject({ missing: [], owner: { registration: null } });
    expect(await confirm("")).toMatchObject({ status: 303 });
    expect(await declared()).toMatchObject({ missing: [], owner: { taxId: null } });
    await remindTaxFacts(inYear);
    expect(await mailsTo(association)).toEqual([]);
    await UserModel.updateOne({ _id }, { $set: { INSEE: "732829320" } });
    const siren = { registration: "732829320", taxId: "732829320", taxCountry: "FR" };
    expect(await declared()).toMatchObject({ missing: [], owner: siren });
    const refused = await confirm("552 100 554");
    expect(refused).toMatchObject({ status: 422 });
    expect(refused.text).toContain("Ce SIREN n’est pas celui de votre profil");
    expect(await confirm("732 829 320")).toMatchObject({ status: 303 });
  });

  it("is declared as a person where they say that they trade in their own name, and asked for what persons are", async () => {
    const { owner: trader } = await confirmReservation(await createUser());
    const { _id } = trader;
    const id = _id.toString();
    const [siret, vatNumber] = ["73282932000074", "FR44732829320"];
    const trade = { role: "Entreprise", entityName: "Les Granges", siret, vatNumber } as const;
    await UserModel.updateOne({ _id }, { $set: trade });
    const { visitor } = await loggedIn(trader);
    const page = async () => await (await rendered(visitor, PATH)).text();
    const box = async () => /<input[^>]*name="soleTrader"[^>]*>/.exec(await page())?.[0];
    expect(await box()).not.toContain("checked");
    const confirm = async (said: Record<string, string>) => {
      const { birthDate: _, ...form } = { intent: "facts", ...PERSON };
      const answer = await visitor.visit(action, PATH, { form: { ...form, ...said } });
      refused = await answer.text();
      return answer.status;
    };
    let refused = "";
    const { birthDate, taxId } = PERSON;
    expect(await confirm({ birthDate })).toBe(422);
    expect(await confirm({ soleTrader: "on" })).toBe(422);
    expect(await confirm({ soleTrader: "on", birthDate, taxId: "732829320" })).toBe(422);
    expect(refused).toContain("son numéro fiscal personnel, de 13\u00a0chiffres");
    expect(await confirm({ soleTrader: "on", birthDate })).toBe(303);
    const declared = { isPerson: true, legalName: PERSON.legalName, birthDate: "1980-05-17" };
    expect(await ownDeclarations(id, now)).toMatchObject({
      missing: [],
      owner: { ...declared, taxId, registration: siret, vatNumber },
    });
    expect(await box()).toContain("checked");
    forgetKept();
    const { rows } = await listDeclarations(year, 1, inYear);
    const nature = "Personne, entrepreneur individuel";
    expect(rows.find((row) => row.id === id)?.kind).toBe(nature);
    expect(await (await rendered(visitor, `${PATH}/${year}`)).text()).toContain(nature);

    const firm = { legalName: "Les Granges", taxId: "732829320", birthDate };
    expect(await confirm(firm)).toBe(303);
    const entity = { isPerson: false, birthDate: null, taxId: "732829320" };
    expect((await ownDeclarations(id, now)).owner).toMatchObject(entity);
    expect(await TaxFactsModel.findById(id).lean()).not.toHaveProperty("birthDate");
  });

  it("is asked anew, as whom they are then, once their account is an organisation's or another one's", async () => {
    const { owner: person } = await confirmReservation(await createUser());
    const id = person._id.toString();
    const became = async (siret: string) => {
      const named = { name: "Inès", lastname: "Roy", entityName: "Les Granges" };
      const identity = { ...named, role: "Entreprise" as const, siret };
      await editProfile(id, { type: "Entités privés", identity });
      return await ownDeclarations(id, now);
    };
    const confirmed = async () => (await ownDeclarations(id, now)).confirmedOn !== null;
    await saveTaxFacts(id, { ...PERSON, birthDate: "1980-05-17" }, daysBefore(80));
    const asked = await became("73282932000074");
    expect(asked).toMatchObject({
      confirmedOn: null,
      missing: ["address"],
      owner: { legalName: "Les Granges", birthDate: null, registration: "73282932000074" },
    });
    expect(await personalData(id, now)).toMatchObject({ taxFacts: null });
    await remindTaxFacts(daysBefore(70));
    expect(await mailsTo(person)).toHaveLength(1);
    const given = { ...PERSON, legalName: "Les Granges", taxId: "732829320" };
    await saveTaxFacts(id, given, daysBefore(60));
    await became("73282932000074");
    // Another place of business of the same organisation.
    await became("73282932000082");
    expect(await confirmed()).toBe(true);
    await became("55210055400013");
    expect(await confirmed()).toBe(false);
    // Of two forms at once, what is confirmed is told with the numbers that the account has by then.
    justBefore("User", "updateOne", () => became("73282932000074"));
    await saveTaxFacts(id, given, daysBefore(50));
    const facts = await TaxFactsModel.findById(id).lean();
    expect(facts?.registration).toBe("73282932000074");
  });

  it("is asked anew as another association by its RNA, and the days count on since it was asked", async () => {
    const { owner: association } = await confirmReservation(await createUser());
    const { _id } = association;
    const id = _id.toString();
    const became = async (RNA: string, siret?: string) => {
      const named = { name: "Inès", lastname: "Roy", entityName: "Les Amis du Port" };
      const identity = { ...named, role: "Association" as const, RNA, siret };
      await editProfile(id, { type: "Entités privés", identity });
      return (await ownDeclarations(id, now)).confirmedOn !== null;
    };
    await became("W691234567");
    await saveTaxFacts(id, { ...PERSON, taxId: "732829320" }, daysBefore(80));
    const reminders = [daysBefore(70), daysBefore(40)];
    await TaxFactsModel.updateOne({ _id }, { $set: { reminders } });
    expect(await became("W691234567", "73282932000074")).toBe(true);
    expect(await became("W691234568", "73282932000082")).toBe(true);
    expect(await became("W751234567")).toBe(false);
    expect(await TaxFactsModel.findById(id).lean()).toEqual({ _id, reminders });
  });

  it("is asked nothing while nothing is left of what they were paid", async () => {
    const { owner: empty, reservation } = await confirmReservation(await createUser());
    const reservationId = reservation._id.toString();
    const by = { role: "owner", userId: empty._id.toString() } as const;
    await cancelReservation({ reservationId, by, why: "Toit à refaire", now });
    const declared = await ownDeclaration(empty._id.toString(), year, inYear);
    expect(declared).toMatchObject({ properties: [], missing: [] });
    await remindTaxFacts(inYear);
    expect(await mailsTo(empty)).toEqual([]);
  });
});

describe("what was taken back after a declaration was filed", () => {
  const said = (text: string) => `Repris depuis le 31 janvier suivant\u00a0: ${text}, à corriger`;

  it("is said to finance, in the file and to its owner, who stays in the list with nothing else", async () => {
    const { owner: one, reservation } = await confirmReservation(await createUser());
    const id = one._id.toString();
    await ReservationModel.updateOne({ _id: reservation._id }, { $set: { status: "cancelled" } });
    const entries = await LedgerEntryModel.find({ reservation: reservation._id }).lean();
    const at = parisNoon(`${Number(year) + 1}-03-01`);
    const { owner: share } = balanceOf(entries);
    const line = async () =>
      (await listDeclarations(year, 1, at)).rows.find((row) => row.id === id);
    expect(await line()).toMatchObject({ takenBack: null });
    await LedgerEntryModel.insertMany(
      (
        [
          ["transferred", "transfer_reversed"],
          ["fee", "fee_refunded"],
        ] as const
      ).map(([type, back]) => {
        const entry = entries.find((moved) => moved.type === type)!;
        const stripeId = `${back}_late`;
        return {
          ...entry,
          _id: `${back}:${stripeId}`,
          type: back,
          of: entry.stripeId,
          stripeId,
          at,
        };
      }),
    );

    const words = said(formatEuros(share));
    expect(await line()).toMatchObject({ activities: 0, properties: 1, takenBack: words });
    const list = await admin.visitor.visit(declarations, `/admin/revenus?annee=${year}`);
    expect(await list.text()).toContain(words);
    const file = await admin.visitor.visit(csv, `/admin/revenus.csv?annee=${year}`);
    const [head = [], ...rows] = (await file.text())
      .trim()
      .split("\r\n")
      .map((row) => row.split(";"));
    const own = rows.filter((row) => row.includes(id));
    expect(own).toHaveLength(4);
    const column = head.indexOf("Repris depuis le 31 janvier suivant (€)");
    const sum = own.reduce((total, row) => total + Number(row[column]!.replace(",", ".")), 0);
    expect(Math.round(sum * 100)).toBe(share);

    const { visitor } = await loggedIn(one);
    expect(await (await rendered(visitor, `${PATH}/${year}`)).text()).toContain(words);
    expect(await (await rendered(owner.visitor, `${PATH}/${year}`)).text()).not.toContain(
      "Repris depuis",
    );
  });
});

describe("a property that is somewhere else since", () => {
  it("was let where it was, and the land register's name of that place goes", async () => {
    const { venue, owner: moving } = await confirmReservation(await createUser());
    const [id, venueId] = [moving._id.toString(), venue._id.toString()];
    const told = async () => (await ownDeclaration(id, year, inYear)).properties;
    const said = { venueId, cadastralReference: "69383 000 AB 0123" };
    await saveCadastralReference(id, said);
    const before = { address: `${venue.street}, ${venue.postalCode} ${venue.city}` };
    expect(await told()).toMatchObject([{ ...before, ...said }]);
    await changeVenue(id, venueId, { title: "La Grange d’en haut" });
    expect(await told()).toMatchObject([{ ...before, ...said }]);
    await changeVenue(id, venueId, { street: venue.street.toUpperCase() });
    expect(await told()).toMatchObject([
      { address: before.address.replace(venue.street, venue.street.toUpperCase()), ...said },
    ]);
    await changeVenue(id, venueId, { street: venue.street });
    // Once those who were to come have been there: until then it stays in its town.
    const saving = { now: addMinutes(now, 366 * 24 * 60) };
    await changeVenue(id, venueId, { street: "1 rue du Port", postalCode: "69002" }, saving);
    expect(await told()).toMatchObject([{ ...before, cadastralReference: null }]);
    expect((await VenueModel.findById(venueId).lean())?.cadastralReference).toBeUndefined();
    await saveCadastralReference(id, { venueId, cadastralReference: "69382 000 CD 0456" });
    expect(await told()).toMatchObject([{ ...before, cadastralReference: null }]);
  });
});

describe("an owner whose account at Stripe was made anew in mid-year", () => {
  /** A payment, as the ledger has it. */
  const payment = (of: Reservation, day: string, charge: string): LedgerEntry[] =>
    (
      [
        ["captured", charge, 112_500],
        ["transferred", `tr_${charge}`, 112_500],
        ["fee", `fee_${charge}`, 25_000],
      ] as const
    ).map(([type, stripeId, amount]) => ({
      ...{ _id: `${type}:${stripeId}`, type, stripeId, amount },
      ...{ reservation: of._id, buyer: of.userId, owner: of.ownerId },
      at: parisNoon(`${year}-${day}`),
    }));

  it("is declared under the one that each quarter was paid to, in the file and on their statement", async () => {
    const one = await createOwner({ accountId: "acct_now" });
    const venue = await createVenue(one, { title: "Le Moulin" });
    const made = { venue, buyer: await createUser(), status: "ended" } as const;
    const toOld = { chargeId: "ch_q1", accountId: "acct_gone" };
    const first = await createReservation({ ...made, startDate: `${year}-02-01`, ...toOld });
    const toNew = { chargeId: "ch_q3", accountId: "acct_anew" };
    const second = await createReservation({ ...made, startDate: `${year}-08-01`, ...toNew });
    // Dearer dates of it, which were paid to a third.
    const joined = await createReservation({
      ...{ ...made, status: "joined", startDate: `${year}-08-01` },
      ...{ chargeId: "ch_q4", accountId: "acct_third" },
    });
    const { _id: id, total, platformShare } = joined;
    const supplements = [{ id, total, platformShare, returned: 0, refunded: 0 }];
    await ReservationModel.updateOne({ _id: second._id }, { supplements });
    await LedgerEntryModel.insertMany([
      ...payment(first, "02-03", "ch_q1"),
      ...payment(second, "08-03", "ch_q3"),
      ...payment(second, "10-03", "ch_q4"),
    ]);

    const ownId = one._id.toString();
    const file = await admin.visitor.visit(csv, `/admin/revenus.csv?annee=${year}`);
    const [head = [], ...rows] = (await file.text())
      .trim()
      .split("\r\n")
      .map((row) => row.split(";"));
    const accounts = rows
      .filter((row) => row.includes(ownId))
      .map((row) => row[head.indexOf("Compte financier")]);
    const all = "acct_anew, acct_gone, acct_third";
    expect(accounts).toEqual(
      // Nothing was paid in the second.
      ["acct_gone", all, "acct_anew", "acct_third"].map((paidTo) => `tenu par Stripe (${paidTo})`),
    );

    const { visitor } = await loggedIn(one);
    const statement = await (await rendered(visitor, `${PATH}/${year}`)).text();
    expect(statement).toContain(`tenu par Stripe (${all})`);
    expect(statement).toContain(
      "1er trimestre, acct_gone\u00a0; 3e trimestre, acct_anew\u00a0; 4e trimestre, acct_third.",
    );
    await UserModel.updateOne({ _id: one._id }, { bannedAt: now });
    await sendStatements(parisNoon(`${Number(year) + 1}-01-31`));
    const mail = await MailModel.findOne({ to: one.email, subject: /tels que nous/ }).lean();
    expect(mail?.text).toContain(`tenu par Stripe (${all})`);
    expect(mail?.text).toContain("4e trimestre, acct_third");
  });
});
