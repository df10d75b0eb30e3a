import type { ServerBuild } from "@remix-run/node";
import type { RouteConfigEntry } from "@remix-run/route-config";
import { beforeAll, describe, expect, it } from "vitest";
import { SessionModel } from "@models/session";
import { guard, type Group } from "~/platform/http/guards.server";
import type { RequestSession } from "~/platform/session.server";
import { takeToast } from "~/platform/web/toast.server";
import { routeGroups } from "~/platform/http/route-groups.server";
import routeConfig from "~/routes";
import { action as dismiss } from "~/routes/bandeau";
import { action as deactivate } from "~/routes/mes-parametres/desactiver";
import { action as changePassword } from "~/routes/mes-parametres/mot-de-passe";
import { useDatabase } from "../support/database";
import { createOwner, createUser } from "../support/fixtures";
import { newMember, PROVED } from "../support/members";
import { hashCheaply } from "../support/password-hash";
import { Visitor, type Handler } from "../support/visitor";

useDatabase();

const OLD = "Tilleuls-et-marronniers";
const FRESH = "Platanes-et-peupliers-7";

/** Pages that need no account; every other page must stand behind a guard. */
const PUBLIC = [
  ...["/", "/qui-sommes-nous", "/mentions-legales", "/CGU", "/CGV", "/politique", "/accessibilite"],
  ...[
    "/contact",
    "/signaler/:id",
    "/recours/:token",
    "/reservation",
    "/reservation/:id",
    "/reservation/carte",
    "/reservation/:id/carte",
    "/reservation/:id/avis",
    "/reservation/:id/photos/:place",
    "/reservation/:id/success",
    "/reservation/:id/error",
  ],
  ...[
    "/verification-email",
    "/conditions",
    "/deconnexion",
    "/cookies",
    "/voir-comme",
    "/bandeau",
    "/demandes/:token/:answer",
  ],
  "/changements/:token/:answer",
  ...["/images/:id/:file", "/calendriers/:file", "/robots.txt", "/sitemap.xml", "/testpage"],
  ...["/speculation-rules.json"],
  ...["/__outbox", "/__outbox/:id", "/*", "/admin/*"],
];
const GUEST = [
  ...["/inscription", "/inscription-c", "/inscription-master", "/inscription-c-master"],
  ...["/connexion", "/reinitialiser-mot-de-passe", "/reinitialisation-mot-de-passe/:token"],
];

function groupOf(path: string): Group {
  if (PUBLIC.includes(path) || path.startsWith("/api/")) return "public";
  if (GUEST.includes(path)) return "guest";
  return /^\/(?:admin(?:\/|$)|(?:user-c|master|master-c)$)/.test(path) ? "admin" : "member";
}

interface Leaf {
  id: string;
  path: string;
  file: string;
}

const routes: Record<string, object> = {};
const leaves: Leaf[] = [];

/** Collects the routes as the build would list them, and the whole path of each page. */
function collect(entries: readonly RouteConfigEntry[], parentId?: string, above = ""): void {
  for (const { file, path, index, children, id: given } of entries) {
    const id = given ?? file.replace(/\.tsx?$/, "");
    const whole = path ? `${above}/${path}` : above;
    routes[id] = { id, path, index, parentId, module: {} };
    if (children) collect(children, id, whole);
    else leaves.push({ id, path: whole || "/", file });
  }
}
collect(routeConfig);

const destinationOf = routeGroups({ routes } as unknown as ServerBuild);
/** An address that the path's pattern fits. */
const address = (path: string) => path.replace(/:\w+/g, "0".repeat(24)).replace("*", "nulle/part");

const visitors = {
  anonymous: new Visitor(),
  unverified: new Visitor(),
  /** Of an account that the office made with a password. */
  unasked: new Visitor(),
  member: new Visitor(),
  owner: new Visitor(),
  master: new Visitor(),
  /** An administrator before the second step. */
  halfway: new Visitor(),
  admin: new Visitor(),
};
type Kind = keyof typeof visitors;

/** Each has been asked who it is once: a guard decides by the answer alone. */
const sessions = {} as Record<Kind, RequestSession>;

beforeAll(async () => {
  const users = {
    unverified: await createUser({ isVerified: false }),
    unasked: await createUser({ termsAcceptedAt: undefined }),
    member: await createUser(),
    owner: await createOwner(),
    master: await createUser({ masterStatus: "validated", spondorshipCode: "ABCD2345" }),
    halfway: await createUser({ isAdmin: true }),
    admin: await createUser({ isAdmin: true }),
  };
  for (const kind of [
    ...(["unverified", "unasked", "member", "owner", "master", "halfway", "admin"] as const),
  ]) {
    await visitors[kind].context().session.start(users[kind]._id, kind === "halfway" ? {} : PROVED);
  }
  for (const kind of Object.keys(visitors) as Kind[]) {
    sessions[kind] = visitors[kind].context().session;
  }
});

/** Where each kind of visitor is sent from a page of each group; null: they may see it. */
const REDIRECTIONS: Record<
  Group,
  Record<"anonymous" | "unverified" | "unasked" | "member" | "halfway" | "admin", string | null>
> = {
  public: {
    ...{ anonymous: null, unverified: null, unasked: null },
    ...{ member: null, halfway: null, admin: null },
  },
  guest: {
    ...{ anonymous: null, unverified: null, unasked: "/" },
    ...{ member: "/", halfway: "/", admin: "/" },
  },
  member: {
    anonymous: "/connexion",
    unverified: "/verification-email",
    unasked: "/conditions",
    member: null,
    halfway: null,
    admin: null,
  },
  admin: {
    anonymous: "/connexion",
    unverified: "/verification-email",
    unasked: "/conditions",
    member: "/",
    halfway: "/seconde-etape",
    admin: null,
  },
};
/** Who has not accepted the conditions may leave all the same, and take their data. */
const BEFORE_TERMS = ["/mes-parametres/desactiver", "/mes-parametres/mes-donnees"];
/** Owners and masters are members: what more they may do is their own. */
const standingOf = (kind: Kind) => (kind === "owner" || kind === "master" ? "member" : kind);

async function sentFrom(kind: Kind, path: string, method = "GET"): Promise<string | null> {
  const url = address(path);
  const { group } = destinationOf(url);
  const response = await guard(group, sessions[kind], { method, url });
  return response?.headers.get("location") ?? null;
}

describe.each(leaves)("$path", ({ path }) => {
  it("stands in its group", () => {
    expect(destinationOf(address(path)).group).toBe(groupOf(path));
  });

  it.each(Object.keys(visitors) as Kind[])("sends %s where they belong", async (kind) => {
    const mayLeave = kind === "unasked" && BEFORE_TERMS.includes(path);
    const expected = mayLeave ? null : REDIRECTIONS[groupOf(path)][standingOf(kind)];
    for (const method of ["GET", "POST"]) {
      const location = await sentFrom(kind, path, method);
      expect(location?.replace(/\?.*$/, "") ?? null).toBe(expected);
    }
  });
});

describe("the way to the login", () => {
  it("remembers the page wanted, of this site", async () => {
    const location = await sentFrom("anonymous", "/mes-demandes");
    expect(location).toBe("/connexion?vers=%2Fmes-demandes");
  });

  it("remembers the page of a form, and tells that nothing was saved", async () => {
    const url = "/profil?modifier=identite";
    const response = await guard("member", sessions.anonymous, { method: "POST", url });
    expect(response?.headers.get("location")).toBe(
      "/connexion?vers=%2Fprofil%3Fmodifier%3Didentite",
    );
    const [cookie = ""] = response!.headers.getSetCookie();
    const page = new Request("http://localhost/connexion", { headers: { cookie } });
    expect((await takeToast(page)).toast).toEqual({
      type: "error",
      message:
        "Vous n’êtes plus connecté(e)\u00a0: rien n’a été enregistré. Connectez-vous pour reprendre.",
    });
  });

  it.each<[string, Handler, Record<string, string>]>([
    [
      "/mes-parametres/mot-de-passe",
      changePassword,
      { currentPassword: OLD, password: FRESH, passwordConfirmation: FRESH },
    ],
    ["/mes-parametres/desactiver", deactivate, { intent: "deactivate", currentPassword: OLD }],
  ])(
    "does not say so of %s pressed twice: the first may have been done",
    async (url, action, form) => {
      const { visitor } = await newMember({ passwordHash: await hashCheaply(OLD) });
      // With the cookie of before the first.
      const second = visitor.context().session;
      expect((await visitor.visit(action, url, { form })).status).toBe(303);
      const response = await guard("member", second, { method: "POST", url });
      expect(response?.headers.get("location")).toBe(`/connexion?vers=${encodeURIComponent(url)}`);
      const [cookie = ""] = response!.headers.getSetCookie();
      const page = new Request("http://localhost/connexion", { headers: { cookie } });
      const { message } = (await takeToast(page)).toast!;
      expect(message).toContain(
        "Si vous avez appuyé deux fois, le premier envoi a peut-être été pris en compte\u00a0; sinon, rien n’a été enregistré.",
      );
    },
  );

  it("tells nothing of what was not sent", async () => {
    const request = { method: "GET", url: "/profil" };
    const response = await guard("member", sessions.anonymous, request);
    expect(response?.headers.getSetCookie()).toEqual([]);
  });
});

describe("the way to a file", () => {
  /** They are no pages either, and lead on to one. */
  const LEAD_ON = ["routes/mes-parametres/index.ts", "routes/admin/create-account/bare-path.ts"];
  const files = leaves.filter(
    ({ path, file }) =>
      groupOf(path) !== "public" && file.endsWith(".ts") && !LEAD_ON.includes(file),
  );
  /** The page that a way names, as app/routes.ts has it. */
  const wanted = (location: string | null) => {
    const page = new URL(location ?? "", "http://localhost").searchParams.get("vers") ?? "";
    const { branch } = destinationOf(page.replace(/[?#].*/, ""));
    return leaves.find(({ id }) => id === branch.at(-1));
  };

  it.each(files)("$path leads to the page that offers it", async ({ path }) => {
    for (const spelt of [path, `${path}/`, path.toUpperCase()]) {
      const page = wanted(await sentFrom("anonymous", spelt));
      expect(page?.file, spelt).toMatch(/(?<!not-found)\.tsx$/);
    }
  });

  it.each<[Kind, string, string]>([
    ["anonymous", "/mes-parametres/mes-donnees", "/mes-parametres/mon-compte#donnees"],
    ["anonymous", "/mes-demandes/1/agenda.ics", "/mes-demandes/1"],
    ["anonymous", "/mes-demandes/1/recu/2027-000001.pdf", "/mes-demandes/1/recu"],
    ["unasked", "/mes-locations/demandes/1/agenda.ics", "/mes-locations/demandes/1"],
    ["unasked", "/mes-locations/demandes/1/recu/2027-1.pdf", "/mes-locations/demandes/1/recu"],
    ["unasked", "/mes-locations.csv?annee=2026", "/mes-locations"],
    ["halfway", "/admin/user.csv?q=a.csv", "/admin/user?q=a.csv"],
    ["halfway", "/admin/droits/1/donnees", "/admin/droits/1"],
    // No file, whatever is looked for there.
    ["anonymous", "/mes-demandes?q=/agenda.ics", "/mes-demandes?q=/agenda.ics"],
  ])("leads %s from %s to %s", async (kind, url, page) => {
    const { group } = destinationOf(url.replace(/\?.*/, ""));
    const response = await guard(group, sessions[kind], { method: "GET", url });
    const way = new URL(response?.headers.get("location") ?? "", "http://localhost");
    expect(way.searchParams.get("vers")).toBe(page);
  });
});

describe("a form whose sender is led elsewhere", () => {
  const UNSAVED = "Rien n’a été enregistré";
  it.each<[Group, Kind, string, string]>([
    ["guest", "member", "/inscription", "Vous êtes déjà connecté(e)\u00a0: rien d’autre"],
    ["member", "unverified", "/profil", `${UNSAVED}. Vérifiez d’abord votre adresse e-mail.`],
    ["member", "unasked", "/profil", `${UNSAVED}. Acceptez d’abord nos conditions.`],
    ["admin", "halfway", "/admin/user", `${UNSAVED}. Passez d’abord la seconde étape`],
    ["admin", "member", "/admin/user", `${UNSAVED}\u00a0: ce compte n’a pas accès`],
  ])("of the group %s, sent by %s, is told that nothing came of it", async (group, kind, ...at) => {
    const [url, told] = at;
    const toastAfter = async (method: string) => {
      const response = await guard(group, sessions[kind], { method, url });
      const [cookie = ""] = response!.headers.getSetCookie();
      const page = new Request("http://localhost/", { headers: { cookie } });
      return (await takeToast(page)).toast;
    };
    const toast = await toastAfter("POST");
    expect(toast?.type).toBe("error");
    expect(toast?.message).toContain(told);
    expect(await toastAfter("GET")).toBeUndefined();
  });
});

describe("the button of a banner, which has no page", () => {
  const press = async (form: Record<string, string>) => {
    const visitor = new Visitor();
    const { status, headers } = await visitor.visit(dismiss, "/bandeau", { form });
    return [status, headers.get("location"), visitor.cookies.includes("bandeaux")];
  };

  it("puts it away for who is logged in no more", async () => {
    expect(await press({ id: "essai", returnTo: "/contact" })).toEqual([303, "/contact", true]);
  });

  it("keeps nothing that is made up, and leads to no other site", async () => {
    expect(await press({ id: "a b" })).toEqual([303, "/", false]);
    expect(await press({ id: "essai", returnTo: "//exemple.org" })).toEqual([303, "/", true]);
  });
});

describe("the way on of who has just logged in", () => {
  it.each([
    ["/mes-demandes?page=2#une", "/mes-demandes?page=2#une"],
    ["//evil.example", "/"],
    ["https:evil.example", "/"],
  ])("by the login’s page to %s", async (vers, location) => {
    const url = `/connexion?${new URLSearchParams({ vers, cookies: "attendus" }).toString()}`;
    const leads = async (kind: Kind, at: string) => {
      const response = await guard("guest", sessions[kind], { method: "GET", url: at });
      return response && [response.status, response.headers.get("location")];
    };
    expect(await leads("member", url)).toEqual([303, location]);
    expect(await leads("member", url.replace("attendus", "x"))).toEqual([303, "/"]);
    expect(await leads("member", url.replace("connexion", "inscription"))).toEqual([303, "/"]);
    expect(await leads("anonymous", url)).toBeNull();
  });
});

describe("the way home of who is logged in", () => {
  const toastAt = async (url: string) => {
    const response = await guard("guest", sessions.member, { method: "GET", url });
    expect(response?.headers.get("location")).toBe("/");
    const [cookie = ""] = response!.headers.getSetCookie();
    const page = new Request("http://localhost/", { headers: { cookie } });
    return (await takeToast(page)).toast;
  };

  it("tells why a mailed link to another password does not open", async () => {
    expect(await toastAt(`/reinitialisation-mot-de-passe/${"a".repeat(43)}`)).toEqual({
      type: "error",
      message:
        "Vous êtes connecté(e)\u00a0: déconnectez-vous, puis ouvrez de nouveau le lien pour choisir un mot de passe.",
    });
  });

  it("tells nothing of the other pages", async () => {
    expect(await toastAt("/connexion")).toBeUndefined();
    expect(await toastAt("/reinitialiser-mot-de-passe")).toBeUndefined();
  });
});

/** Held by itself too, for as long as no page stands behind it. */
describe("the administrators' door", () => {
  it.each(Object.entries(REDIRECTIONS.admin))(
    "leads %s where they belong",
    async (kind, expected) => {
      for (const method of ["GET", "POST"]) {
        const response = await guard("admin", sessions[kind as Kind], { method, url: "/admin" });
        expect(response?.headers.get("location")?.replace(/\?.*$/, "") ?? null).toBe(expected);
      }
    },
  );
});

describe("a session whose time is over", () => {
  it("is nobody's, though its document is still there", async () => {
    const visitor = new Visitor();
    await visitor.context().session.start((await createUser())._id);
    const _id = await visitor.context().session.currentId();
    expect(await visitor.context().session.viewer()).not.toBeNull();
    const over = { lastUsedAt: new Date(), expiresAt: new Date(Date.now() - 1000) };
    expect((await SessionModel.updateOne({ _id }, { $set: over })).matchedCount).toBe(1);
    expect(await visitor.context().session.viewer()).toBeNull();
    const response = await guard("member", visitor.context().session, { method: "POST", url: "/" });
    expect(response?.headers.get("location")).toBe("/connexion");
  });
});

describe("other spellings of an address", () => {
  it.each(["/MES-DEMANDES", "/mes-demandes/", "//mes-demandes", "/mes%2Ddemandes"])(
    "%s is behind the same guard, or nowhere",
    (url) => {
      const { group, pattern } = destinationOf(url);
      expect(group === "member" || pattern === "*").toBe(true);
    },
  );
});
