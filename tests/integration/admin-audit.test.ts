import { Types } from "mongoose";
import { beforeEach, describe, expect, it } from "vitest";
import { AuditEntryModel, type AuditAct } from "@models/audit-entry";
import { ModerationDecisionModel } from "@models/moderation-decision";
import { PrivacyRequestModel } from "@models/privacy-request";
import { checkChain } from "~/admin/audit/check-chain.server";
import { listAudit } from "~/admin/journal/list-audit.server";
import { recordAct } from "~/admin/audit/record-act.server";
import { validateMaster } from "~/admin/masters/decide-master.server";
import { inTransaction } from "~/platform/database.server";
import { addMinutes, parisNoon } from "~/platform/days";
import { emptyDatabase, useDatabase } from "../support/database";
import { createOwner, createUser, createVenue } from "../support/fixtures";
import { newAdmin } from "../support/office";
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
    expect(await checkChain()).toEqual({ entries: 3, flaw: null });
    expect((await AuditEntryModel.find().sort({ seq: 1 }).lean()).map(({ seq }) => seq)).toEqual([
      1, 2, 3,
    ]);
  });

  it("is whole while it is empty", async () => {
    expect(await checkChain()).toEqual({ entries: 0, flaw: null });
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
    expect(await checkChain()).toEqual({ entries: 1, flaw: "entry 2 was changed" });
  });

  it("notices an entry that was taken out, in the middle and at the end", async () => {
    await work();
    await entries().deleteOne({ seq: 3 });
    expect(await checkChain()).toEqual({ entries: 2, flaw: "entry 3 is missing" });
    await entries().deleteOne({ seq: 1 });
    expect(await checkChain()).toEqual({ entries: 0, flaw: "entry 1 is missing" });
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
    const { rows } = await listAudit({ acte: "", date: "" }, "");
    expect(rows.map(({ targetName, href }) => [targetName, href])).toEqual(
      table.map(([, , name, href]) => [name, href]),
    );
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
