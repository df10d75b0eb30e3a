import type { RouteConfigEntry } from "@remix-run/route-config";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { AuditEntryModel } from "@models/audit-entry";
import { ADMIN_ROLES, type AdminRole } from "@models/enumerations";
import { migrate } from "@models/migrations";
import { UserModel } from "@models/user";
import { changeRole } from "~/admin/admins/change-role.server";
import { banForPlatform } from "~/admin/moderation/ban-for-platform.server";
import { unbanUser } from "~/admin/users/ban-user.server";
import { endUserSessions } from "~/admin/users/end-user-sessions.server";
import { viewerMay } from "~/platform/permissions";
import { Refusal } from "~/platform/refusal";
import routeConfig from "~/routes";
import { action as editProfile } from "~/routes/api/send/edit-address";
import { emptyDatabase, useDatabase } from "../support/database";
import { createUser } from "../support/fixtures";
import { newMember, storedUser } from "../support/members";
import { newAdmin, OFFICE_PASSWORD } from "../support/office";
import type { Handler } from "../support/visitor";

useDatabase();

/** Who may what, written down a second time: a change of the product's table is a change of this one. */
const ALL = ADMIN_ROLES;
const HELPS: readonly AdminRole[] = ["support", "super-admin"];
const WORKS: readonly AdminRole[] = ["support", "finance", "super-admin"];
const COUNTS: readonly AdminRole[] = ["finance", "super-admin"];
const RULES: readonly AdminRole[] = ["super-admin"];

/** By route: who may see the page, send each form (by its intent; `form` is a page's only one), make each call. */
const MATRIX: Record<string, Record<string, readonly AdminRole[]>> = {
  "/admin": { page: ALL },
  "/admin/a-traiter": { page: ALL, take: WORKS, "give-back": WORKS },
  "/admin/a-traiter.csv": { page: COUNTS },
  "/admin/a-traiter/:key": {
    page: ALL,
    wake: WORKS,
    resend: WORKS,
    "read-stripe": WORKS,
    "tell-owner": WORKS,
    settle: WORKS,
  },
  "/admin/a-traiter/:key/reprendre": { page: WORKS, form: WORKS },
  "/admin/chiffres": { page: ALL },
  "/admin/confirmation": { page: ALL, form: ALL },
  "/admin/filtres": { page: ALL, save: ALL, remove: ALL },
  "/admin/recherche": { page: ALL },
  "/admin/user": { page: ALL },
  "/admin/user.csv": { page: COUNTS },
  "/admin/user/lot": { page: HELPS, bannir: HELPS, retablir: HELPS, deconnecter: HELPS },
  "/admin/user/:id": { page: ALL, "end-sessions": HELPS },
  "/admin/user/:id/voir-comme": { page: HELPS, form: HELPS },
  "/admin/user/:id/bannir": { page: HELPS, form: HELPS },
  "/admin/user/:id/retablir": { page: HELPS, form: HELPS },
  "/admin/user/:id/annuler": { page: WORKS, form: WORKS },
  "/admin/user/:id/supprimer": { page: RULES, form: RULES },
  "/admin/user/:id/role": { page: RULES, form: RULES },
  "/admin/user/:id/seconde-etape": { page: RULES, form: RULES },
  "/admin/master": { page: ALL },
  "/admin/master.csv": { page: COUNTS },
  "/admin/master/:id": { page: ALL, validate: HELPS },
  "/admin/master/:id/refuser": { page: HELPS, form: HELPS },
  "/admin/sub-master": { page: ALL },
  "/admin/sub-master.csv": { page: COUNTS },
  "/admin/contact": { page: ALL },
  "/admin/contact.csv": { page: COUNTS },
  "/admin/contact/lot": { page: HELPS, terminer: HELPS, "en-attente": HELPS },
  "/admin/contact/:id": { page: ALL, status: HELPS, answer: HELPS, request: HELPS },
  "/admin/contact/:id/supprimer": { page: HELPS, form: HELPS },
  "/admin/droits": { page: ALL },
  "/admin/droits.csv": { page: COUNTS },
  "/admin/droits/nouvelle": { page: HELPS, form: HELPS },
  "/admin/droits/:id": { page: ALL, identity: HELPS },
  "/admin/droits/:id/effacer": { page: RULES, form: RULES },
  "/admin/droits/:id/donnees": { page: COUNTS },
  "/admin/droits/:id/:act": { page: HELPS, form: HELPS },
  "/admin/location": { page: ALL },
  "/admin/location.csv": { page: COUNTS },
  "/admin/location/lot": { page: HELPS, suspendre: HELPS, retablir: HELPS },
  "/admin/location/:id": { page: ALL },
  "/admin/location/:id/retirer": { page: HELPS, form: HELPS },
  "/admin/location/:id/retablir": { page: HELPS, form: HELPS },
  "/admin/reservation": { page: ALL },
  "/admin/reservation.csv": { page: COUNTS },
  "/admin/finance": { page: COUNTS },
  "/admin/finance.csv": { page: COUNTS },
  "/admin/finance/recus": { page: COUNTS },
  "/admin/finance/recus.csv": { page: COUNTS },
  "/admin/finance/recus/:number": { page: COUNTS },
  "/admin/revenus": { page: COUNTS },
  "/admin/revenus.csv": { page: COUNTS },
  "/admin/revenus/:id": { page: COUNTS },
  "/admin/reservation/:id": { page: ALL, "read-stripe": WORKS, mail: WORKS },
  "/admin/reservation/:id/rembourser": { page: COUNTS, form: COUNTS },
  "/admin/reservation/:id/annuler": { page: WORKS, form: WORKS },
  "/admin/reservation/:id/prolonger": { page: WORKS, form: WORKS },
  "/admin/avis": { page: ALL },
  "/admin/avis.csv": { page: COUNTS },
  "/admin/avis/lot": { page: HELPS, publier: HELPS, refuser: HELPS },
  "/admin/avis/:id": { page: ALL, form: HELPS },
  "/admin/avis/:id/refuser": { page: HELPS, form: HELPS },
  "/admin/moderation/:id": { page: ALL },
  "/admin/moderation/:id/retirer": { page: HELPS, form: HELPS },
  "/admin/moderation/:id/:measure": { page: HELPS, form: HELPS },
  "/admin/recours/:id": { page: ALL, form: HELPS },
  "/admin/gallery": { page: ALL, city: HELPS, renew: HELPS, daily: HELPS },
  "/admin/bandeaux": { page: ALL, save: HELPS },
  "/admin/bandeaux/:id": { page: HELPS, save: HELPS, end: HELPS },
  "/admin/maintenance": { page: RULES, close: RULES, open: RULES },
  "/admin/journal": { page: ALL },
  "/admin/journal.csv": { page: COUNTS },
  "/admin/journal/acces": { page: ALL },
  "/admin/journal/acces.csv": { page: COUNTS },
  "/admin/create-account": { page: HELPS },
  "/admin/create-account/user": { page: HELPS, form: HELPS },
  "/admin/create-account/user-c": { page: HELPS, form: HELPS },
  "/admin/create-account/master": { page: HELPS, form: HELPS },
  "/admin/create-account/master-c": { page: HELPS, form: HELPS },
  "/admin/create-account/admin": { page: RULES, form: RULES },
  "/user-c": { page: HELPS },
  "/master": { page: HELPS },
  "/master-c": { page: HELPS },
  "/api/auth/check-auth-adm": { GET: ALL },
  "/api/admin/create-user": { POST: HELPS },
  "/api/admin/create-master": { POST: HELPS },
  "/api/admin/create-admin": { POST: RULES },
  "/api/admin/daily-summary": { GET: ALL },
  "/api/admin/get-users": { GET: ALL },
  "/api/admin/get-masters": { GET: ALL },
  "/api/admin/get-sub-masters": { GET: ALL },
  "/api/admin/get-contacts": { GET: ALL },
  "/api/admin/get-locations": { GET: ALL },
  "/api/admin/get-user/:id": { GET: ALL },
  "/api/admin/get-masters/:id": { GET: ALL },
  "/api/admin/get-contact/:id": { GET: ALL },
  "/api/admin/get-location/:id": { GET: ALL },
  "/api/admin/validate/:id": { GET: HELPS, POST: HELPS },
  "/api/admin/refuse/:id": { POST: HELPS },
  "/api/admin/ban-user/:id": { POST: HELPS },
  "/api/admin/unban-user/:id": { POST: HELPS },
  "/api/admin/delete-user/:id": { POST: RULES },
  "/api/admin/status-update/:id": { POST: HELPS },
  "/api/admin/answer-contact/:id": { POST: HELPS },
  "/api/admin/delete-contact/:id": { DELETE: HELPS },
  "/api/admin/get-reviews": { GET: ALL },
  "/api/admin/publish-review/:id": { POST: HELPS },
  "/api/admin/refuse-review/:id": { POST: HELPS },
  "/api/admin/gallery-city": { POST: HELPS },
  "/api/admin/gallery-news": { POST: HELPS },
  "/api/admin/gallery-rooms": { POST: HELPS },
  "/api/admin/gallery-cron-news": { POST: HELPS },
  "/api/admin/gallery-cron-rooms": { POST: HELPS },
};

interface RouteModule {
  loader?: Handler & { access?: string; calls?: object };
  action?: Handler & { forms?: object; calls?: object };
}
const modules = import.meta.glob<RouteModule>([
  "../../app/routes/admin/**/*.{ts,tsx}",
  "../../app/routes/api/admin/**/*.ts",
  "../../app/routes/api/auth/check-auth-adm.ts",
]);

interface Leaf {
  path: string;
  file: string;
}

/** The pages of the administrators' group, and the calls that are theirs. */
function officeRoutes(entries: readonly RouteConfigEntry[], isOffice = false): Leaf[] {
  return entries.flatMap(({ file, path = "", children }) => {
    if (children) return officeRoutes(children, isOffice || file.endsWith("groups/admin.tsx"));
    const isCall = path.startsWith("api/admin/") || path === "api/auth/check-auth-adm";
    return isOffice || isCall ? [{ path: `/${path}`, file }] : [];
  });
}

/** Asks one part of a route. @returns its status; 404 and 422 are what who may do it is told of nothing */
async function ask({ path, file }: Leaf, part: string, role: AdminRole): Promise<number> {
  const { loader, action } = await modules[`../../app/${file}`]!();
  const names = path.match(/(?<=:)\w+/g) ?? [];
  const params = Object.fromEntries(names.map((name) => [name, "0".repeat(24)]));
  const isCall = /^[A-Z]+$/.test(part);
  const method = part === "page" ? "GET" : isCall ? part : "POST";
  const request = new Request(`http://localhost${path.replace(/:\w+/g, "0".repeat(24))}`, {
    method,
    // As a script of the site, by which alone a validation may be a GET.
    headers: { "sec-fetch-site": "same-origin", "sec-fetch-mode": "cors" },
    ...(isCall || part === "page" ? {} : { body: new URLSearchParams({ intent: part }) }),
  });
  const handler = method === "GET" ? loader! : action!;
  const context = visitors[role]!.context();
  try {
    const answer = await handler({ request, params, context });
    return answer instanceof Response ? answer.status : 200;
  } catch (error) {
    if (error instanceof Response) return error.status;
    throw error;
  }
}

const visitors: Partial<Record<AdminRole, Awaited<ReturnType<typeof newAdmin>>["visitor"]>> = {};

describe("the matrix", () => {
  const leaves = officeRoutes(routeConfig);

  beforeAll(async () => {
    await emptyDatabase();
    for (const adminRole of ADMIN_ROLES) {
      visitors[adminRole] = (await newAdmin({ adminRole })).visitor;
    }
  });

  it("lists every route, page, form and call of the back-office, and nothing else", async () => {
    const found = await Promise.all(
      leaves.map(async ({ path, file }) => {
        const { loader, action } = await modules[`../../app/${file}`]!();
        const calls = { ...loader?.calls, ...action?.calls };
        const forms = Object.keys(action?.forms ?? {}).map((intent) => intent || "form");
        const page = loader?.access === undefined ? [] : ["page"];
        return [path, [...page, ...forms, ...Object.keys(calls)].sort()] as const;
      }),
    );
    const listed = Object.entries(MATRIX).map(([path, parts]) => [path, Object.keys(parts).sort()]);
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(listed));
  });

  it.each(leaves)("holds for $path", async (leaf) => {
    for (const [part, allowed] of Object.entries(MATRIX[leaf.path] ?? {})) {
      for (const role of ADMIN_ROLES) {
        const status = await ask(leaf, part, role);
        const isRight = allowed.includes(role) ? status < 500 && status !== 401 : true;
        expect([part, role, isRight, status !== 403]).toEqual([
          part,
          role,
          true,
          allowed.includes(role),
        ]);
      }
    }
  });
});

describe("roles", () => {
  beforeEach(emptyDatabase);

  const now = new Date();
  const change = { why: "Nouvelle équipe", password: OFFICE_PASSWORD, now };
  const codeOf = async (work: Promise<unknown>) =>
    await work.then(
      () => "done",
      (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
    );

  it("change, are written down, and hold for a session that is open", async () => {
    const { actor } = await newAdmin();
    const other = await newAdmin({ adminRole: "support" });
    await changeRole({ actor, userId: other.id, adminRole: "lecture", ...change });
    const viewer = await other.visitor.context().session.viewer();
    expect(viewer?.adminRole).toBe("lecture");
    expect(viewerMay(viewer!, "people.ban")).toBe(false);
    expect(await AuditEntryModel.findOne().lean()).toMatchObject({
      act: "user.role",
      target: other.id,
      why: "Nouvelle équipe",
      before: "Support",
      after: "Lecture",
    });
  });

  it("are for administrators alone, and ask for the password", async () => {
    const { actor } = await newAdmin();
    const { id: userId } = await newMember();
    const asked = { actor, userId, adminRole: "support" as const, ...change };
    const other = await newAdmin({ adminRole: "lecture" });
    const wrong = { ...asked, userId: other.id, password: "pas celui-là" };
    expect(await codeOf(changeRole(wrong))).toBe("wrong_password");
    expect((await storedUser(other.id))?.adminRole).toBe("lecture");
    expect(await codeOf(changeRole(asked))).toBe("not_found");
  });

  it("leave a super-admin who has come: an address that was mistyped in an invitation is none", async () => {
    const { actor, id: userId } = await newAdmin();
    const invited = await createUser({ isAdmin: true, lastLogin: undefined });
    const lecture = { adminRole: "lecture" as const, ...change };
    expect(await codeOf(changeRole({ actor, userId, ...lecture }))).toBe("last_admin");
    // Whoever was made so by mistake is no super-admin any more.
    const mistaken = invited._id.toString();
    expect(await codeOf(changeRole({ actor, userId: mistaken, ...lecture }))).toBe("done");
    await UserModel.updateOne(
      { _id: invited._id },
      { $set: { adminRole: "super-admin", lastLogin: new Date() } },
    );
    expect(await codeOf(changeRole({ actor, userId, ...lecture }))).toBe("done");
  });

  it("leave a super-admin, though two give their role up at the same moment", async () => {
    const [first, second] = [await newAdmin(), await newAdmin()];
    await newAdmin({ adminRole: "finance" });
    const outcomes = await Promise.all(
      [first, second].map(({ actor, id: userId }) =>
        codeOf(changeRole({ actor, userId, adminRole: "lecture", ...change })),
      ),
    );
    expect(outcomes.toSorted()).toEqual(["done", "last_admin"]);
    expect(await UserModel.countDocuments({ adminRole: "super-admin" })).toBe(1);
  });

  it("leave a super-admin, though each of two takes the role of the other", async () => {
    const [first, second] = [await newAdmin(), await newAdmin()];
    const outcomes = await Promise.all([
      codeOf(
        changeRole({ actor: first.actor, userId: second.id, adminRole: "lecture", ...change }),
      ),
      codeOf(
        changeRole({ actor: second.actor, userId: first.id, adminRole: "lecture", ...change }),
      ),
    ]);
    expect(outcomes.toSorted()).toEqual(["done", "forbidden"]);
    expect(await UserModel.countDocuments({ adminRole: "super-admin" })).toBe(1);
  });

  it("keep administrators' accounts from all but super-admins", async () => {
    const { actor } = await newAdmin({ adminRole: "support" });
    const { id: userId } = await newAdmin({ adminRole: "lecture" });
    const decision = { actor, userId, ...change };
    expect(await codeOf(banForPlatform({ ...decision, coming: "keep" }))).toBe("role_required");
    expect(await codeOf(endUserSessions({ actor, userId, now }))).toBe("role_required");
    await UserModel.updateOne({ _id: userId }, { $set: { bannedAt: now, banReason: "x" } });
    expect(await codeOf(unbanUser(decision))).toBe("role_required");
    expect((await storedUser(userId))?.bannedAt).toEqual(now);
    expect(await AuditEntryModel.countDocuments()).toBe(0);
  });

  it("say who may change for somebody what they may change themselves", async () => {
    const person = await createUser();
    const json = {
      ...{ userId: person._id.toString(), street: "4 rue Neuve", postalCode: "69003" },
      ...{ city: "Lyon", country: "France" },
    };
    const reader = await newAdmin({ adminRole: "lecture" });
    const refused = await reader.visitor.visit(editProfile, "/api/send/edit-address", { json });
    expect(refused.status).toBe(403);
    expect(await storedUser(json.userId)).not.toHaveProperty("street");
    const helper = await newAdmin({ adminRole: "support" });
    const done = await helper.visitor.visit(editProfile, "/api/send/edit-address", { json });
    expect(done.status).toBe(200);
  });

  it("are super-admin's for administrators from before there were any", async () => {
    const old = await createUser({ isAdmin: true });
    await UserModel.updateOne({ _id: old._id }, { $unset: { adminRole: 1 } });
    const reader = await createUser({ isAdmin: true, adminRole: "lecture" });
    const member = await createUser();
    await migrate();
    expect((await storedUser(old._id.toString()))?.adminRole).toBe("super-admin");
    expect((await storedUser(reader._id.toString()))?.adminRole).toBe("lecture");
    expect(await storedUser(member._id.toString())).not.toHaveProperty("adminRole");
  });
});
