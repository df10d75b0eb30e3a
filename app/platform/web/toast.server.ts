import { createCookieSessionStorage } from "@remix-run/node";
import { createToastUtilsWithCustomSession, type ToastMessage } from "remix-toast";
import { env, isProduction } from "../env.server";
import type { Toast } from "./toast";

/** remix-toast's own cookie is not signed, and its types lack three of the product's five. */
const storage = createCookieSessionStorage({
  cookie: {
    name: "toast",
    httpOnly: true,
    sameSite: "lax",
    secure: isProduction,
    path: "/",
    secrets: env.SESSION_SECRET,
  },
});
const utils = createToastUtilsWithCustomSession(storage);

/** 303 to a page of this site, with a message for it to show. */
export async function redirectWithToast(url: string, toast: Toast): Promise<Response> {
  return await utils.redirectWithToast(url, toast as unknown as ToastMessage, { status: 303 });
}

/** The message left for this page, and the headers that take it away: send them only with a toast. */
export async function takeToast(
  request: Request,
): Promise<{ toast: Toast | undefined; headers: Headers | undefined }> {
  if (!request.headers.get("cookie")?.includes("toast=")) {
    return { toast: undefined, headers: undefined };
  }
  const { toast, headers } = await utils.getToast(request);
  return { toast: toast as unknown as Toast | undefined, headers: toast ? headers : undefined };
}
