import { Types } from "mongoose";
import { beforeEach, describe, expect, it } from "vitest";
import { AuditEntryModel } from "@models/audit-entry";
import { checkChain } from "~/admin/audit/check-chain.server";
import { validateMaster } from "~/admin/masters/decide-master.server";
import { emptyDatabase, useDatabase } from "../support/database";
import { createUser } from "../support/fixtures";
import { newAdmin } from "../support/office";

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

  it("is append-only for the product itself", async () => {
    await work();
    await expect(AuditEntryModel.updateOne({ seq: 1 }, { why: "x" })).rejects.toThrow(
      /append-only/,
    );
    await expect(AuditEntryModel.deleteMany({})).rejects.toThrow(/append-only/);
    expect(await AuditEntryModel.countDocuments()).toBe(3);
  });
});
