import { expect, it } from "vitest";
import { redirectWithToast, takeToast } from "./toast.server";

const asking = (cookie: string) => new Request("http://localhost/", { headers: { cookie } });
const said = { type: "error", message: "Une erreur est survenue." } as const;

it("a toast waits in a cookie that no script reads, for the next page alone", async () => {
  const response = await redirectWithToast("/profil", said);
  expect(response.status).toBe(303);
  expect(response.headers.get("location")).toBe("/profil");
  const [kept = "", ...terms] = response.headers.get("set-cookie")!.split("; ");
  expect(kept).toMatch(/^toast=./);
  expect(terms).toEqual(["Path=/", "HttpOnly", "SameSite=Lax"]);

  const { toast, headers } = await takeToast(asking(kept));
  expect(toast).toMatchObject(said);
  const left = headers!.get("set-cookie")!.split("; ")[0]!;
  expect(await takeToast(asking(left))).toEqual({ toast: undefined, headers: undefined });
});

it("nobody else can say anything by it", async () => {
  const response = await redirectWithToast("/", said);
  const [kept = ""] = response.headers.get("set-cookie")!.split("; ");
  const [value = "", seal = ""] = kept.slice("toast=".length).split(".");
  const other = btoa(JSON.stringify({ __flash_toast__: { ...said, message: "Payez ici." } }));
  for (const cookie of [`toast=${other}.${seal}`, `toast=${value}.`, `toast=${other}`, "toast="]) {
    expect((await takeToast(asking(cookie))).toast, cookie).toBeUndefined();
  }
  expect(await takeToast(new Request("http://localhost/"))).toEqual({
    toast: undefined,
    headers: undefined,
  });
});
