import { Types } from "mongoose";
import { beforeEach, describe, expect, it } from "vitest";
import { linkAccount } from "~/accounts/link-account.server";
import { linkedAccounts, type LinkedAccounts } from "~/accounts/liaison-pages.server";
import { UserModel } from "@models/user";
import { Refusal } from "~/platform/refusal";
import { action, loader } from "~/routes/mes-parametres/liason-compte";
import { action as linksAction, loader as linksPage } from "~/routes/mes-parametres/mes-liens";
import { emptyDatabase, useDatabase } from "../support/database";
import { createUser } from "../support/fixtures";
import { newMember, storedUser } from "../support/members";
import type { Visitor } from "../support/visitor";

useDatabase();
beforeEach(emptyDatabase);

const CODE = "ABCD2345";
const OTHER_CODE = "WXYZ6789";
const now = new Date();

const newMaster = async (spondorshipCode = CODE, fields = {}) =>
  await newMember({
    spondorshipCode,
    masterStatus: "validated",
    entityName: "Union des Salles",
    ...fields,
  });
const submit = async (visitor: Visitor, form: Record<string, string>) =>
  await visitor.visit(action, "/mes-parametres/liason-compte", { form });
const masterOf = async (visitor: Visitor): Promise<unknown> =>
  await (await visitor.visit(loader, "/mes-parametres/liason-compte")).json();

describe("linking an account", () => {
  it("shows the master first and links at the second press", async () => {
    const master = await newMaster();
    const { id, visitor } = await newMember();
    const found = await submit(visitor, { intent: "search", code: " abcd-2345 " });
    expect(found.status).toBe(200);
    expect(await found.json()).toEqual({ found: { code: CODE, name: "Union des Salles" } });
    expect(await storedUser(id)).not.toHaveProperty("link_id");
    const linked = await submit(visitor, { intent: "link", code: CODE });
    expect(linked.status).toBe(303);
    expect((await storedUser(id))?.link_id).toEqual(master.user._id);
    expect(await masterOf(visitor)).toEqual({
      master: { id: master.id, name: "Union des Salles" },
    });
    // Pressed twice.
    expect((await submit(visitor, { intent: "link", code: CODE })).status).toBe(303);
  });

  it("shows a person by the first letter of their last name", async () => {
    await newMaster(CODE, { entityName: undefined });
    const { visitor } = await newMember();
    const found = await submit(visitor, { intent: "search", code: CODE });
    expect(await found.json()).toMatchObject({ found: { name: "Camille D." } });
  });

  it.each(["search", "link"])("refuses what is no master's code (%s)", async (intent) => {
    await newMaster(CODE, { bannedAt: new Date() });
    await newMaster(OTHER_CODE, { deletedAt: new Date() });
    const { id, visitor } = await newMember();
    for (const code of [CODE, OTHER_CODE, "AAAA2222", "x", "$ne"]) {
      const response = await submit(visitor, { intent, code });
      expect(response.status).toBe(422);
      expect(await response.json()).toMatchObject({
        fieldErrors: { code: "Aucun compte Master ne correspond à ce code." },
        repopulateFields: { code },
      });
    }
    expect(await storedUser(id)).not.toHaveProperty("link_id");
  });

  it("refuses oneself, a second master and a circle", async () => {
    const first = await newMaster();
    const second = await newMaster(OTHER_CODE);
    for (const intent of ["search", "link"]) {
      expect((await submit(first.visitor, { intent, code: CODE })).status).toBe(409);
    }
    expect((await submit(second.visitor, { intent: "link", code: CODE })).status).toBe(303);
    expect((await submit(first.visitor, { intent: "link", code: OTHER_CODE })).status).toBe(409);
    const { visitor } = await newMember();
    await submit(visitor, { intent: "link", code: CODE });
    expect((await submit(visitor, { intent: "link", code: OTHER_CODE })).status).toBe(409);
    expect(await storedUser(first.id)).not.toHaveProperty("link_id");
  });

  it("lets two masters that link to each other at once succeed only one way", async () => {
    const first = await newMaster();
    const second = await newMaster(OTHER_CODE);
    const outcomes = await Promise.allSettled([
      linkAccount(first.id, OTHER_CODE, now),
      linkAccount(second.id, CODE, now),
    ]);
    const refused = outcomes.filter(({ status }) => status === "rejected");
    expect(refused).toEqual([
      { status: "rejected", reason: new Refusal("liaison_circle", { field: "code" }) },
    ]);
    expect(await UserModel.countDocuments({ link_id: first.user._id })).toBe(
      1 - (await UserModel.countDocuments({ link_id: second.user._id })),
    );
  });

  it("cannot be tried without end", async () => {
    const { visitor } = await newMember();
    let status = 0;
    for (let tries = 0; tries <= 30; tries += 1) {
      status = (await submit(visitor, { intent: "search", code: "AAAA2222" })).status;
    }
    expect(status).toBe(429);
  });
});

describe("undoing a link", () => {
  const links = async (visitor: Visitor) =>
    (await (await visitor.visit(linksPage, "/mes-parametres/mes-liens")).json()) as LinkedAccounts;

  it("is up to the linked account", async () => {
    const { user } = await newMaster();
    const { id, visitor } = await newMember({ link_id: user._id });
    expect((await submit(visitor, { intent: "leave" })).status).toBe(303);
    expect(await storedUser(id)).not.toHaveProperty("link_id");
    expect(await masterOf(visitor)).toEqual({ master: null });
  });

  it("and to its master, who sees no more of it than others do", async () => {
    const master = await newMaster();
    const linked = await newMember({ link_id: master.user._id });
    const list = await links(master.visitor);
    expect(list).toMatchObject({ code: CODE, accounts: [{ id: linked.id, name: "Camille D." }] });
    expect(JSON.stringify(list)).not.toContain(linked.user.email);
    const form = { id: linked.id };
    const stranger = await newMaster(OTHER_CODE);
    const other = await newMember({ link_id: master.user._id });
    const left = async () => (await links(master.visitor)).accounts.length;
    for (const [visitor, still] of [
      [stranger.visitor, 2],
      [master.visitor, 1],
      [master.visitor, 1],
    ] as const) {
      const response = await visitor.visit(linksAction, "/mes-parametres/mes-liens", { form });
      expect([response.status, await left()]).toEqual([303, still]);
    }
    expect((await links(master.visitor)).accounts.map(({ id }) => id)).toEqual([other.id]);
  });

  it("is offered of every account, twenty a page", async () => {
    const master = await newMaster();
    const createdAt = (minute: number) => new Date(Date.UTC(2026, 0, 1, 9, minute));
    for (let count = 0; count < 21; count += 1) {
      await createUser({
        link_id: master.user._id,
        name: `N${count}`,
        createdAt: createdAt(count),
      });
    }
    const shown = async (query: string) => {
      const page = await master.visitor.visit(linksPage, `/mes-parametres/mes-liens${query}`);
      return (await page.json()) as LinkedAccounts;
    };
    const first = await shown("");
    expect(first).toMatchObject({ page: 1, pages: 2, total: 21 });
    expect(first.accounts).toHaveLength(20);
    expect((await shown("?page=2")).accounts.map(({ name }) => name)).toEqual(["N20 D."]);
    expect((await shown("?page=x")).accounts).toEqual(first.accounts);
    expect((await shown("?page=9")).page).toBe(2);
  });

  it("has each account of the same moment on one page", async () => {
    const master = await newMaster();
    const createdAt = new Date(Date.UTC(2026, 0, 1, 9));
    const ids = [1, 2, 3].map(() => new Types.ObjectId());
    for (const _id of ids.toReversed()) {
      await createUser({ _id, link_id: master.user._id, createdAt });
    }
    const pages = await Promise.all([1, 2, 3].map((page) => linkedAccounts(master.id, page, 1)));
    expect(pages.map(({ accounts }) => accounts.map(({ id }) => id))).toEqual(
      ids.map((id) => [id.toString()]),
    );
  });

  it("has no page for accounts that are no master", async () => {
    const { visitor } = await newMember();
    await expect(visitor.visit(linksPage, "/mes-parametres/mes-liens")).rejects.toMatchObject({
      status: 404,
    });
  });
});
