import { Types, type ClientSession } from "mongoose";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { APPEAL_OUTCOMES, MEASURES } from "@models/enumerations";
import { ReportModel } from "@models/report";
import { UserModel } from "@models/user";
import { VenueModel } from "@models/venue";
import type { MailMessage } from "~/platform/mail/mail.server";
import * as privacy from "../privacy/privacy-mails.server";
import * as shutOut from "../users/shut-out-mails.server";
import { mailAppealed } from "./appeal-mails.server";
import * as moderation from "./moderation-mails.server";
import type { Reported } from "./reported.server";

/** The office's letters, whole: what people are told of a decision about them, and where it leads. */

const queued = vi.hoisted(() => [] as unknown[]);
vi.mock("~/platform/mail/mail.server", async (original) => ({
  ...(await original<object>()),
  queueMail: (mail: unknown) => void queued.push(mail),
  queueMails: (mails: unknown[]) => void queued.push(...mails),
}));

const at = new Date("2027-06-01T10:00:00Z");
const session = {} as ClientSession;
const id = (number: number) => new Types.ObjectId(String(number).padStart(24, "0"));
/** A query that finds this, whatever else it is told. */
const finds = (found: unknown) => {
  const query = { session: () => query, lean: () => Promise.resolve(found) };
  return query as never;
};

beforeEach(() => {
  queued.length = 0;
  vi.spyOn(UserModel, "findById").mockImplementation(() => finds({ email: "claire@exemple.fr" }));
});

/** What stands in the letters that were queued. */
const letters = () =>
  (queued as MailMessage[]).map(({ key, to, subject, paragraphs, action }) => [
    ...[`${key} → ${to}`, subject, ...paragraphs],
    ...(action ? [`${action.label} → ${new URL(action.url).pathname}`] : []),
  ]);

const why = "Photos d’un autre lieu";
const whose: Reported = {
  ...{ kind: "venue", target: id(3).toString(), title: "La Grange", href: "/", text: null },
  place: "La Grange",
  ...{ person: { id: id(2).toString(), name: "Claire Besson" }, ownerId: null, measures: [] },
  isGone: false,
};
const appeal = "https://exemple.fr/recours/lien";

describe("of a decision about a venue or a review", () => {
  it("who reported it is told once, and by what measure it ended", async () => {
    const reports = [
      ...[{ _id: id(10), email: "a@exemple.fr" }, { _id: id(11) }],
      ...[
        { _id: id(12), email: "b@exemple.fr" },
        { _id: id(13), email: "a@exemple.fr" },
      ],
    ];
    vi.spyOn(ReportModel, "find").mockImplementation(() => finds(reports));
    for (const measure of MEASURES) {
      const decided = {
        decisionId: id(1),
        reported: whose,
        measure,
        reason: "photos",
      } as const;
      await moderation.mailReporters(decided, session);
    }
    expect(letters()).toMatchSnapshot();
  });

  it("an owner is told that their venue is suspended, what of its bookings, and how to appeal", async () => {
    for (const coming of ["keep", "cancel"] as const) {
      await moderation.mailSuspended(
        whose,
        { why, appeal, isReported: true, coming, now: at },
        session,
      );
    }
    expect(letters()).toMatchSnapshot();
  });

  it.each([
    [1, "La cour", 0],
    [4, "", 3],
    [5, "La cour", 9],
  ])("or that a photo was taken off, %i are left", async (left, alt, place) => {
    const photo = { image: id(20), alt, place };
    const removed = { decisionId: id(1), photo, left, why, appeal, isReported: left > 1 };
    await moderation.mailPhotoRemoved(whose, removed, session);
    expect(letters()).toMatchSnapshot();
  });

  it("or that the suspension is over, and what still keeps it from being booked", async () => {
    const venue = { _id: id(3), title: "La Grange", city: "Rouen", userId: id(2) };
    for (const left of [{ searchable: true }, { deletedAt: at }, {}]) {
      vi.spyOn(VenueModel, "findById").mockImplementation(() => finds(left));
      await moderation.mailRestored(venue, { why, now: at }, session);
    }
    expect(letters()).toMatchSnapshot();
  });

  it.each(APPEAL_OUTCOMES)("who appealed is told what became of it: %s", async (outcome) => {
    const named = {
      about: "La Grange",
      text: "notre décision du 01/06/2027\u00a0: la suspension de votre lieu «\u00a0La Grange\u00a0»",
    };
    const said = { decisionId: "d", named, person: id(2), outcome, why, own: null };
    const answer = { ...said, back: "shown" } as const;
    // Nothing is done to anybody by a report that is dismissed.
    for (const measure of MEASURES.filter((one) => one !== "classer")) {
      for (const standing of ["stands", "over", "another"] as const) {
        await mailAppealed({ ...answer, measure, standing }, session);
      }
    }
    const still = { ...answer, measure: "retirer", standing: "stands" } as const;
    await mailAppealed({ ...still, back: "full" }, session);
    await mailAppealed({ ...still, back: "deleted" }, session);
    const review = { ...answer, back: "elsewhere", standing: "stands" } as const;
    await mailAppealed({ ...review, measure: "masquer" }, session);
    await mailAppealed({ ...review, measure: "bannir" }, session);
    await mailAppealed({ ...still, own: "decided" }, session);
    await mailAppealed({ ...still, own: "concerned" }, session);
    expect(letters().map(([, ...told]) => told)).toMatchSnapshot();
  });

  it("nobody is written to whose account is closed", async () => {
    const closed = { email: "claire@exemple.fr", deletedAt: at };
    vi.spyOn(UserModel, "findById").mockImplementation(() => finds(closed));
    await moderation.mailSuspended(
      whose,
      { why, appeal, isReported: true, coming: "keep", now: at },
      session,
    );
    await moderation.mailSuspended(
      { ...whose, person: null },
      { why, appeal, isReported: true, coming: "keep", now: at },
      session,
    );
    expect(queued).toEqual([]);
  });
});

describe("of an account", () => {
  it("its person is told that it is suspended, open again, or no more", async () => {
    const user = { _id: id(2), email: "claire@exemple.fr", isProved: true };
    const one = { reference: "R-1", venue: "La Grange (Nice)", period: "le 11/06/2027" };
    const reservations = [{ ...one, state: "Confirmée" }];
    const told = { why, appeal, isReported: true, hidden: null } as const;
    const requests = [
      { ...one, reference: "R-2", state: "En attente", until: "05/06/2027 à 12:00" },
    ];
    const ban = { ...told, coming: "keep", reservations, requests } as const;
    await shutOut.mailBanned(user, ban, at, session);
    await shutOut.mailBanned(user, { ...ban, coming: "cancel", requests: [] }, at, session);
    await shutOut.mailBanned(
      user,
      { ...ban, isReported: false, reservations: [], requests: [] },
      at,
      session,
    );
    await shutOut.mailUnbanned(user, why, at, session);
    const gone = { ...user, unanswered: { appealed: [], requests: [] } };
    await shutOut.mailDeleted(gone, why, at, session);
    await shutOut.mailDeleted({ ...gone, isProved: false }, why, at, session);
    expect(letters()).toMatchSnapshot();
  });
});

describe("of a request about their data", () => {
  const request = {
    ...{ _id: id(30), email: "hugo@exemple.fr", kind: "access", channel: "contact" },
    ...{ receivedOn: "2027-05-20", dueOn: "2027-06-20", createdAt: at },
  } as privacy.Named;
  const named = { name: "Hugo", lastname: "Lambert", type: "Visites du lieu" };
  const kept = {
    messages: [
      { ...named, createdAt: at, phone: "0612345678", description: "Bonjour" },
      {
        ...named,
        createdAt: at,
        description: "Encore moi",
        answers: [{ at, text: "À 8\u00a0h." }],
      },
    ],
    reports: [{ createdAt: at, reason: "trompeur", text: "N’existe pas." }],
    mails: [{ createdAt: at, subject: "Votre code" }],
    statements: [{ to: "hugo@exemple.fr", first: "2026", last: "2027" }],
  } as never;
  const nothing = { messages: [], reports: [], mails: [], statements: [] };

  it("somebody is told each step", async () => {
    await privacy.mailReceived(request, session);
    await privacy.mailExtended(request, why, session);
    await privacy.mailRefused(request, why, session);
    await privacy.mailErased(request, { ended: [], statements: [] }, session);
    expect(letters()).toMatchSnapshot();
  });

  it("and given what is kept of them", async () => {
    for (const copy of [kept, nothing, "account", "handed", null] as const) {
      await privacy.mailFulfilled(request, "Voici.\n\nBien à vous", copy, session);
    }
    expect(letters()).toMatchSnapshot();
  });
});
