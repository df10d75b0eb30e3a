import { once } from "node:events";
import { Agent, createServer, request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";
import type { APIRequestContext, BrowserContext, Page } from "playwright/test";
import { BookedSlotModel } from "@models/booked-slot";
import type { ReservationState } from "@models/enumerations";
import { ReservationModel } from "@models/reservation";
import { UserModel } from "@models/user";
import { VenueModel } from "@models/venue";
import { enterAs, newAccount, newVenue, PASSWORD, unique } from "../support/browser-people";
import { expect, inDays, reserve, test } from "../support/journey";
import { createReservation } from "../support/reservations";

/** What a visitor must not be able to do, tried against the running server. */

const SESSION = "session";

async function sessionOf(context: BrowserContext): Promise<string> {
  const cookie = (await context.cookies()).find(({ name }) => name === SESSION);
  return cookie?.value ?? "";
}

interface Answer {
  status: number;
  location: string | null;
  cookies: string[];
  text: string;
}

/** A request just as told: `fetch` would follow, and add headers of its own. */
async function send(
  path: string,
  options: {
    method?: string;
    headers?: Record<string, string>;
    form?: Record<string, string>;
    base?: string;
  } = {},
): Promise<Answer> {
  const { method = options.form ? "POST" : "GET", form } = options;
  const { base = process.env.E2E_APP_URL } = options;
  const body = form && new URLSearchParams(form).toString();
  const headers = {
    ...(body && { "content-type": "application/x-www-form-urlencoded" }),
    ...options.headers,
  };
  return await new Promise((resolve, reject) => {
    const request = httpRequest(
      `${base}${path}`,
      { method, headers, agent: new Agent(), timeout: 15_000 },
      (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (chunk: string) => (text += chunk));
        response.on("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            location: response.headers.location ?? null,
            cookies: response.headers["set-cookie"] ?? [],
            text,
          }),
        );
      },
    );
    request.on("timeout", () => request.destroy(new Error(`${method} ${path}: no answer`)));
    request.on("error", reject);
    request.end(body);
  });
}

const cookieOf = async (context: BrowserContext) => ({
  cookie: `${SESSION}=${await sessionOf(context)}`,
});

test.describe("attack 1: requests that another site sends", { tag: "@no-js" }, () => {
  const FOREIGN: Record<string, string>[] = [
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { origin: "https://evil.example" },
    { origin: "null" },
    { "sec-fetch-site": "cross-site", origin: "https://evil.example" },
    { origin: `${process.env.E2E_APP_URL}.evil.example` },
  ];

  for (const foreign of FOREIGN) {
    test(`are refused and change nothing: ${JSON.stringify(foreign)}`, async ({
      context,
      enter,
      owner,
    }) => {
      const member = await newAccount({ name: "Camille" });
      await enter(member);
      const venue = await newVenue(owner);
      const path = `/reservation/${venue._id.toString()}`;
      const days = { start: inDays(5), end: inDays(5), requestKey: unique() };
      const headers = { ...(await cookieOf(context)), ...foreign };
      const answers = [
        await send(path, { headers, form: days }),
        await send("/deconnexion", { headers, form: { a: "b" } }),
        await send("/cookies", { headers, form: { choice: "all" } }),
        await send("/api/auth/logout", { headers, form: { a: "b" } }),
        await send(`/api/auth/setting-cookies/${member._id.toString()}`, {
          headers,
          form: { cookies: "true" },
        }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
      expect(await ReservationModel.countDocuments({ venueId: venue._id })).toBe(0);
      expect(await BookedSlotModel.countDocuments({ venue: venue._id })).toBe(0);
      expect((await UserModel.findById(member._id).lean())?.cookiesSet).toBe(false);
      const still = await send("/mes-demandes", { headers: await cookieOf(context) });
      expect(still.status).toBe(200);
    });
  }

  test("of the site itself are taken, whatever says where they come from", async ({
    context,
    enter,
    owner,
  }) => {
    await enter(await newAccount());
    const venue = await newVenue(owner);
    const origin = process.env.E2E_APP_URL ?? "";
    const own: Record<string, string>[] = [
      { origin },
      { "sec-fetch-site": "same-origin", origin },
      { "sec-fetch-site": "none" },
      {},
    ];
    for (const [index, headers] of own.entries()) {
      const day = inDays(5 + index);
      const { status } = await send(`/reservation/${venue._id.toString()}`, {
        headers: { ...(await cookieOf(context)), ...headers },
        form: { start: day, end: day, requestKey: unique() },
      });
      expect(status, JSON.stringify(headers)).toBe(303);
    }
    expect(await ReservationModel.countDocuments({ venueId: venue._id })).toBe(own.length);
  });
});

test.describe("attack 31: behind a proxy that changes Host", { tag: "@no-js" }, () => {
  /** Passes requests on under another name, as some proxies do. */
  const proxy = createServer((request, response) => {
    const target = new URL(request.url ?? "/", process.env.E2E_APP_URL);
    const headers = {
      ...request.headers,
      host: "intern.example:8080",
      "x-forwarded-host": "intern.example:8080",
    };
    // A connection of its own each time: after a refusal of an unread form the server closes, and says so to nobody
    // who asked for that.
    const options = { method: request.method, headers, agent: new Agent() };
    const passed = httpRequest(target, options, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    // A refusal may be here before all of the form was passed on.
    passed.on("error", () => response.headersSent || response.destroy());
    request.pipe(passed);
  });
  const through = () => `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  test.beforeAll(async () => void (await once(proxy.listen(0, "127.0.0.1"), "listening")));
  test.afterAll(() => void proxy.close());

  test("a form of the site works, one of another site does not", async ({
    context,
    enter,
    owner,
  }) => {
    await enter(await newAccount());
    const venue = await newVenue(owner);
    const path = `/reservation/${venue._id.toString()}`;
    const cookie = await cookieOf(context);
    const book = (origin: string, day: string) =>
      send(path, {
        base: through(),
        headers: { ...cookie, origin },
        form: { start: day, end: day, requestKey: unique() },
      });
    const own = await book(process.env.E2E_APP_URL ?? "", inDays(5));
    expect([own.status, own.location]).toEqual([
      303,
      expect.stringContaining("/paiement?demande="),
    ]);
    expect((await book("http://intern.example:8080", inDays(6))).status).toBe(403);
    expect((await book("https://evil.example", inDays(7))).status).toBe(403);
    expect(await ReservationModel.countDocuments({ venueId: venue._id })).toBe(1);
  });
});

test.describe("addresses that only act", { tag: "@no-js" }, () => {
  for (const path of [
    ...["/deconnexion", "/cookies", "/api/auth/login", "/api/auth/logout", "/api/auth/signup"],
    ...["/api/auth/new-code", "/api/auth/verify-email", "/api/auth/forgot-password"],
    ...["/api/send/send-contact", "/api/send/edit-profil", "/api/location/cancel-reservation"],
    ...["/api/stripe/charge", "/api/stripe/refund", "/api/stripe/webhook"],
  ]) {
    test(`GET ${path} is a 405`, async ({ context, enter }) => {
      await enter(await newAccount());
      const headers = await cookieOf(context);
      expect((await send(path, { headers })).status).toBe(405);
      expect((await send("/mes-demandes", { headers })).status).toBe(200);
    });
  }
});

const MEMBER_PAGES = [
  ...["/profil", "/mes-demandes", "/mes-locations", "/mes-parametres", "/mes-parametres/sessions"],
  ...["/mes-parametres/mon-compte", "/mes-parametres/mot-de-passe", "/mes-parametres/cookies"],
  ...["/mes-parametres/liason-compte", "/mes-parametres/desactiver"],
  `/reservation/${"0".repeat(24)}/paiement`,
  ...[`/mes-demandes/${"0".repeat(24)}/annuler`, `/mes-demandes/${"0".repeat(24)}/supprimer`],
];
const GUEST_PAGES = [
  ...["/connexion", "/inscription", "/inscription-c", "/inscription-master"],
  ...["/inscription-c-master", "/reinitialiser-mot-de-passe"],
  "/reinitialisation-mot-de-passe/jeton",
];

test.describe("doors", { tag: "@no-js" }, () => {
  test("lead everyone to where they belong", async ({ context, enter }) => {
    const headersOf = async (fields: Parameters<typeof newAccount>[0]) => {
      await enter(await newAccount(fields));
      return await cookieOf(context);
    };
    const visitors = {
      stranger: {},
      forged: { cookie: `${SESSION}=eyJmb3JnZWQiOnRydWV9.AAAA` },
      unverified: await headersOf({ isVerified: false }),
      banned: await headersOf({ bannedAt: new Date() }),
      member: await headersOf({}),
      admin: await headersOf({ isAdmin: true }),
    };
    for (const path of MEMBER_PAGES) {
      const login = `/connexion?vers=${encodeURIComponent(path)}`;
      for (const who of ["stranger", "forged", "banned"] as const) {
        const { status, location } = await send(path, { headers: visitors[who] });
        expect({ status, location }, `${who} ${path}`).toEqual({ status: 303, location: login });
      }
      const unverified = await send(path, { headers: visitors.unverified });
      expect(unverified.location, path).toBe("/verification-email");
      for (const who of ["member", "admin"] as const) {
        const { status, location } = await send(path, { headers: visitors[who] });
        if (status < 400) expect(location ?? path, `${who} ${path}`).toContain(path);
        // Nothing there under this id; an administrator's account cannot be closed.
        else expect([404, 409], `${who} ${path}`).toContain(status);
      }
      const posted = await send(path, { headers: visitors.stranger, form: { a: "b" } });
      expect(posted.location, `POST ${path}`).toBe(login);
      // It says that nothing was saved.
      expect(posted.cookies.join(), `POST ${path}`).toContain("toast=");
    }
    for (const path of GUEST_PAGES) {
      for (const who of ["member", "admin"] as const) {
        const { status, location } = await send(path, { headers: visitors[who] });
        expect({ status, location }, `${who} ${path}`).toEqual({ status: 303, location: "/" });
      }
      for (const who of ["stranger", "unverified"] as const) {
        const { status, location } = await send(path, { headers: visitors[who] });
        expect({ ok: status < 500, location }, `${who} ${path}`).toEqual({
          ok: true,
          location: null,
        });
      }
    }
  });

  test("attack 3: other people's reservations are a 404, to read and to change", async ({
    context,
    enter,
    owner,
  }) => {
    const buyer = await newAccount();
    const venue = await newVenue(owner);
    await enter(await newAccount());
    const headers = await cookieOf(context);
    let day = 60;
    const made = async (status: ReservationState) => {
      const startDate = inDays((day += 1));
      const reference = `PDS-${unique().toUpperCase()}`;
      return await createReservation({
        venue,
        buyer,
        status,
        startDate,
        reference,
        requestKey: unique(),
      });
    };
    for (const status of ["hold", "pending", "confirmed", "cancelled"] as const) {
      const { _id, venueId } = await made(status);
      const [id, place] = [_id.toString(), venueId.toString()];
      for (const path of [
        ...[`/reservation/${place}/paiement?demande=${id}`, `/mes-demandes/${id}/annuler`],
        ...[`/mes-demandes/${id}/supprimer`, `/mes-locations/demandes/${id}/accepter`],
      ]) {
        expect((await send(path, { headers })).status, `${status} ${path}`).toBe(404);
        for (const intent of ["pay", "abandon", "cancel", "remove", "accepter"]) {
          const { status: refused } = await send(path, {
            headers,
            form: { intent, amount: "0", paid: "0" },
          });
          expect([404, 400, 409], `${status} POST ${path}`).toContain(refused);
        }
      }
      const success = await send(`/reservation/${place}/success?demande=${id}`, { headers });
      expect(success.status, `${status} success`).toBe(404);
      const error = await send(`/reservation/${place}/error?demande=${id}`, { headers });
      expect(error.text).not.toContain("Réessayer le paiement");
      const stored = await ReservationModel.findById(_id).lean();
      expect(stored).toMatchObject({ status, hiddenByBuyer: false });
      expect(stored?.history).toHaveLength(1);
    }
  });
});

test.describe("attack 9: the session", { tag: "@no-js" }, () => {
  async function logIn(page: Page, email: string) {
    await page.goto("/connexion");
    await page.getByLabel("Adresse e-mail").fill(email);
    await page.getByLabel("Mot de passe").fill(PASSWORD);
    await page.getByRole("main").getByRole("button", { name: "Connexion" }).click();
    await expect(page).toHaveURL("/");
  }

  test("gets another id at login, and its old cookies die", async ({ page, context }) => {
    const member = await newAccount();
    await logIn(page, member.email);
    const first = await sessionOf(context);
    const cookie = (await context.cookies()).find(({ name }) => name === SESSION);
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Lax", path: "/" });

    // A second login in the same browser, as from a form that was open already.
    const again = await send("/connexion", {
      headers: { cookie: `${SESSION}=${first}` },
      form: { email: member.email, password: PASSWORD },
    });
    expect(again.location).toBe("/");
    await context.clearCookies();
    await logIn(page, member.email);
    const second = await sessionOf(context);
    expect(second).not.toBe(first);

    await page.getByRole("banner").locator("[popovertarget]").click();
    await page.getByRole("button", { name: "Déconnexion" }).click();
    await expect(page.getByText("Vous avez bien été déconnecté")).toBeVisible();
    expect(await sessionOf(context)).toBe("");
    const old = await send("/mes-demandes", { headers: { cookie: `${SESSION}=${second}` } });
    expect(old.location).toBe("/connexion?vers=%2Fmes-demandes");
  });
});

const ELSEWHERE = [
  ...["//evil.example", "/\\evil.example", "https:evil.example", "https://evil.example"],
  ...["/%09/evil.example", "/\t/evil.example", "\\\\evil.example", "javascript:alert(1)"],
  ...["/%5cevil.example", "/.//evil.example", "/a/..//evil.example", "///evil.example"],
  ...[" //evil.example", "/\n/evil.example", "data:text/html,evil"],
];

test("nobody is led to another site, after login or a cookie choice @no-js", async ({
  page,
  context,
  enter,
  baseURL,
}) => {
  const member = await newAccount();
  await enter(member);
  const headers = await cookieOf(context);
  const leadsHere = (location: string | null, value: string) => {
    const target = new URL(location ?? "missing:", baseURL);
    expect(target.origin, JSON.stringify(value)).toBe(new URL(baseURL!).origin);
    expect(location, JSON.stringify(value)).not.toMatch(/^\/[/\\]/);
  };
  await context.clearCookies();
  for (const value of ELSEWHERE) {
    const choice = await send("/cookies", { headers, form: { choice: "all", returnTo: value } });
    expect(choice.status).toBe(303);
    leadsHere(choice.location, value);
    await page.goto(`/connexion?vers=${encodeURIComponent(value)}`);
    const action = await page.getByRole("main").locator("form").getAttribute("action");
    const vers = new URL(action ?? "", baseURL).searchParams.get("vers");
    if (vers !== null) leadsHere(vers, value);
    await page.goto(`/inscription?vers=${encodeURIComponent(value)}`);
    const back = page.getByRole("main").getByRole("link", { name: "Connexion" });
    const href = await back.getAttribute("href");
    const on = new URL(href ?? "", baseURL).searchParams.get("vers");
    if (on !== null) leadsHere(on, value);
  }
  const login = await send("/connexion?vers=%2F%2Fevil.example", {
    form: { email: member.email, password: PASSWORD },
  });
  expect(login).toMatchObject({ status: 303, location: "/" });
});

const MARKUP = `"></script><img src=x onerror="document.title='injected'"><script>document.title='injected'</script>`;

test("attack 14: markup that people typed stays text", async ({ page, enter, owner }) => {
  const title = `<b>Salle</b>"'&${unique()}`;
  const id = unique();
  const venue = await newVenue(owner, {
    title,
    city: `${id} ${MARKUP}`,
    street: MARKUP,
    description: `Une salle claire. ${MARKUP}`,
  });
  const shown = async (path: string) => {
    await page.goto(path);
    await expect(page).toHaveTitle(/^(?:Erreur\u00a0: )?Place des Salles \|/);
    expect(await page.locator("img[src=x], main script").count()).toBe(0);
  };
  await shown(`/reservation?city=${id}`);
  await expect(page.getByRole("heading", { level: 2, name: title })).toBeVisible();
  await shown(`/reservation?${new URLSearchParams({ city: MARKUP }).toString()}`);
  await shown(`/reservation/${venue._id.toString()}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
  await expect(page.getByRole("main")).toContainText("<script>document.title='injected'</script>");
  await shown(`/reservation/${venue._id.toString()}?start=${encodeURIComponent(MARKUP)}&end=x`);
  await shown(`/reservation/x/error?message=${encodeURIComponent(MARKUP)}`);
  await expect(page.getByRole("main")).not.toContainText("injected");
  await shown(`/connexion?vers=/${encodeURIComponent(MARKUP)}`);

  await enter(await newAccount({ name: "<i>Eve</i>" }));
  await reserve(page, venue, inDays(9), inDays(9));
  await expect(page.getByRole("main")).toContainText(title);
  await expect(page.getByRole("banner")).toContainText("<i>Eve</i>");
  await shown("/mes-demandes");
  await expect(page.getByRole("link", { name: title, exact: true })).toBeVisible();
});

async function expectSecureHeaders(request: APIRequestContext, path: string, cookie?: string) {
  const response = await request.get(path, { headers: cookie ? { cookie } : {}, maxRedirects: 0 });
  const headers = response.headers();
  const policy = headers["content-security-policy"] ?? "";
  const directives = new Map(
    policy.split(";").map((part) => {
      const [name = "", ...values] = part.trim().split(/\s+/);
      return [name, values.join(" ")] as const;
    }),
  );
  expect(policy, path).not.toMatch(/unsafe-(?:inline|eval)|\*/);
  expect(directives.get("default-src"), path).toBe("'self'");
  expect(directives.get("script-src"), path).toBe("'self'");
  expect(directives.get("style-src"), path).toMatch(/^'self'(?: 'sha256-[\w+/=]+')+$/);
  expect(directives.get("object-src"), path).toBe("'none'");
  expect(directives.get("base-uri"), path).toBe("'none'");
  expect(directives.get("frame-ancestors"), path).toBe("'none'");
  expect(headers["x-content-type-options"], path).toBe("nosniff");
  expect(headers["x-frame-options"], path).toBe("DENY");
  expect(headers["referrer-policy"], path).toBe("strict-origin-when-cross-origin");
  expect(headers["cross-origin-opener-policy"], path).toBe("same-origin");
  expect(headers["x-powered-by"], path).toBeUndefined();
  return headers;
}

test("every answer carries the security headers @no-js", async ({ request, context, enter }) => {
  for (const path of [
    ...["/", "/reservation", "/connexion", "/nulle-part", "/reservation/x", "/deconnexion"],
    ...["/mes-demandes", "/api/auth/check-auth", "/robots.txt", "/favicon.svg"],
  ]) {
    await expectSecureHeaders(request, path);
  }
  await enter(await newAccount());
  const { cookie } = await cookieOf(context);
  const member = await expectSecureHeaders(request, "/mes-demandes", cookie);
  expect(member["cache-control"]).toBe("private, no-store");
  for (const path of ["/verification-email", "/reinitialisation-mot-de-passe/x"]) {
    const unknown = await expectSecureHeaders(request, path);
    expect(unknown["cache-control"], path).toBe("private, no-store");
  }
  const [picture] = (await VenueModel.findOne({ searchable: true }).lean())?.locationIMG ?? [];
  const shown = await expectSecureHeaders(
    request,
    `/images/${picture?.image.toString()}/320.webp`,
    cookie,
  );
  expect(shown["cache-control"]).toBe("public, max-age=86400, s-maxage=60, immutable");
  const anonymous = await expectSecureHeaders(request, "/reservation");
  expect(anonymous["set-cookie"]).toBeUndefined();
});

test("a page cached for strangers never shows a member's name @no-js", async ({
  page,
  context,
}) => {
  await page.goto("/reservation");
  const member = await newAccount({ name: `Zoé${unique()}` });
  await enterAs(context, member);
  await page.goto("/reservation");
  await expect(page.getByRole("banner")).toContainText(member.name);
  await context.clearCookies();
  await page.goto("/reservation");
  await expect(page.getByRole("banner")).not.toContainText(member.name);
});
