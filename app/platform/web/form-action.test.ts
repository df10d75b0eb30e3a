import type { ActionFunctionArgs } from "@remix-run/node";
import { withZod } from "@remix-validated-form/with-zod";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { formAction, intent, pageLoader } from "./form-action.server";
import { Refusal } from "./refusal";

const validator = withZod(
  z.object({
    email: z.string({ required_error: "Saisissez une adresse e-mail" }).email("Adresse mal formée"),
    password: z.string({ required_error: "Saisissez un mot de passe" }),
  }),
);

function submit(
  action: ReturnType<typeof formAction>,
  fields: Record<string, string>,
  method = "POST",
): Promise<Response> {
  return action({
    request: new Request("http://localhost/x", {
      method,
      body: method === "POST" ? new URLSearchParams(fields) : undefined,
    }),
    params: {},
    context: {},
  } as unknown as ActionFunctionArgs);
}

const login = intent({
  validator,
  run: async ({ data }) => Response.json({ hello: data.email }),
});

describe("formAction", () => {
  it("runs the use case with the checked fields", async () => {
    const response = await submit(formAction(login), { email: "a@b.fr", password: "secret" });
    expect(await response.json()).toEqual({ hello: "a@b.fr" });
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

  it("turns a refusal into its status, on the field it is about, with Retry-After", async () => {
    const refusing = intent({
      validator,
      run: () => Promise.reject(new Refusal("too_many", { field: "email", retryAfter: 60 })),
    });
    const response = await submit(formAction(refusing), { email: "a@b.fr", password: "x" });
    expect(response.status).toBe(429);
    expect(response.headers.get("Retry-After")).toBe("60");
    expect(await response.json()).toMatchObject({
      fieldErrors: { email: new Refusal("too_many").message },
      repopulateFields: { email: "a@b.fr" },
    });
  });

  it("lets an unexpected error through, for the incident page", async () => {
    const broken = intent({ validator, run: () => Promise.reject(new Error("bug")) });
    await expect(submit(formAction(broken), { email: "a@b.fr", password: "x" })).rejects.toThrow(
      "bug",
    );
  });

  it("finds the form by its intent and refuses names it does not know", async () => {
    const action = formAction({ login });
    const known = { intent: "login", email: "a@b.fr", password: "x" };
    expect((await submit(action, known)).status).toBe(200);
    for (const name of ["other", "toString", "__proto__", ""]) {
      expect((await submit(action, { ...known, intent: name })).status).toBe(400);
    }
  });

  it("says which form of the page failed", async () => {
    const response = await submit(formAction({ login }), { intent: "login", email: "a@" });
    expect(await response.json()).toMatchObject({ subaction: "login" });
  });

  it("keeps what was typed when the files are too large, and what its preparation keeps", async () => {
    const prepared: string[] = [];
    const action = formAction({
      photos: intent({
        validator: withZod(z.object({})),
        maxBytes: 300_000,
        prepare: async ({ form }) => {
          const files = form.getAll("photos").filter((value) => typeof value !== "string");
          prepared.push(...files.map(({ name }) => name));
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
      context: {},
    } as unknown as ActionFunctionArgs);
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({
      fieldErrors: { form: new Refusal("files_too_large").message },
      repopulateFields: { title: "Salle des fêtes" },
      subaction: "photos",
    });
    expect(prepared).toEqual(["a.jpg"]);
  });

  it("refuses other methods", async () => {
    expect((await submit(formAction(login), {}, "DELETE")).status).toBe(405);
  });
});

describe("pageLoader", () => {
  it("throws a refusal as a response of its status", async () => {
    const load = pageLoader(() => Promise.reject(new Refusal("not_found")));
    const thrown: unknown = await load({} as Parameters<typeof load>[0]).catch(
      (error: unknown) => error,
    );
    expect(thrown).toBeInstanceOf(Response);
    expect((thrown as Response).status).toBe(404);
  });
});
