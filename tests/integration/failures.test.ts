import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { RequestSession } from "~/platform/session.server";
import type { ApiCalls } from "~/platform/web/api-call.server";
import { takeToast } from "~/platform/web/toast.server";
import { action as deleteContact } from "~/routes/admin/contact/$id/supprimer";
import { action as createAdmin } from "~/routes/admin/create-account/admin";
import { action as gallery } from "~/routes/admin/gallery";
import { action as createMaster } from "~/routes/admin/create-account/master";
import { action as createUser } from "~/routes/admin/create-account/user";
import { action as master } from "~/routes/admin/master/$id/index";
import { action as refuseMaster } from "~/routes/admin/master/$id/refuser";
import { action as adminCheck } from "~/routes/api/auth/check-auth-adm";
import { action as apiLogin } from "~/routes/api/auth/login";
import { action as apiCookies } from "~/routes/api/auth/setting-cookies/$id";
import { action as apiCancel } from "~/routes/api/location/cancel-reservation";
import { action as apiAddress } from "~/routes/api/send/edit-address";
import { action as apiProfile } from "~/routes/api/send/edit-profil";
import { action as logOut } from "~/routes/deconnexion";
import { action as signup } from "~/routes/inscription";
import { action as answerDatesByLink } from "~/routes/changements/$token/$answer";
import { action as contact } from "~/routes/contact";
import { action as cookieBanner } from "~/routes/cookies";
import { action as otherDates } from "~/routes/mes-demandes/$id/dates/index";
import { action as keepDates } from "~/routes/mes-demandes/$id/dates/renoncer";
import { action as cancelRequest } from "~/routes/mes-demandes/$id/annuler";
import { action as cancelReceived } from "~/routes/mes-locations/demandes/$id/annuler";
import { action as answerDates } from "~/routes/mes-locations/demandes/$id/dates/$answer";
import { action as removeRequest } from "~/routes/mes-demandes/$id/supprimer";
import { action as cookies } from "~/routes/mes-parametres/cookies";
import { action as newEmail } from "~/routes/mes-parametres/e-mail";
import { action as tokens } from "~/routes/mes-parametres/jetons";
import { action as liaison } from "~/routes/mes-parametres/liason-compte";
import { action as links } from "~/routes/mes-parametres/mes-liens";
import { action as newPasswordPage } from "~/routes/mes-parametres/mot-de-passe";
import { action as sessions } from "~/routes/mes-parametres/sessions";
import { action as profile } from "~/routes/profil/index";
import { action as editVenue } from "~/routes/profil/location/$id/index";
import { action as deleteVenue } from "~/routes/profil/location/$id/supprimer";
import { action as reset } from "~/routes/reinitialisation-mot-de-passe/$token";
import { action as forgot } from "~/routes/reinitialiser-mot-de-passe";
import { action as verification } from "~/routes/verification-email";
import { signupFields } from "../support/accounts";
import { emptyDatabase, useDatabase } from "../support/database";
import { justBefore } from "../support/just-before";
import { newMember } from "../support/members";
import { rendered } from "../support/rendered";
import { Visitor, type Handler } from "../support/visitor";

useDatabase();
beforeEach(emptyDatabase);
afterEach(() => {
  vi.restoreAllMocks();
});

type Place = Parameters<typeof justBefore>;

/** What nobody expected, in the middle of it: not an outage, which has a sentence of its own. */
const breakAt = (model: Place[0], operation: Place[1]) =>
  justBefore(model, operation, () => Promise.reject(new Error("a cable")));

const EMAIL = "marie.durand@exemple.fr";
const ID = "0".repeat(24);
const identity = {
  type: "Entités privés",
  role: "Particulier",
  name: "Marie",
  lastname: "Durand",
  dateOfBirth: "1989-07-14",
};
const address = { street: "1 rue A", postalCode: "69003", city: "Lyon", country: "France" };
const newPassword = { password: "Marronniers-1912", passwordConfirmation: "Marronniers-1912" };

interface Case {
  sentence: string;
  handler: Handler;
  /** The query in which it breaks. */
  at: [Place[0], Place[1]];
  form: Record<string, string>;
}

const ofStrangers: Case[] = [
  {
    sentence: "Erreur lors de l’inscription",
    handler: signup,
    at: ["User", "findOne"],
    form: signupFields(),
  },
  {
    sentence: "Erreur de l’envoi de l’e-mail",
    handler: verification,
    at: ["User", "findOne"],
    form: { intent: "resend", email: EMAIL },
  },
  {
    sentence: "Erreur de vérification de l’e-mail",
    handler: verification,
    at: ["User", "findOne"],
    form: { intent: "verify", email: EMAIL, code: "123456" },
  },
  {
    sentence: "Erreur lors de l’envoi de l’e-mail de réinitialisation",
    handler: forgot,
    at: ["User", "findOne"],
    form: { email: EMAIL },
  },
  {
    sentence: "Erreur lors de la réinitialisation du mot de passe",
    handler: reset,
    at: ["User", "findOne"],
    form: newPassword,
  },
];
const ofMembers: Case[] = [
  {
    sentence: "Erreur lors de la modification",
    handler: profile,
    at: ["User", "updateOne"],
    form: { intent: "identity", ...identity },
  },
  {
    sentence: "Erreur lors de la modification",
    handler: profile,
    at: ["User", "updateOne"],
    form: { intent: "address", ...address },
  },
  {
    sentence: "Erreur lors de la mise à jour des paramètres",
    handler: cookies,
    at: ["User", "updateOne"],
    form: { cookies: "on" },
  },
  {
    sentence: "Erreur lors de la mise à jour des paramètres",
    handler: liaison,
    at: ["User", "updateOne"],
    form: { intent: "leave" },
  },
  {
    sentence: "Une erreur s’est produite lors de l’annulation",
    handler: cancelRequest,
    at: ["Reservation", "findOne"],
    form: { amount: "0", paid: "0" },
  },
  {
    sentence: "Une erreur s’est produite lors de la suppression",
    handler: removeRequest,
    at: ["Reservation", "findOne"],
    form: {},
  },
];
const secrets = ["password", "passwordConfirmation", "code"];

describe("a form that fails for no reason that it knows", () => {
  const expectFailure = async (visitor: Visitor, { sentence, handler, at, form }: Case) => {
    breakAt(...at);
    const response = await visitor.visit(handler, "/", { form, params: { id: ID, token: "x" } });
    expect(response.status).toBe(500);
    const kept = Object.entries(form).filter(([name]) => !secrets.includes(name));
    expect(await response.json()).toMatchObject({
      fieldErrors: { form: `${sentence} (incident test).` },
      repopulateFields: Object.fromEntries(kept),
    });
  };

  it.each(ofStrangers)("says '$sentence'", async (failing) => {
    await expectFailure(new Visitor(), failing);
  });

  it.each(ofMembers)("says '$sentence' (member)", async (failing) => {
    await expectFailure((await newMember()).visitor, failing);
  });

  it("of the office and of a venue has its sentence of the specification", () => {
    const failureOf = ({ forms }: { forms: Record<string, { failure?: string }> }, name = "") =>
      forms[name]?.failure;
    expect(failureOf(deleteContact)).toBe("contactRemoval");
    expect(failureOf(master, "validate")).toBe("validation");
    expect(failureOf(refuseMaster)).toBe("validation");
    for (const create of [createUser, createMaster, createAdmin]) {
      expect(failureOf(create)).toBe("creation");
    }
    for (const change of ["edit", "close", "reopen"]) {
      expect(failureOf(editVenue, change)).toBe("venueEdit");
    }
    expect(failureOf(deleteVenue, "delete")).toBe("venueRemoval");
  });

  it.each([
    // That of one image says which, see docs/words.md.
    ["the gallery", gallery, [undefined, "launch"]],
    ["a new address", newEmail, ["newCode", "verification"]],
    ["a new password", newPasswordPage, ["settings"]],
    ["tokens", tokens, ["settings"]],
    ["sessions", sessions, ["settings"]],
    ["links", links, ["settings"]],
    ["a cancellation by the owner", cancelReceived, ["cancellation"]],
    ["an answer about other dates", answerDates, ["changeOfDates"]],
    ["an answer about other dates, by its link", answerDatesByLink, ["changeOfDates"]],
    ["other dates", otherDates, ["changeOfDates"]],
    ["other dates that are given up", keepDates, ["changeOfDates"]],
    ["a message", contact, ["contact"]],
    ["the banner about cookies", cookieBanner, ["settings"]],
  ])("of %s has its sentence too", (_, { forms }, failures) => {
    const said = Object.values(forms as Record<string, { failure?: string }>);
    expect([...new Set(said.map(({ failure }) => failure))]).toEqual(failures);
  });

  it("says on the next page that the logout failed", async () => {
    const { visitor } = await newMember();
    breakAt("Session", "deleteOne");
    const response = await visitor.visit(logOut, "/deconnexion", { form: {} });
    expect(response.headers.get("location")).toBe("/");
    const cookie = response.headers.get("set-cookie") ?? "";
    const { toast } = await takeToast(new Request("http://localhost/", { headers: { cookie } }));
    expect(toast).toMatchObject({
      type: "error",
      message: "Erreur lors de la déconnexion (incident test).",
    });
  });
});

it("a page whose form fails before it is read shows the incident's number, under the member's header", async () => {
  const { visitor } = await newMember({ name: "Honorine" });
  // Asked of a form alone before it is read; the page itself asks again.
  vi.spyOn(RequestSession.prototype, "view").mockRejectedValueOnce(new Error("a cable"));
  const answer = await rendered(visitor, "/profil", { intent: "identity" });
  expect(answer.status).toBe(500);
  const html = await answer.text();
  expect(html).toContain("La page n’a pas pu s’afficher");
  expect(html).toContain("Numéro d’incident\u00a0: test");
  expect(html).toContain("Honorine");
});

describe("an /api call that fails for no reason that it knows", () => {
  it.each([
    ["Erreur lors de la modification", apiProfile, ["User", "updateOne"], identity],
    ["Erreur lors de la modification", apiAddress, ["User", "updateOne"], address],
    [
      "Erreur lors de la mise à jour des paramètres.",
      apiCookies,
      ["User", "updateOne"],
      { cookies: true },
    ],
    [
      "Une erreur s’est produite lors de l’annulation",
      apiCancel,
      ["Reservation", "find"],
      { locationId: ID, buyerId: ID, startDate: "2026-01-01" },
    ],
  ] as const)("answers '%s'", async (message, handler, [model, operation], payload) => {
    const { id, visitor } = await newMember();
    const json = "buyerId" in payload ? { ...payload, buyerId: id } : payload;
    breakAt(model, operation);
    const response = await visitor.visit(handler, "/api", { json, params: { id } });
    expect([response.status, await response.json()]).toMatchObject([500, { message }]);
  });

  it("has its sentence of the specification, where that has one", async () => {
    const modules = import.meta.glob<{ action?: { calls?: ApiCalls } }>(
      "../../app/routes/api/**/*.ts",
    );
    const said: Record<string, string[]> = {};
    for (const [file, load] of Object.entries(modules)) {
      if (/\.(?:test|server)\.ts$/.test(file)) continue;
      const path = file.replace("../../app/routes/api/", "").replace(/\.ts$/, "");
      for (const { failure } of Object.values((await load()).action?.calls ?? {}))
        if (failure) (said[failure] ??= []).push(path);
    }
    const unique = Object.entries(said).map(([code, paths]) => [code, [...new Set(paths)].sort()]);
    expect(Object.fromEntries(unique)).toEqual({
      signup: ["auth/signup", "auth/signup-master"],
      logout: ["auth/logout"],
      newCode: ["auth/new-code"],
      verification: ["auth/verify-email"],
      resetRequest: ["auth/forgot-password"],
      reset: ["auth/reset-password/$token"],
      adminCheck: ["auth/check-auth-adm"],
      settings: ["auth/setting-cookies/$id"],
      contactRemoval: ["admin/delete-contact/$id"],
      creation: ["admin/create-admin", "admin/create-master", "admin/create-user"],
      validation: ["admin/refuse/$id", "admin/validate/$id"],
      launch: [
        ...["admin/gallery-cron-news", "admin/gallery-cron-rooms"],
        ...["admin/gallery-news", "admin/gallery-rooms"],
      ],
      venueEdit: [
        ...["location/close-days/$id", "location/edit-my-location/$id"],
        "location/reopen-days/$id",
      ],
      venueRemoval: ["location/delete-my-location/$id"],
      changeOfDates: ["location/change-dates/$id"],
      cancellation: ["location/cancel-reservation"],
      contact: ["send/send-contact"],
      edit: ["send/edit-address", "send/edit-profil"],
    });
  });

  it("without a sentence of its own answers that there was a problem", async () => {
    breakAt("User", "findOne");
    const json = { email: EMAIL, password: "faux" };
    const response = await new Visitor().visit(apiLogin, "/api", { json });
    expect([response.status, await response.json()]).toMatchObject([
      500,
      { message: "Un problème est survenu." },
    ]);
  });

  it("says that the administrator's data are missing", async () => {
    const { visitor } = await newMember({ isAdmin: true });
    const context = visitor.context();
    // Known before it breaks: what breaks is the second look.
    await context.session.viewer();
    breakAt("User", "findOne");
    const request = new Request("http://localhost/api/auth/check-auth-adm");
    const response = await adminCheck({ request, params: {}, context });
    expect(await response.json()).toMatchObject({
      message: "Les données de l’administrateur manquent",
    });
  });
});
