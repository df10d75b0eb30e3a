import { Types } from "mongoose";
import { beforeEach, describe, expect, it } from "vitest";
import { AccessEntryModel } from "@models/access-entry";
import { AuditEntryModel, type AuditAct } from "@models/audit-entry";
import { ContactMessageModel } from "@models/contact-message";
import { ReportModel } from "@models/report";
import { ModerationDecisionModel } from "@models/moderation-decision";
import { PrivacyRequestModel } from "@models/privacy-request";
import { AUDIT_HEAD, SettingModel } from "@models/setting";
import { chainWords } from "~/admin/audit/chain-words";
import { checkChain } from "~/admin/audit/check-chain.server";
import { accessLog, type AccessFilters } from "~/admin/journal/list-accesses.server";
import { auditLog } from "~/admin/journal/list-audit.server";
import { recordAct } from "~/admin/audit/record-act.server";
import { validateMaster } from "~/admin/masters/decide-master.server";
import { inTransaction } from "~/platform/database.server";
import { addMinutes, parisNoon } from "~/platform/days";
import { loader as messagePage } from "~/routes/admin/contact/$id/index";
import { loader as reportPage } from "~/routes/admin/moderation/$id/index";
import { loader as appealPage } from "~/routes/admin/recours/$id";
import { loader as reservationPage } from "~/routes/admin/reservation/$id/index";
import { loader as userPage } from "~/routes/admin/user/$id/index";
import { loader as getContact } from "~/routes/api/admin/get-contact/$id";
import { loader as getMaster } from "~/routes/api/admin/get-masters/$id";
import { loader as getUser } from "~/routes/api/admin/get-user/$id";
import { emptyDatabase, useDatabase } from "../support/database";
import { createOwner, createUser, createVenue } from "../support/fixtures";
import { newAdmin } from "../support/office";
import { rendered } from "../support/rendered";
import { createReservation } from "../support/reservations";

useDatabase();
beforeEach(emptyDatabase);

const now = new Date();

describe("the audit log", () => {
  /** Acts enough for a chain, some of them at the same moment. */
  async function work(): Promise<void> {
    const admins = await Promise.all([newAdmin(), newAdmin(), newAdmin()]);
    const masters = await Promise.all(admins.map(() => createUser({ masterStatus: "pending" })));
    await Promise.all(
      admins.map(({ actor }, index) =>
        validateMaster({ actor, masterId: masters[index]!._id.toString(), now }),
      ),
    );
  }
  /** Past the model, as somebody with the database in their hands would. */
  const entries = () => AuditEntryModel.collection;

  it("is one chain, also when acts come at the same moment", async () => {
    await work();
    expect(await checkChain()).toMatchObject({ entries: 3, flaw: null });
    expect((await AuditEntryModel.find().sort({ seq: 1 }).lean()).map(({ seq }) => seq)).toEqual([
      1, 2, 3,
    ]);
  });

  it("holds a text that the database keeps otherwise: half of a character", async () => {
    const { actor } = await newAdmin();
    const act = { actor, act: "user.view", target: actor.id, why: "x\ud83d", at: now } as const;
    await inTransaction((transaction) => recordAct(act, transaction));
    expect(await checkChain()).toMatchObject({ entries: 1, flaw: null });
  });

  it("is whole while it is empty", async () => {
    expect(await checkChain()).toMatchObject({ entries: 0, flaw: null });
  });

  it.each([
    ["a changed word", { act: "master.refuse" }],
    ["a changed reason", { why: "autre" }],
    ["another author", { admin: new Types.ObjectId() }],
    ["another minute", { at: new Date(0) }],
    ["another address", { address: "203.0.113.8" }],
  ])("notices %s", async (_name, change) => {
    await work();
    await entries().updateOne({ seq: 2 }, { $set: change });
    expect(await checkChain()).toMatchObject({ entries: 1, flaw: "l’entrée 2 a été modifiée" });
  });

  it("notices an entry that was taken out, in the middle and at the end", async () => {
    await work();
    await entries().deleteOne({ seq: 3 });
    expect(await checkChain()).toMatchObject({ entries: 2, flaw: "l’entrée 3 manque" });
    await entries().deleteOne({ seq: 1 });
    expect(await checkChain()).toMatchObject({ entries: 0, flaw: "l’entrée 1 manque" });
  });

  it("notices entries past its end, also where no end is written any more", async () => {
    await work();
    const head = { _id: AUDIT_HEAD };
    const { value } = (await SettingModel.findById(head).lean())!;
    const first = (await AuditEntryModel.findOne({ seq: 1 }).lean())!;
    await SettingModel.updateOne(head, { $set: { value: `1:${first.hash}` } });
    const flaw = "l’entrée 2 n’est pas celle qui a été écrite";
    expect(await checkChain()).toMatchObject({ flaw });
    await SettingModel.deleteOne(head);
    expect(await checkChain()).toMatchObject({
      flaw: "l’entrée 1 n’est pas celle qui a été écrite",
    });
    await SettingModel.create({ ...head, value, updatedAt: now });
    expect(await checkChain()).toMatchObject({ entries: 3, flaw: null });
  });

  it("tells a terminal the hash of its end, by which one written anew is known", async () => {
    await work();
    const end = (await AuditEntryModel.findOne({ seq: 3 }).lean())!;
    const check = await checkChain();
    expect(check.hash).toBe(end.hash);
    expect(chainWords(check)).toBe(
      `Journal intact\u00a0: 3 entrées vérifiées. La dernière a pour empreinte ${end.hash}.`,
    );
  });

  it("names what each act was done to, and leads to its record", async () => {
    const { actor } = await newAdmin();
    const owner = await createOwner();
    const venue = await createVenue(owner, { title: "La Grange" });
    const reservation = await createReservation({
      ...{ venue, buyer: owner, reference: "PDS-ABCDEF", status: "confirmed" },
      ...{ startDate: "2026-03-20", endDate: "2026-03-20" },
    });
    const request = await PrivacyRequestModel.create({
      ...{ kind: "erasure", email: owner.email, channel: "letter" },
      ...{ receivedOn: "2026-03-02", dueOn: "2026-04-02" },
    });
    const decision = await ModerationDecisionModel.create({
      ...{ kind: "venue", target: venue._id, person: owner._id, measure: "suspendre" },
      ...{ why: "…", admin: actor.id, at: parisNoon("2026-03-03") },
      appeal: { text: "…", at: parisNoon("2026-03-04") },
    });
    const [place, stay, asked, appealed] = [venue, reservation, request, decision].map(({ _id }) =>
      _id.toString(),
    );
    const gone = new Types.ObjectId().toString();
    const table: [act: AuditAct, target: string, name: string | null, href: string | null][] = [
      ["venue.suspend", place!, "La Grange", `/admin/location/${place!}`],
      ["venue.suspend", gone, null, null],
      ["report.dismiss", place!, "La Grange", `/admin/location/${place!}`],
      ["reservation.refund", stay!, "PDS-ABCDEF", `/admin/reservation/${stay!}`],
      ["privacy.fulfil", asked!, "Effacement, demande du 02/03/2026", `/admin/droits/${asked!}`],
      [
        "case.take",
        `report:venue:${place!}`,
        "Signalement, La Grange",
        `/admin/location/${place!}`,
      ],
      [
        "case.take",
        `appeal:${appealed!}`,
        "Recours, reçu le 04/03/2026 à 12\u00a0h",
        `/admin/recours/${appealed!}`,
      ],
      ["gallery.city", "city:0", "place 1", "/admin/gallery"],
      ["gallery.daily", "news", "Nouveautés", "/admin/gallery"],
      ["case.take", `review:${gone}`, `Avis à relire ${gone}`, null],
      ["job.wake", "job:gallery", "Tâche arrêtée gallery", null],
      ["list.export", "/admin/user.csv", "/admin/user.csv", null],
    ];
    for (const [index, [act, target]] of table.entries()) {
      const at = addMinutes(now, -index);
      await inTransaction((transaction) => recordAct({ actor, act, target, at }, transaction));
    }
    const { rows } = await auditLog.page({ par: "", acte: "", date: "", cible: "" }, "");
    expect(rows.map(({ targetName, href }) => [targetName, href])).toEqual(
      table.map(([, , name, href]) => [name, href]),
    );
  });

  it("has all that was done to one account, which its record leads to", async () => {
    const { actor, visitor } = await newAdmin();
    const [one, other] = [
      await createUser({ masterStatus: "pending" }),
      await createUser({ masterStatus: "pending" }),
    ];
    const id = one._id.toString();
    for (let minute = 0; minute < 12; minute += 1) {
      for (const target of [id, other._id.toString()]) {
        const done = { actor, act: "user.end-sessions", target } as const;
        const at = addMinutes(now, -minute);
        await inTransaction((transaction) => recordAct({ ...done, at }, transaction));
      }
    }
    const shown = async (path: string) => await (await rendered(visitor, path)).text();
    for (const record of ["user", "master"]) {
      expect(await shown(`/admin/${record}/${id}`)).toContain(`href="/admin/journal?cible=${id}"`);
    }
    for (const cible of [id, one.email.toUpperCase()]) {
      const { rows } = await auditLog.page({ par: "", acte: "", date: "", cible }, "");
      expect(rows.map(({ href }) => href)).toEqual(rows.map(() => `/admin/user/${id}`));
      expect(rows).toHaveLength(12);
    }
    const list = await shown(`/admin/journal?cible=${id}`);
    expect(list).toContain("12 entrées");
  });

  it("has all that was done about a case, by its key", async () => {
    const { actor, visitor } = await newAdmin();
    const key = "job:gallery";
    const done = { actor, act: "case.settle", target: key, at: now } as const;
    await inTransaction((transaction) => recordAct(done, transaction));
    const path = `/admin/journal?${new URLSearchParams({ cible: key }).toString()}`;
    const page = await rendered(visitor, `/admin/a-traiter/${key}`);
    expect(await page.text()).toContain(`href="${path}"`);
    expect(await (await rendered(visitor, path)).text()).toContain("1 entrée");
  });

  it("is append-only for the product itself", async () => {
    await work();
    await expect(AuditEntryModel.updateOne({ seq: 1 }, { why: "x" })).rejects.toThrow(
      /append-only/,
    );
    await expect(AuditEntryModel.deleteMany({})).rejects.toThrow(/append-only/);
    expect(await AuditEntryModel.countDocuments()).toBe(3);
  });
});

describe("the log of who looked at whose data", () => {
  const NO_FILTER: AccessFilters = { q: "", par: "", genre: "", date: "" };
  const looks = async (filters: Partial<AccessFilters>) =>
    (await accessLog.page({ ...NO_FILTER, ...filters }, "")).rows;

  it("has each record that was opened, by page or by call, and finds them by whose and by whom", async () => {
    const karim = await newAdmin({ name: "Karim", lastname: "Aït", email: "karim@exemple.fr" });
    const alix = await newAdmin({ name: "Alix", lastname: "Bernard", adminRole: "lecture" });
    const owner = await createOwner({ name: "Inès", lastname: "Roy", masterStatus: "pending" });
    const reservation = await createReservation({
      ...{ venue: await createVenue(owner), buyer: await createUser() },
      ...{ reference: "PDS-ABCDEF", status: "confirmed", startDate: "2026-03-20" },
    });
    const message = await ContactMessageModel.create({
      ...{ type: "Autre", email: owner.email, name: "I.", lastname: "Roy", description: "…" },
    });
    const told = (rows: Awaited<ReturnType<typeof looks>>) =>
      rows.map(({ kind, target, admin }) => `${kind} ${target} par ${admin}`).toSorted();
    const idOf = ({ _id }: { _id: Types.ObjectId }) => ({ params: { id: _id.toString() } });
    await karim.visitor.visit(userPage, "/admin/user", idOf(owner));
    await karim.visitor.visit(messagePage, "/admin/contact", idOf(message));
    await alix.visitor.visit(reservationPage, "/admin/reservation", idOf(reservation));
    const report = await ReportModel.create({
      ...{ kind: "venue", target: owner._id, reason: "trompeur", text: "Faux" },
      email: "nadia@exemple.fr",
    });
    await alix.visitor.visit(reportPage, "/admin/moderation", idOf(report));
    expect(told(await looks({ q: "nadia@exemple.fr" }))).toEqual([
      expect.stringMatching(/^Signalement Reçu le .* par Alix Bernard$/),
    ]);
    await AccessEntryModel.deleteMany({ kind: "report" });
    const appealed = await ModerationDecisionModel.create({
      ...{ kind: "account", target: owner._id, person: owner._id, measure: "bannir", why: "Faux" },
      ...{ admin: new Types.ObjectId(), at: now, appeal: { text: "Non.", at: now } },
    });
    await alix.visitor.visit(appealPage, "/admin/recours", idOf(appealed));
    expect(told(await looks({ q: owner.email, par: "alix" }))).toEqual([
      "Compte Inès Roy par Alix Bernard",
    ]);
    await AccessEntryModel.deleteMany({ target: owner._id, admin: alix.user._id });
    for (const call of [getUser, getMaster]) await alix.visitor.visit(call, "/api", idOf(owner));
    await alix.visitor.visit(getContact, "/api", idOf(message));

    expect(told(await looks({}))).toEqual(
      [
        ...["Compte Inès Roy par Karim Aït", "Message I. Roy par Karim Aït"],
        ...["Compte Inès Roy par Alix Bernard", "Compte Inès Roy par Alix Bernard"],
        ...["Message I. Roy par Alix Bernard", "Réservation PDS-ABCDEF par Alix Bernard"],
      ].toSorted(),
    );
    expect(await looks({ par: "KARIM" })).toHaveLength(2);
    expect(await looks({ par: "bernard alix" })).toHaveLength(4);
    expect(await looks({ par: "personne" })).toEqual([]);
    expect(await looks({ q: owner.email.toUpperCase() })).toHaveLength(5);
    for (const q of ["pds-abcdef", "abcdef"])
      expect(told(await looks({ q }))).toEqual(["Réservation PDS-ABCDEF par Alix Bernard"]);
    expect(await looks({ genre: "contact", par: "alix" })).toHaveLength(1);
    expect(await looks({ date: "2020-01-01" })).toEqual([]);
    // Whoever may read and no more is written down like all others.
    const page = await alix.visitor.visit(userPage, "/admin/user", idOf(owner));
    const { user } = (await page.json()) as { user: { looks: { admin: string }[] } };
    expect(user.looks.map(({ admin }) => admin)).toEqual([
      ...["Alix Bernard", "Alix Bernard", "Karim Aït"],
    ]);
  });

  it("keeps a line whose record is gone", async () => {
    const { actor } = await newAdmin({ name: "Karim", lastname: "Aït" });
    await AccessEntryModel.create({
      ...{ admin: actor.id, kind: "contact", target: new Types.ObjectId(), at: now },
      ...{ requestId: "r", address: "203.0.113.7" },
    });
    expect(await looks({})).toMatchObject([{ target: null, href: null, admin: "Karim Aït" }]);
  });
});
