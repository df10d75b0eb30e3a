import { Types } from "mongoose";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { AuditEntryModel } from "@models/audit-entry";
import { MailModel } from "@models/mail";
import { ModerationDecisionModel } from "@models/moderation-decision";
import { ReportModel } from "@models/report";
import { ReviewModel, type Review } from "@models/review";
import { UserModel } from "@models/user";
import { VenueModel } from "@models/venue";
import { changeRole } from "~/admin/admins/change-role.server";
import { refuseForPlatform } from "~/admin/moderation/decide-report.server";
import { publishReview } from "~/admin/reviews/decide-review.server";
import { closeSite, openSite } from "~/admin/site/change-maintenance.server";
import { saveNotice } from "~/admin/site/change-notices.server";
import { ROLE_LABELS } from "~/admin/words/roles";
import { inTransaction } from "~/platform/database.server";
import { addMinutes, parisMidnight } from "~/platform/days";
import { refusalMessage, type RefusalCode } from "~/platform/refusal";
import { loadState, storedState } from "~/platform/site-state.server";
import { emptyDatabase, useDatabase } from "../support/database";
import { createOwner, createUser, createVenue } from "../support/fixtures";
import { newAdmin, OFFICE_PASSWORD, type Administrator } from "../support/office";
import { rendered } from "../support/rendered";

/** What is sent from a page is decided of what that page showed: a colleague may have decided meanwhile. */

useDatabase();

const now = new Date();
let admin: Administrator;
let colleague: Administrator;

beforeEach(async () => {
  await emptyDatabase();
  admin = await newAdmin();
  colleague = await newAdmin();
});

// What the process knows of the site outlives the database.
afterAll(async () => {
  await emptyDatabase();
  await loadState();
});

/** The hidden fields of a page's form, as a browser sends them, of its one row where it has several. */
async function opened(path: string): Promise<Record<string, string>> {
  const html = await (await rendered(admin.visitor, path)).text();
  const main = html.slice(html.indexOf("<main"), html.indexOf("</main>"));
  return Object.fromEntries(
    [...main.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)].map(
      ([, name = "", value = ""]) => [name, value],
    ),
  );
}

async function pressed(path: string, form: Record<string, string>) {
  const response = await rendered(admin.visitor, path, form);
  return { status: response.status, html: await response.text() };
}

const expectRefused = ({ status, html }: { status: number; html: string }, code: RefusalCode) => {
  expect(html).toContain(refusalMessage(code));
  expect(status).toBe(409);
};

const lotOf = (list: string, id: string) => `/admin/${list}/lot?acte=retablir&id=${id}`;

describe("a review", () => {
  const why = "Article 9 de nos conditions.";
  const review = async (state: Review["state"]) => {
    const venue = await createVenue(await createOwner());
    const author = await createUser();
    const made = await ReviewModel.create({
      ...{ venue: venue._id, author: author._id, reservation: new Types.ObjectId(), state },
      ...{ authorName: "Paul M.", rating: 4, text: "Belle salle.", stayDay: "2026-01-10" },
      ...(state === "published" && { publishedAt: now }),
    });
    return { id: made.id, path: `/admin/avis/${made.id}`, mailbox: author.email };
  };
  const stateOf = async (id: string) => (await ReviewModel.findById(id).lean())?.state;
  const refusedBy = async (reviewId: string) =>
    await refuseForPlatform({ actor: colleague.actor, reviewId, why, now });
  const publishedBy = async (reviewId: string) =>
    await publishReview({ actor: colleague.actor, reviewId, now });
  const lot = (act: string, id: string) => `/admin/avis/lot?acte=${act}&id=${id}`;

  it.each(["refused", "published and then hidden"])(
    "that was %s since is not published from a page that is older than that",
    async (became) => {
      const { id, path, mailbox } = await review("pending");
      const shown = await opened(path);
      if (became !== "refused") await publishedBy(id);
      await refusedBy(id);
      const letters = await MailModel.countDocuments({ to: mailbox });
      const answer = await pressed(path, shown);
      expect(await stateOf(id)).toBe("refused");
      expectRefused(answer, "review_changed");
      expect(await MailModel.countDocuments({ to: mailbox })).toBe(letters);
      // Who has read what it is by now may.
      expect((await pressed(path, await opened(path))).status).toBe(303);
      expect(await stateOf(id)).toBe("published");
    },
  );

  it("is not published at once with others from a page that is older than its refusal", async () => {
    const { id } = await review("pending");
    const shown = await opened(lot("publier", id));
    await refusedBy(id);
    const { html } = await pressed(lot("publier", id), shown);
    expect(await stateOf(id)).toBe("refused");
    expect(html).toContain(refusalMessage("review_changed"));
    await pressed(lot("publier", id), await opened(lot("publier", id)));
    expect(await stateOf(id)).toBe("published");
  });

  it.each(["its page", "the list"])(
    "that was read while nobody saw it is not hidden, as one that is shown is: %s",
    async (by) => {
      const { id, path } = await review("pending");
      await ReportModel.create({
        ...{ kind: "review", target: id, reason: "autre", text: "Faux." },
        email: "nadia@exemple.fr",
      });
      const page = by === "its page" ? `${path}/refuser` : lot("refuser", id);
      const shown = await opened(page);
      await publishedBy(id);
      const { html } = await pressed(page, { ...shown, why });
      expect(await stateOf(id)).toBe("published");
      expect(html).toContain(refusalMessage("review_changed"));
      expect(await ModerationDecisionModel.countDocuments()).toBe(0);
      await pressed(page, { ...(await opened(page)), why });
      expect(await stateOf(id)).toBe("refused");
      expect(await ModerationDecisionModel.countDocuments({ measure: "masquer" })).toBe(1);
    },
  );

  it("says before it is published at once with others what it is, and that it was hidden", async () => {
    const [pending, refused, hidden] = [
      await review("pending"),
      await review("refused"),
      await review("published"),
    ];
    await refusedBy(hidden.id);
    const ids = [pending, refused, hidden].map(({ id }) => `id=${id}`).join("&");
    const page = await rendered(admin.visitor, `/admin/avis/lot?acte=publier&${ids}`);
    const html = await page.text();
    const titleOf = ({ id }: { id: string }) =>
      new RegExp(`href="/admin/avis/${id}">([^<]*)<`).exec(html)?.[1];
    expect(titleOf(pending)).toMatch(/, à relire$/);
    expect(titleOf(refused)).toMatch(/, refusé$/);
    expect(titleOf(hidden)).toMatch(/, masqué par une décision$/);
    // What was done of it says no more what it was.
    const { html: done } = await pressed(lot("publier", pending.id), {
      ...(await opened(lot("publier", pending.id))),
    });
    expect(done).toContain("Fait");
    expect(done).not.toContain("à relire");
  });
});

describe("the site's closing", () => {
  const PATH = "/admin/maintenance";
  const maintenance = async () => (await inTransaction(storedState)).maintenance;
  const said = (by: Administrator, why = "Mise à jour") => ({
    ...{ actor: by.actor, why, password: OFFICE_PASSWORD, now },
  });
  const close = (message: string) => closeSite({ message, from: now }, said(colleague));
  const asked = { why: "C’est fini", currentPassword: OFFICE_PASSWORD };
  const entries = async () =>
    (await AuditEntryModel.find({ target: "maintenance" }).sort({ seq: 1 }).lean()).map(
      ({ act, before, after }) => [
        act,
        before?.split("\u00a0: ").at(-1),
        after?.split("\u00a0: ").at(-1),
      ],
    );

  it("is ended by whoever has read it, and not by the page of another one; once", async () => {
    await close("Nous changeons les serrures.");
    const shown = { ...(await opened(PATH)), ...asked };
    await openSite(said(colleague));
    await close("Nous déménageons.");
    const answer = await pressed(PATH, shown);
    expect(await maintenance()).toMatchObject({ message: "Nous déménageons." });
    expectRefused(answer, "maintenance_changed");
    const fresh = { ...(await opened(PATH)), ...asked };
    expect((await pressed(PATH, fresh)).status).toBe(303);
    expect(await maintenance()).toBeNull();
    // Pressed twice, it is open.
    expect((await pressed(PATH, fresh)).status).toBe(303);
    expect(await entries()).toEqual([
      ["maintenance.start", "ouvert", "Nous changeons les serrures."],
      ["maintenance.end", "Nous changeons les serrures.", "ouvert"],
      ["maintenance.start", "ouvert", "Nous déménageons."],
      ["maintenance.end", "Nous déménageons.", "ouvert"],
    ]);
  });

  it("tells a refused form that was to end it of the one that opened meanwhile, and asks to close with a word of that", async () => {
    await close("Nous changeons les serrures.");
    const shown = await opened(PATH);
    await openSite(said(colleague));
    const { status, html } = await pressed(PATH, { ...shown, ...asked, why: "" });
    expect(status).toBe(422);
    const [, summary] = /role="alert"[^>]*>(.*?)<\/div>/s.exec(html) ?? [];
    expect(summary).toContain("Le site est déjà ouvert");
    expect(summary).not.toContain("href=");
  });

  it("is closed by two presses of one form, once", async () => {
    const message = "Nous revenons vite.";
    const shown = { ...(await opened(PATH)), ...asked, intent: "close", message };
    for (const press of [1, 2]) {
      expect((await pressed(PATH, shown)).status, `press ${press}`).toBe(303);
    }
    expect(await maintenance()).toMatchObject({ message });
    expect(await entries()).toEqual([["maintenance.start", "ouvert", message]]);
    // Nor is another end the same.
    const longer = { ...shown, until: "2999-01-01T00:00" };
    expectRefused(await pressed(PATH, longer), "maintenance_changed");
  });

  it("does not take the place of a colleague's that came since", async () => {
    const shown = { ...(await opened(PATH)), ...asked, message: "Nous revenons vite." };
    await close("Nous déménageons.");
    const answer = await pressed(PATH, shown);
    expect(await maintenance()).toMatchObject({ message: "Nous déménageons." });
    expectRefused(answer, "maintenance_changed");
  });
});

describe("a banner", () => {
  const period = { from: parisMidnight("2027-05-01"), until: parisMidnight("2999-01-01") };
  const said = { kind: "attention", audience: "members", link: "/contact" } as const;
  const banner = { ...said, ...period, text: "Travaux." };
  const notices = async () => (await inTransaction(storedState)).notices;
  const made = async () => {
    await saveNotice(banner, { actor: colleague.actor, now });
    const [{ id } = { id: "" }] = await notices();
    return { id, path: `/admin/bandeaux/${id}` };
  };
  const typed = {
    ...{ ...banner, text: "Travaux finis.", intent: "save" },
    ...{ from: "2027-05-01T00:00", until: "2999-01-01T00:00" },
  };

  it("is changed and taken away as it was read: not what a colleague has changed since", async () => {
    const { id, path } = await made();
    const shown = await opened(path);
    await saveNotice({ ...banner, text: "Coupure." }, { actor: colleague.actor, now, id });
    for (const form of [
      { ...shown, ...typed },
      { ...shown, intent: "end" },
    ]) {
      const answer = await pressed(path, form);
      expect(await notices()).toMatchObject([{ text: "Coupure." }]);
      expectRefused(answer, "notice_changed");
      // The form that comes back, pressed again, is of the colleague's: what stands says so beside what was typed.
      expect(answer.html).toMatch(/Le bandeau est maintenant\u00a0: [^<]*Coupure\./);
    }
    expect(
      (await pressed(path, { ...(await opened(path)), ...typed, text: "" })).html,
    ).not.toContain("Le bandeau est maintenant");
    const fresh = await opened(path);
    expect((await pressed(path, { ...fresh, ...typed })).status).toBe(303);
    // Pressed twice, it is so.
    expect((await pressed(path, { ...fresh, ...typed })).status).toBe(303);
    expect(await notices()).toMatchObject([{ text: "Travaux finis." }]);
    expect(await AuditEntryModel.countDocuments({ act: "notice.change" })).toBe(2);
    expect((await pressed(path, { ...(await opened(path)), intent: "end" })).status).toBe(303);
    expect(await notices()).toEqual([]);
  });
});

describe("what shuts somebody out", () => {
  const said = { why: "Vu avec la personne", currentPassword: OFFICE_PASSWORD };

  it("is lifted by no form that says an instant which there is none of", async () => {
    const user = await createUser({ bannedAt: now });
    const venue = await createVenue(await createOwner(), { suspendedAt: now });
    const ids = { user: user._id.toString(), location: venue._id.toString() };
    for (const since of ["9000000000000000", "-9000000000000000"]) {
      for (const [list, id] of Object.entries(ids)) {
        const page = `/admin/${list}/${id}/retablir`;
        expect((await pressed(page, { ...said, since })).status).toBe(422);
        const lot = lotOf(list, id);
        const { html } = await pressed(lot, {
          ...(await opened(lot)),
          ...said,
          seen: `${id}:${since}`,
        });
        expect(html).toContain("Pas fait");
      }
    }
    expect((await UserModel.findById(ids.user).lean())?.bannedAt).toEqual(now);
    expect((await VenueModel.findById(ids.location).lean())?.suspendedAt).toEqual(now);
  });

  const later = addMinutes(now, 5);

  it.each(["its page", "the list"])(
    "is not lifted where it is another ban than the one that was read: %s",
    async (by) => {
      const user = await createUser({ bannedAt: now });
      const id = user._id.toString();
      const page = by === "its page" ? `/admin/user/${id}/retablir` : lotOf("user", id);
      const isBanned = async () => (await UserModel.findById(id).lean())?.bannedAt !== undefined;
      const shown = { ...(await opened(page)), ...said };
      const another = { bannedAt: later, banReason: "Faux avis." };
      await UserModel.updateOne({ _id: id }, { $set: another });
      const { html } = await pressed(page, shown);
      if (by === "its page") expect(html).toContain("Motif du bannissement\u00a0: Faux avis.");
      expect(await isBanned()).toBe(true);
      expect(html).toContain(refusalMessage("ban_changed"));
      await pressed(page, { ...(await opened(page)), ...said });
      expect(await isBanned()).toBe(false);
    },
  );

  it.each(["its page", "the list"])(
    "is not lifted where it is another suspension than the one that was read: %s",
    async (by) => {
      const venue = await createVenue(await createOwner(), { suspendedAt: now });
      const id = venue._id.toString();
      const page = by === "its page" ? `/admin/location/${id}/retablir` : lotOf("location", id);
      const isSuspended = async () =>
        (await VenueModel.findById(id).lean())?.suspendedAt !== undefined;
      const shown = { ...(await opened(page)), ...said };
      await VenueModel.updateOne({ _id: id }, { $set: { suspendedAt: later } });
      await ModerationDecisionModel.create({
        ...{ kind: "venue", target: id, measure: "suspendre", why: "Fausse adresse.", at: later },
        admin: colleague.actor.id,
      });
      const { html } = await pressed(page, shown);
      if (by === "its page")
        expect(html).toContain("Motif de la suspension\u00a0: Fausse adresse.");
      expect(await isSuspended()).toBe(true);
      expect(html).toContain(refusalMessage("suspension_changed"));
      await pressed(page, { ...(await opened(page)), ...said });
      expect(await isSuspended()).toBe(false);
    },
  );
});

describe("a role", () => {
  it("is changed of whom the page showed it, and by two presses once", async () => {
    const { id } = await newAdmin({ adminRole: "lecture" });
    const path = `/admin/user/${id}/role`;
    const asked = { why: "Nouvelle équipe", currentPassword: OFFICE_PASSWORD };
    const roleOf = async () => (await UserModel.findById(id).lean())?.adminRole;
    const shown = { ...(await opened(path)), ...asked };
    const said = { actor: colleague.actor, userId: id, password: OFFICE_PASSWORD, now, why: "x" };
    await changeRole({ ...said, adminRole: "finance" });
    const answer = await pressed(path, { ...shown, adminRole: "support" });
    expect(answer.status).toBe(409);
    expect(answer.html).toContain(refusalMessage("role_changed", ROLE_LABELS.finance));
    expect(await roleOf()).toBe("finance");
    const fresh = { ...(await opened(path)), ...asked, adminRole: "support" };
    for (let press = 0; press < 2; press += 1)
      expect((await pressed(path, fresh)).status).toBe(303);
    expect(await roleOf()).toBe("support");
    expect(await AuditEntryModel.countDocuments({ act: "user.role" })).toBe(2);
  });
});
