import { trusted, Types } from "mongoose";
import { beforeEach, describe, expect, it } from "vitest";
import { AuditEntryModel } from "@models/audit-entry";
import { ContactMessageModel } from "@models/contact-message";
import { MailModel } from "@models/mail";
import { ModerationDecisionModel } from "@models/moderation-decision";
import { ReportModel } from "@models/report";
import { ReservationModel } from "@models/reservation";
import { ReviewModel } from "@models/review";
import { SavedFilterModel } from "@models/saved-filter";
import { UserModel } from "@models/user";
import { VenueModel } from "@models/venue";
import type { BulkResult, BulkRow } from "~/admin/bulk/bulk";
import { savedFilters } from "~/admin/lists/saved-filters.server";
import { addDays, todayInParis } from "~/platform/days";
import { refusalMessage } from "~/platform/refusal";
import { action as reviewsAtOnce, loader as reviewsChosen } from "~/routes/admin/avis/lot";
import { action as contactsAtOnce, loader as contactsChosen } from "~/routes/admin/contact/lot";
import { action as filtersPage, loader as filtersLoader } from "~/routes/admin/filtres";
import { action as venuesAtOnce, loader as venuesChosen } from "~/routes/admin/location/lot";
import { action as usersAtOnce, loader as usersChosen } from "~/routes/admin/user/lot";
import { emptyDatabase, useDatabase } from "../support/database";
import { createOwner, createUser, createVenue } from "../support/fixtures";
import { loggedIn, newMember } from "../support/members";
import { newAdmin, OFFICE_PASSWORD, type Administrator } from "../support/office";
import { rendered } from "../support/rendered";
import { createReservation } from "../support/reservations";
import type { Handler } from "../support/visitor";

useDatabase();

let office: Administrator;
beforeEach(async () => {
  await emptyDatabase();
  office = await newAdmin();
});

const nobody = "0".repeat(24);
const idsOf = (list: readonly { _id: Types.ObjectId }[]) => list.map(({ _id }) => _id.toString());
const idsIn = (list: readonly { id: string }[]) => list.map(({ id }) => id);
const acts = async () =>
  (await AuditEntryModel.find().sort({ seq: 1 }).lean()).map(({ act, target }) => [act, target]);

/**
 * Sends the form of a page of several rows.
 *
 * @param seen how each of them stood on it
 * @returns its status, and of each row why it was not done
 */
async function press(
  handler: Handler,
  intent: string,
  ids: readonly string[],
  said: object = {},
  seen?: string,
) {
  const form = new URLSearchParams({ intent, ...said });
  for (const id of ids) form.append("id", id);
  if (seen !== undefined) for (const id of ids) form.append("seen", `${id}:${seen}`);
  const response = await office.visitor.visit(handler, `/admin/lot?acte=${intent}`, { form });
  const { results = [] } = (await response.json()) as { results?: BulkResult[] };
  return { status: response.status, problems: results.map(({ problem }) => problem) };
}

const newMessages = async (count: number, status = false) =>
  idsOf(
    await ContactMessageModel.insertMany(
      Array.from({ length: count }, () => ({
        ...{ type: "Autre", email: "lucie@exemple.fr", name: "Lucie", lastname: "Ferrand" },
        ...{ description: "Bonjour", status },
      })),
    ),
  );

/** What the box of each row of a list is called. */
const boxesIn = (list: string) =>
  [...list.matchAll(/<span class="sr-only">(Choisir .*?)<\/span>/g)].map(([, name]) => name);

describe("messages at once", () => {
  it("are told apart in their list, two of one sender too, by their boxes and by their links", async () => {
    const [first, second] = await newMessages(2);
    const createdAt = new Date("2027-01-04T10:00:00Z");
    await ContactMessageModel.collection.updateOne(
      { _id: new Types.ObjectId(first) },
      { $set: { createdAt } },
    );
    const list = await (await rendered(office.visitor, "/admin/contact")).text();
    const boxes = boxesIn(list);
    expect(boxes.join()).toContain("Choisir Lucie Ferrand, Autre, 04/01/2027");
    expect(new Set(boxes).size).toBe(2);
    const linkTo = (id = "") =>
      new RegExp(`<a href="/admin/contact/${id}">(.*?)</a>`).exec(list)?.[1];
    expect(linkTo(first)).toContain(", Autre, 04/01/2027");
    expect(linkTo(first)).not.toBe(linkTo(second));
  });

  it("have boxes that are told apart likewise where they are people or venues", async () => {
    const owner = await createOwner({ name: "Marie", lastname: "Durand" });
    await createUser({ name: "Marie", lastname: "Durand" });
    await createVenue(owner, { title: "Le Loft", city: "Lyon" });
    await createVenue(owner, { title: "Le Loft", city: "Nantes" });
    for (const path of ["/admin/user?q=durand", "/admin/location"]) {
      const list = await (await rendered(office.visitor, path)).text();
      const boxes = boxesIn(list);
      expect(boxes.length).toBeGreaterThan(1);
      expect(new Set(boxes).size).toBe(boxes.length);
    }
  });

  it("are told by the page's title and where it begins what is asked, and what came of it", async () => {
    const ids = [...(await newMessages(2)), ...(await newMessages(1, true))];
    const path = `/admin/contact/lot?acte=terminer&${ids.map((id) => `id=${id}`).join("&")}`;
    const asked = await (await rendered(office.visitor, path)).text();
    expect(asked).toMatch(/<title>[^|]* \| Terminer 2\u00a0messages\u00a0\?<\/title>/);
    const form = { intent: "terminer", id: ids[0]! };
    const told = await (await rendered(office.visitor, path, form)).text();
    expect(told).toMatch(/<title>[^|]* \| Terminer\u00a0: 1 sur 1\u00a0message<\/title>/);
    expect(told).toMatch(
      /<h1 tabindex="-1" autofocus="">Terminer\u00a0: 1 sur 1\u00a0message<\/h1>/i,
    );
  });

  it("are told apart before: what changes, what cannot and why, whatever the address says", async () => {
    const [open] = await newMessages(1);
    const [done] = await newMessages(1, true);
    const look = async (query: string) =>
      await office.visitor.visit(contactsChosen, `/admin/contact/lot?acte=terminer&${query}`);
    const asked = `id=${open}&id=${done}&id=${nobody}&id=${open}&id[$ne]=1&id=x&id=${"f".repeat(25)}`;
    const { rows } = (await (await look(asked)).json()) as { rows: BulkRow[] };
    expect(rows.map(({ id, hindrance }) => [id, hindrance])).toEqual([
      [open, null],
      [done, "Déjà\u00a0: Terminé."],
      [nobody, "N’existe plus."],
    ]);
    expect(await (await look("")).json()).toMatchObject({ rows: [] });
    const many = Array.from({ length: 51 }, () => `id=${new Types.ObjectId().toString()}`);
    await expect(look(many.join("&"))).rejects.toMatchObject({ status: 422 });
  });

  it("are called as people read their subject", async () => {
    const [id] = await newMessages(1);
    await ContactMessageModel.updateOne({ _id: id }, { type: "Demande d'information" });
    const path = `/admin/contact/lot?acte=terminer&id=${id}`;
    const page = await office.visitor.visit(contactsChosen, path);
    const { rows } = (await page.json()) as { rows: BulkRow[] };
    expect(rows[0]?.title).toBe("Lucie Ferrand, Demande d’information");
  });

  it("lead back to the list under the filters that it had, and to no other address", async () => {
    const [open] = await newMessages(1);
    const back = async (retour: string) => {
      const query = new URLSearchParams({ acte: "terminer", id: open!, retour });
      const path = `/admin/contact/lot?${query.toString()}`;
      const answer = await office.visitor.visit(contactsChosen, path);
      return ((await answer.json()) as { back: string }).back;
    };
    expect(await back("type=Autre&tri=etat")).toBe("/admin/contact?type=Autre&tri=etat");
    for (const other of ["", "https://ailleurs.fr", "//ailleurs.fr", "etat=x&tri=y&suite=z"]) {
      expect(await back(other)).toBe("/admin/contact");
    }
  });

  it("are dealt with one by one, each written down, and a second press changes nothing", async () => {
    const open = await newMessages(2);
    const ids = [open[0]!, nobody, open[1]!];
    const gone = "N’existe plus.";
    expect(await press(contactsAtOnce, "terminer", ids)).toEqual({
      status: 200,
      problems: [null, gone, null],
    });
    expect(await ContactMessageModel.countDocuments({ status: true })).toBe(2);
    const written = open.map((id) => ["contact.status", id]);
    expect(await acts()).toEqual(written);
    const again = "Déjà\u00a0: Terminé.";
    expect((await press(contactsAtOnce, "terminer", ids)).problems).toEqual([again, gone, again]);
    const twice = [ids[0]!, ids[0]!.toUpperCase()];
    expect((await press(contactsAtOnce, "terminer", twice)).problems).toEqual([again]);
    expect(await acts()).toEqual(written);
  });

  it("refuse ids that are none, none at all, more than a page, and who may not", async () => {
    const [open] = await newMessages(1);
    const many = Array.from({ length: 51 }, () => new Types.ObjectId().toString());
    for (const ids of [[], ["x"], [`${open} `], [open!, "{$ne:1}"], many]) {
      expect((await press(contactsAtOnce, "terminer", ids)).status).toBe(422);
    }
    expect(await ContactMessageModel.countDocuments({ status: true })).toBe(0);
    office = await newAdmin({ adminRole: "finance" });
    const refused = await press(contactsAtOnce, "terminer", [open!]);
    expect(refused.status).toBe(403);
    expect(await ContactMessageModel.countDocuments({ status: true })).toBe(0);
  });
});

describe("venues at once", () => {
  const said = { reason: "photos", facts: "Les photos sont celles d’un autre lieu." };
  const suspend = (ids: readonly string[], more: object = {}) =>
    press(venuesAtOnce, "suspendre", ids, { ...said, currentPassword: OFFICE_PASSWORD, ...more });

  it("are suspended as a report's decision does it, and given back", async () => {
    const owner = await createOwner();
    const venues = [await createVenue(owner), await createVenue(owner), await createVenue(owner)];
    const [first, second, deleted] = idsOf(venues) as [string, string, string];
    await VenueModel.updateOne({ _id: deleted }, { $set: { deletedAt: new Date() } });
    await ReportModel.create({
      ...{ kind: "venue", target: venues[0]!._id, reason: "trompeur", text: "Faux" },
      email: "temoin@exemple.fr",
    });
    const ids = [first, deleted, second];
    const theirs = "Son propriétaire l’a supprimé.";
    expect((await suspend(ids)).problems).toEqual([null, theirs, null]);
    expect(await VenueModel.countDocuments({ listed: false, searchable: false })).toBe(2);
    expect(await ModerationDecisionModel.countDocuments({ measure: "suspendre" })).toBe(2);
    expect((await ReportModel.findOne().lean())?.decision).toBeDefined();
    const letters = await MailModel.find({ to: owner.email }).lean();
    expect(letters).toHaveLength(2);
    for (const { text } of letters) expect(text).toContain(said.facts);
    expect(await MailModel.countDocuments({ to: "temoin@exemple.fr" })).toBe(1);
    expect((await suspend(ids)).problems).toEqual(["Déjà suspendu.", theirs, "Déjà suspendu."]);
    expect(await MailModel.countDocuments({ to: owner.email })).toBe(2);
    const since = (await VenueModel.findById(second).lean())?.suspendedAt?.getTime();
    const why = "Photos changées";
    const back = await press(venuesAtOnce, "retablir", [second], { why }, String(since));
    expect(back.problems).toEqual([null]);
    expect(await VenueModel.countDocuments({ searchable: true, _id: second })).toBe(1);
  });

  it("need the password, a reason and the facts", async () => {
    const id = (await createVenue(await createOwner()))._id.toString();
    for (const more of [{ currentPassword: "pas celui-là" }, { reason: "" }, { facts: "" }]) {
      expect((await suspend([id], more)).status).toBe(422);
    }
    expect(await VenueModel.countDocuments({ listed: true })).toBe(1);
    expect(await AuditEntryModel.countDocuments()).toBe(0);
  });
});

describe("accounts at once", () => {
  const said = { why: "Annonces en série", currentPassword: OFFICE_PASSWORD };
  const ownAccount = "C’est votre compte.";
  const needsSuperAdmin = "Seul un super-admin agit sur un compte de l’administration.";
  const look = async (act: string, ids: readonly string[]) => {
    const query = ids.map((id) => `id=${id}`).join("&");
    const page = await office.visitor.visit(usersChosen, `/admin/user/lot?acte=${act}&${query}`);
    return ((await page.json()) as { rows: BulkRow[] }).rows;
  };
  const isBanned = async (id: string) =>
    (await UserModel.exists({ _id: id, bannedAt: trusted({ $exists: true }) })) !== null;

  it("are banned for one reason that each is told, and given back; nobody bans themself", async () => {
    const owner = await newMember({ accountId: "acct_bulk", stripeStats: "active" });
    const buyer = await newMember();
    const closed = await newMember({ deletedAt: new Date() });
    const venue = await createVenue(owner.user);
    const startDate = addDays(todayInParis(new Date()), 9);
    await createReservation({ venue, buyer: buyer.user, status: "confirmed", startDate });
    const unverified = await newMember({ isVerified: false });
    const ids = [owner.id, office.id, closed.id, buyer.id, unverified.id];
    const rows = await look("bannir", ids);
    const notYet = refusalMessage("ban_unverified");
    const hindrances = [null, ownAccount, "Ce compte est fermé.", null, notYet];
    expect(rows.map(({ hindrance }) => hindrance)).toEqual(hindrances);
    const withOne = rows.filter(({ title }) => title.endsWith(", 1 réservation à venir"));
    expect(idsIn(withOne)).toEqual([owner.id, buyer.id]);

    expect((await press(usersAtOnce, "bannir", ids, said)).problems).toEqual(hindrances);
    expect(await Promise.all(ids.map(isBanned))).toEqual([true, false, false, true, false]);
    expect(await VenueModel.countDocuments({ listed: true })).toBe(0);
    expect(await owner.visitor.context().session.viewer()).toBeNull();
    expect(await ReservationModel.countDocuments({ status: "confirmed" })).toBe(1);
    for (const { user } of [owner, buyer]) {
      const letters = await MailModel.find({ to: user.email }).lean();
      expect(letters.map(({ text }) => text?.includes(said.why))).toEqual([true]);
    }
    const banned = [owner.id, buyer.id].map((id) => ["user.ban", id]);
    expect(await acts()).toEqual(banned);
    const again = ["Déjà banni.", ownAccount, "Ce compte est fermé.", "Déjà banni.", notYet];
    expect((await press(usersAtOnce, "bannir", ids, said)).problems).toEqual(again);
    expect(await acts()).toEqual(banned);

    const since = String((await UserModel.findById(buyer.id).lean())?.bannedAt?.getTime());
    const back = await press(usersAtOnce, "retablir", [buyer.id, office.id], said, since);
    expect(back.problems).toEqual([null, ownAccount]);
    expect(await isBanned(buyer.id)).toBe(false);
    expect((await look("retablir", [buyer.id]))[0]?.hindrance).toBe("Il n’est pas banni.");
  });

  it("need the password and a reason, once for all of them", async () => {
    const { id } = await newMember();
    for (const wrong of [
      { currentPassword: "pas celui-là" },
      { why: "" },
      { currentPassword: "" },
    ]) {
      const { status } = await press(usersAtOnce, "bannir", [id], { ...said, ...wrong });
      expect(status).toBe(422);
    }
    expect(await acts()).toEqual([]);
    expect(await isBanned(id)).toBe(false);
  });

  it("of administrators are a super-admin's alone, who asks being one still", async () => {
    const other = await newAdmin({ adminRole: "lecture" });
    const member = await newMember();
    const superAdmin = office;
    office = await newAdmin({ adminRole: "support" });
    const ids = [superAdmin.id, other.id, member.id];
    expect((await press(usersAtOnce, "bannir", ids, said)).problems).toEqual([
      needsSuperAdmin,
      needsSuperAdmin,
      null,
    ]);
    expect((await press(usersAtOnce, "deconnecter", ids)).problems).toEqual([
      needsSuperAdmin,
      needsSuperAdmin,
      null,
    ]);
    expect(await superAdmin.visitor.context().session.viewer()).not.toBeNull();
    office = superAdmin;
    expect((await press(usersAtOnce, "bannir", [office.id, other.id], said)).problems).toEqual([
      ownAccount,
      null,
    ]);
    expect(await Promise.all([office.id, other.id].map(isBanned))).toEqual([false, true]);
  });

  it("end their sessions, and no more", async () => {
    const people = [await newMember(), await newMember()];
    const ids = idsIn(people);
    expect((await press(usersAtOnce, "deconnecter", ids)).problems).toEqual([null, null]);
    for (const { visitor } of people) expect(await visitor.context().session.viewer()).toBeNull();
    expect(await Promise.all(ids.map(isBanned))).toEqual([false, false]);
    expect(await acts()).toEqual(ids.map((id) => ["user.end-sessions", id]));
  });
});

it("leaves out what is somebody else's to decide of, and says so", async () => {
  const venue = await createVenue(office.user, { suspendedAt: new Date() });
  const review = await ReviewModel.create({
    ...{ author: (await createUser())._id, venue: venue._id, reservation: new Types.ObjectId() },
    ...{ authorName: "Paul M.", text: "Une belle salle.", state: "pending", rating: 4 },
    stayDay: todayInParis(new Date()),
  });
  const look = async (loader: Handler, { _id }: { _id: Types.ObjectId }, act: string) => {
    const path = `/admin/lot?acte=${act}&id=${_id.toString()}`;
    const answer = await office.visitor.visit(loader, path, { params: { acte: act } });
    return ((await answer.json()) as { rows: BulkRow[] }).rows.map(({ hindrance }) => hindrance);
  };
  const all = async () => [
    ...(await look(reviewsChosen, review, "publier")),
    ...(await look(reviewsChosen, review, "refuser")),
    ...(await look(venuesChosen, venue, "retablir")),
  ];
  // Nobody else may.
  expect(await all()).toEqual([null, null, null]);
  await newAdmin();
  const own = refusalMessage("own_matter");
  expect(await all()).toEqual([own, own, own]);
  expect((await press(reviewsAtOnce, "publier", [review.id])).problems).toEqual([own]);
});

it("publishes and refuses reviews at once, and counts the stars of what is published", async () => {
  const author = await createUser();
  const venue = await createVenue(await createOwner());
  const reviews = await ReviewModel.insertMany(
    [5, 4].map((rating) => ({
      ...{ author: author._id, venue: venue._id, reservation: new Types.ObjectId(), rating },
      ...{ authorName: "Paul M.", text: "Une belle salle, claire et calme.", state: "pending" },
      stayDay: todayInParis(new Date()),
    })),
  );
  const ids = idsOf(reviews);
  expect((await press(reviewsAtOnce, "publier", ids, {}, "pending")).problems).toEqual([
    null,
    null,
  ]);
  expect((await VenueModel.findById(venue._id).lean())?.rating).toEqual({
    count: 2,
    sum: 9,
    average: 45,
  });
  expect((await press(reviewsAtOnce, "refuser", ids)).status).toBe(422);
  const why = "Hors sujet";
  const refused = await press(reviewsAtOnce, "refuser", [ids[0]!], { why }, "published");
  expect(refused.problems).toEqual([null]);
  expect((await VenueModel.findById(venue._id).lean())?.rating).toEqual({
    count: 1,
    sum: 4,
    average: 40,
  });
});

describe("a saved filter", () => {
  const send = async (fields: Record<string, string>) =>
    await office.visitor.visit(filtersPage, "/admin/filtres", { form: fields });
  const save = (filtre: string, nom = "En attente", liste = "/admin/contact") =>
    send({ intent: "save", liste, filtre, nom });

  it("keeps what the list knows, under a name, for its administrator alone", async () => {
    const saved = await save("etat=en-attente&evil=1&suite=9-x-1&type=rien&date=2027-02-30");
    expect(saved.headers.get("location")).toBe("/admin/contact?etat=en-attente");
    expect((await save("etat=en-attente")).status).toBe(303);
    expect((await save("etat=terminer")).status).toBe(409);
    expect((await save("evil=1", "Rien")).status).toBe(422);
    expect((await save("etat=terminer", "X", "/admin/nulle-part")).status).toBe(422);
    const [mine] = await savedFilters(office.id, "/admin/contact");
    expect(mine).toMatchObject({ name: "En attente", path: "/admin/contact?etat=en-attente" });
    const other = await newAdmin({ adminRole: "lecture" });
    expect(await savedFilters(other.id)).toEqual([]);
    const form = { intent: "remove", filter: mine!.id };
    await other.visitor.visit(filtersPage, "/admin/filtres", { form });
    expect(await SavedFilterModel.countDocuments()).toBe(1);
    await send(form);
    expect(await SavedFilterModel.countDocuments()).toBe(0);
  });

  it("is of a list that its administrator may see: kept, but neither shown nor added to, without the role", async () => {
    const list = "/admin/finance/recus";
    const pathsShown = async ({ visitor }: Administrator) => {
      const asked = new URLSearchParams({ liste: list, filtre: "mois=2027-02" }).toString();
      const page = await visitor.visit(filtersLoader, `/admin/filtres?${asked}`);
      const { draft, lists } = (await page.json()) as {
        draft: { list: string } | null;
        lists: { path: string }[];
      };
      return [draft?.list, ...lists.map(({ path }) => path)];
    };
    expect((await save("mois=2027-02", "Février", list)).status).toBe(303);
    expect(await pathsShown(office)).toEqual([list, list]);
    await UserModel.updateOne({ _id: office.user._id }, { adminRole: "support" });
    const demoted = { ...office, ...(await loggedIn(office.user)) };
    expect(await pathsShown(demoted)).toEqual([undefined]);
    const form = { intent: "save", liste: list, filtre: "mois=2027-03", nom: "Mars" };
    const refused = await demoted.visitor.visit(filtersPage, "/admin/filtres", { form });
    expect(refused.status).toBe(403);
    expect(await SavedFilterModel.countDocuments()).toBe(1);
  });

  it("is one of twenty of its list at most", async () => {
    const admin = new Types.ObjectId(office.id);
    await SavedFilterModel.insertMany(
      Array.from({ length: 20 }, (_, index) => ({
        ...{ admin, list: "/admin/contact", name: `Filtre ${index}` },
        path: `/admin/contact?email=a${index}`,
      })),
    );
    expect((await save("etat=terminer")).status).toBe(409);
    expect((await save("titre=loft", "Lofts", "/admin/location")).status).toBe(303);
  });
});
