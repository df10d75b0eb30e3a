import type { ActionFunctionArgs } from "@remix-run/node";
import { afterEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { logger } from "../log.server";
import { sentPicture } from "../images/sent-picture";
import { input, noInput } from "./input";
import { formAction, pageForm } from "./page-action.server";
import { pageLoader } from "./page-loader.server";
import { Refusal, refusalMessage } from "../refusal";
import { takeToast } from "./toast.server";

const loginInput = input({
  email: z.string({ required_error: "Saisissez une adresse e-mail" }).email("Adresse mal formée"),
  password: z.string({ required_error: "Saisissez un mot de passe" }),
});

/** A visitor without a session, or the viewer given. */
const contextOf = (viewer: object | null) => ({
  requestId: "requête-1",
  ip: "203.0.113.1",
  session: {
    present: viewer !== null,
    viewer: () => Promise.resolve(viewer),
    view: () => Promise.resolve(null),
  },
});

const bodyOf = (fields: Record<string, string> | FormData) =>
  fields instanceof FormData ? fields : new URLSearchParams(fields);

function submit(
  action: ReturnType<typeof formAction>,
  fields: Record<string, string> | FormData,
  {
    method = "POST",
    viewer = null as object | null,
    path = "/x",
    params = {},
    signal = null as AbortSignal | null,
  } = {},
): Promise<Response> {
  return action({
    request: new Request(new URL(path, "http://localhost"), {
      method,
      signal,
      body: method !== "POST" ? undefined : bodyOf(fields),
    }),
    params,
    context: contextOf(viewer),
  } as unknown as ActionFunctionArgs);
}

const login = pageForm({
  access: "public",
  input: loginInput,
  run: async ({ input: { email } }) => ({ to: `/hello/${email}` }),
});
const right = { email: "a@b.fr", password: "secret" };

afterEach(() => {
  vi.restoreAllMocks();
});

describe("formAction", () => {
  it("runs the use case with the checked fields and leads on by a 303", async () => {
    const response = await submit(formAction(login), right);
    expect(response.status).toBe(303);
    expect(response.headers.get("location")).toBe("/hello/a@b.fr");
    expect(response.headers.has("set-cookie")).toBe(false);
  });

  it("leaves a toast where the form leads to", async () => {
    const telling = pageForm({ access: "public", run: async () => ({ to: "/", toast: "Fait" }) });
    const response = await submit(formAction(telling), {});
    expect(response.status).toBe(303);
    expect(response.headers.get("set-cookie")).toMatch(/^toast=/);
  });

  it("says its own sentence and the incident's number of what nobody expected, and keeps the form", async () => {
    const log = vi.spyOn(logger, "error").mockReturnValue();
    const error = new Error("a cable");
    const broken = pageForm({
      access: "public",
      failure: "settings",
      run: async () => Promise.reject(error),
    });
    const response = await submit(formAction(broken), { title: "Salle", password: "secret" });
    expect(response.status).toBe(500);
    expect(await response.json()).toEqual({
      fieldErrors: {
        form: "Erreur lors de la mise à jour des paramètres (incident requête-1).",
      },
      repopulateFields: { title: "Salle" },
    });
    const story = { err: error, requestId: "requête-1", path: "/x" };
    expect(log).toHaveBeenCalledExactlyOnceWith(story, "unexpected error");
  });

  it("tells the log of what fails once its sender has left, once", async () => {
    const log = vi.spyOn(logger, "error").mockReturnValue();
    const left = new AbortController();
    const error = new Error("a cable");
    const story = { err: error, requestId: "requête-1", path: "/x", isGivenUp: true };
    const fail = (): never => {
      left.abort();
      throw error;
    };
    await submit(formAction(pageForm({ access: "public", run: async () => fail() })), {}, left);
    expect(log).toHaveBeenCalledExactlyOnceWith(story, "unexpected error");
    // Before it is known which form it is: thrown to Remix, which says no more than that it was given up.
    const guarded = pageForm({ access: "public", requires: fail, run: async () => ({ to: "/" }) });
    await expect(submit(formAction(guarded), {}, left)).rejects.toBe(error);
    expect(log).toHaveBeenCalledTimes(2);
    expect(log).toHaveBeenLastCalledWith(story, "unexpected error");
  });

  it("tells by a toast elsewhere why a form without a page was refused", async () => {
    vi.spyOn(logger, "error").mockReturnValue();
    for (const error of [new Error("a cable"), new Refusal("unavailable")]) {
      const homeless = pageForm({
        access: "public",
        failure: "logout",
        failTo: "/",
        run: async () => Promise.reject(error),
      });
      const response = await submit(formAction(homeless), {});
      expect(response.status).toBe(303);
      expect(response.headers.get("location")).toBe("/");
      expect(response.headers.get("set-cookie")).toMatch(/^toast=/);
    }
  });

  it("tells likewise, in words, what a form without a page cannot be read for", async () => {
    const homeless = pageForm({
      access: "public",
      failTo: "/",
      input: input({ choice: z.enum(["all", "essential"]) }),
      run: async () => Promise.resolve({ to: "/" }),
    });
    const response = await submit(formAction(homeless), { choice: "x" });
    expect([response.status, response.headers.get("location")]).toEqual([303, "/"]);
    const cookie = response.headers.get("set-cookie") ?? "";
    const { toast } = await takeToast(new Request("http://localhost/", { headers: { cookie } }));
    expect(toast).toMatchObject({ type: "error", message: refusalMessage("invalid") });
  });

  it("shows an unfinished form again, without an error", async () => {
    const asking = pageForm({ access: "public", run: async () => ({ again: "confirm" }) });
    const response = await submit(formAction(asking), { title: "Salle" });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      fieldErrors: {},
      repopulateFields: { title: "Salle" },
      subaction: "confirm",
    });
  });

  it("shows the page with what was found", async () => {
    const finding = pageForm({ access: "public", run: async () => ({ show: { found: "Anne" } }) });
    const response = await submit(formAction(finding), {});
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ found: "Anne" });
  });

  it("answers 422 with the messages and what was typed, never a password", async () => {
    const response = await submit(formAction(login), { email: "a@", password: "secret" });
    expect(response.status).toBe(422);
    const text = await response.text();
    expect(JSON.parse(text)).toMatchObject({
      fieldErrors: { email: "Adresse mal formée" },
      repopulateFields: { email: "a@" },
    });
    expect(text).not.toContain("secret");
  });

  it("takes a blank field for an absent one, so that its own message shows", async () => {
    const response = await submit(formAction(login), { email: "  ", password: "" });
    expect(await response.json()).toMatchObject({
      fieldErrors: { email: "Saisissez une adresse e-mail", password: "Saisissez un mot de passe" },
    });
  });

  it("takes a file field that nothing was chosen in for an absent one", async () => {
    const sent: unknown[] = [];
    const withFile = pageForm({
      access: "public",
      input: input({ title: z.string(), photo: sentPicture.optional() }),
      run: ({ input: { title, photo } }) => {
        sent.push(title, photo);
        return Promise.resolve({ to: "/" });
      },
    });
    const form = new FormData();
    form.set("title", "Salle");
    form.set("photo", new File([], ""));
    const response = await submit(formAction(withFile), form);
    expect(response.status).toBe(303);
    expect(sent).toEqual(["Salle", undefined]);
  });

  it("turns a refusal into its status, on the field it is about, with Retry-After", async () => {
    const refusing = pageForm({
      access: "public",
      input: loginInput,
      run: () => Promise.reject(new Refusal("too_many", { field: "email", retryAfter: 60 })),
    });
    const response = await submit(formAction(refusing), right);
    expect(response.status).toBe(429);
    expect(response.headers.get("Retry-After")).toBe("60");
    expect(await response.json()).toMatchObject({
      fieldErrors: { email: new Refusal("too_many").message },
      repopulateFields: { email: "a@b.fr" },
    });
  });

  it("says of what a page showed and is gone that it is gone, not that there is no such page", async () => {
    const removing = pageForm({
      access: "public",
      run: async () => Promise.reject(new Refusal("not_found")),
    });
    const response = await submit(formAction(removing), {});
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({
      fieldErrors: { form: "Ce que vous vouliez modifier n’est plus là." },
    });
  });

  it("keeps what was typed of a form without a sentence of its own, too, when nobody expected its failure", async () => {
    const broken = pageForm({
      access: "public",
      input: loginInput,
      run: () => Promise.reject(new Error("bug")),
    });
    const log = vi.spyOn(logger, "error").mockReturnValue(undefined);
    const response = await submit(formAction(broken), right);
    expect(response.status).toBe(500);
    expect(await response.json()).toMatchObject({
      fieldErrors: { form: "Un problème est survenu (incident requête-1)." },
      repopulateFields: { email: "a@b.fr" },
    });
    expect(log).toHaveBeenCalledOnce();
    log.mockRestore();
  });

  it("lets through where a form leads by throwing it", async () => {
    const leading = pageForm({
      access: "public",
      // What Remix's own functions throw is no Error.
      // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors
      run: () => Promise.reject(new Response(null, { status: 303 })),
    });
    await expect(submit(formAction(leading), right)).rejects.toMatchObject({ status: 303 });
  });

  it("finds the form by its intent and refuses names it does not know", async () => {
    const action = formAction({ login });
    expect((await submit(action, { intent: "login", ...right })).status).toBe(303);
    for (const intent of ["other", "toString", "__proto__", ""]) {
      expect((await submit(action, { intent, ...right })).status).toBe(400);
    }
  });

  it("says which form of the page failed", async () => {
    const response = await submit(formAction({ login }), { intent: "login", email: "a@" });
    expect(await response.json()).toMatchObject({ subaction: "login" });
  });

  it("lets in only whom its access names, and gives them to the use case", async () => {
    const own = (access: "user" | "member" | "masters.decide") =>
      formAction(pageForm({ access, run: async ({ viewer }) => ({ to: `/${viewer.id}` }) }));
    const someone = { id: "me", isVerified: false, isAdmin: false };
    const statuses = async (viewer: object | null) =>
      Promise.all(
        (["user", "member", "masters.decide"] as const).map(
          async (access) => (await submit(own(access), {}, { viewer })).status,
        ),
      );
    expect(await statuses(null)).toEqual([401, 401, 401]);
    expect(await statuses(someone)).toEqual([303, 403, 403]);
    expect(await statuses({ ...someone, isVerified: true })).toEqual([303, 303, 403]);
    const admin = { ...someone, isVerified: true, isAdmin: true, secondFactorAt: new Date() };
    expect(await statuses(admin)).toEqual([303, 303, 403]);
    expect(await statuses({ ...admin, adminRole: "finance" })).toEqual([303, 303, 403]);
    expect(await statuses({ ...admin, adminRole: "support" })).toEqual([303, 303, 303]);
    const halfway = { ...admin, secondFactorAt: undefined, adminRole: "super-admin" };
    expect(await statuses(halfway)).toEqual([303, 303, 403]);
    const unverified = { ...admin, isVerified: false, adminRole: "super-admin" };
    expect(await statuses(unverified)).toEqual([303, 403, 403]);
  });

  it("answers 404 for an address that does not fit, before the form is checked", async () => {
    const action = formAction(
      pageForm({
        access: "public",
        params: z.object({ id: z.string().length(2), step: z.coerce.number() }),
        run: async ({ params }) => ({ to: `/${params.id}/${params.step}` }),
      }),
    );
    const there = { path: "/x?step=3", params: { id: "ab" } };
    expect((await submit(action, {}, there)).headers.get("location")).toBe("/ab/3");
    expect((await submit(action, {}, { ...there, params: { id: "abc" } })).status).toBe(404);
    expect((await submit(action, {}, { ...there, path: "/x?step=b" })).status).toBe(404);
  });

  it("keeps what was typed when the files are too large, and stores those that are not", async () => {
    const stored: string[] = [];
    const action = formAction({
      photos: pageForm({
        access: "public",
        input: noInput,
        files: {
          maxBytes: 300_000,
          store: async (form) => {
            const files = form.getAll("photos").filter((value) => typeof value !== "string");
            stored.push(...files.map(({ name }) => name));
          },
        },
        run: () => Promise.reject(new Error("not reached")),
      }),
    });
    const body = new FormData();
    for (const name of ["a.jpg", "b.jpg"]) {
      body.append("photos", new File([new Uint8Array(200_000)], name));
    }
    body.append("title", "Salle des fêtes");
    body.append("intent", "photos");
    const response = await action({
      request: new Request("http://localhost/x", { method: "POST", body }),
      params: {},
      context: contextOf(null),
    } as unknown as ActionFunctionArgs);
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({
      fieldErrors: { form: new Refusal("files_too_large").message },
      repopulateFields: { title: "Salle des fêtes" },
      subaction: "photos",
    });
    expect(stored).toEqual(["a.jpg"]);
  });

  it("tells a form that it did not read from one of which nothing is kept", async () => {
    const keptOf = async (fields: Record<string, string>) => {
      const response = await submit(formAction({ login }), fields);
      return [response.status, (await response.json()) as object] as const;
    };
    const [unread, without] = await keptOf({ "a.b": "no name of ours" });
    const [read, withNone] = await keptOf({ password: "secret" });
    expect([unread, read]).toEqual([400, 400]);
    expect(without).not.toHaveProperty("repopulateFields");
    expect(withNone).toHaveProperty("repopulateFields", {});
  });

  it("says who may before it reads a byte", async () => {
    const own = formAction(pageForm({ access: "member", run: async () => ({ to: "/" }) }));
    let isRead = false;
    const body = new ReadableStream({ pull: () => void (isRead = true) }, { highWaterMark: 0 });
    const response = await own({
      request: new Request("http://localhost/x", { method: "POST", body, duplex: "half" }),
      params: {},
      context: contextOf(null),
    } as unknown as ActionFunctionArgs);
    expect([response.status, isRead]).toEqual([401, false]);
  });

  it("asks what else it takes before it reads a byte, and of the form that was sent again", async () => {
    let isRead = false;
    const asked: boolean[] = [];
    const requires = () => void asked.push(isRead);
    const own = formAction(
      pageForm({ access: "public", requires, run: async () => ({ to: "/" }) }),
    );
    const body = new ReadableStream(
      {
        pull(controller) {
          isRead = true;
          controller.enqueue(new TextEncoder().encode("title=Salle"));
          controller.close();
        },
      },
      { highWaterMark: 0 },
    );
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const response = await own({
      request: new Request("http://localhost/x", { method: "POST", headers, body, duplex: "half" }),
      params: {},
      context: contextOf(null),
    } as unknown as ActionFunctionArgs);
    expect([response.status, asked]).toEqual([303, [false, true]]);
  });

  it("refuses before it takes files in, and keeps what was typed", async () => {
    const action = formAction({
      photos: pageForm({
        access: "public",
        requires: () => {
          throw new Refusal("account_required");
        },
        files: { maxBytes: 300_000, store: () => Promise.reject(new Error("not reached")) },
        run: () => Promise.reject(new Error("not reached")),
      }),
    });
    const body = new FormData();
    body.append("photos", new File([new Uint8Array(200_000)], "a.jpg"));
    body.append("title", "Salle des fêtes");
    body.append("intent", "photos");
    const response = await action({
      request: new Request("http://localhost/x", { method: "POST", body }),
      params: {},
      context: contextOf(null),
    } as unknown as ActionFunctionArgs);
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({
      fieldErrors: { form: new Refusal("account_required").message },
      repopulateFields: { title: "Salle des fêtes" },
      subaction: "photos",
    });
  });

  it("refuses other methods", async () => {
    expect((await submit(formAction(login), {}, { method: "DELETE" })).status).toBe(405);
  });
});

describe("pageLoader", () => {
  const load = (loader: (args: never) => Promise<unknown>, viewer: object | null, id = "ab") =>
    loader({
      request: new Request("http://localhost/x?page=2"),
      params: { id },
      context: contextOf(viewer),
    } as never).catch((error: unknown) => error);

  it("gives the viewer, the checked parts of the address and the query", async () => {
    const loader = pageLoader(
      { access: "member", params: z.object({ id: z.string().length(2) }) },
      ({ viewer, params, query }) => ({ viewer: viewer.id, ...params, page: query.get("page") }),
    );
    const me = { id: "me", isVerified: true };
    expect(await load(loader, me)).toEqual({ viewer: "me", id: "ab", page: "2" });
    expect(await load(loader, me, "abc")).toMatchObject({ status: 404 });
    expect(await load(loader, null)).toMatchObject({ status: 401 });
  });

  it("throws a refusal as a response of its status", async () => {
    const loader = pageLoader({ access: "public" }, () => Promise.reject(new Refusal("not_found")));
    const thrown = await load(loader, null);
    expect(thrown).toBeInstanceOf(Response);
    expect(thrown).toMatchObject({ status: 404 });
  });
});
