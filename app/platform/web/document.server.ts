import type { AppLoadContext } from "@remix-run/node";
import { todayInParis } from "../days";
import { env } from "../env.server";

/** What root.tsx needs on every page; asks the database only for visitors with a session cookie. */
export async function documentData(context: AppLoadContext) {
  const viewer = context.session.present ? await context.session.viewer() : null;
  const member = viewer?.isVerified ? viewer : null;
  return {
    brand: env.BRAND_NAME,
    appUrl: env.APP_URL,
    year: Number(todayInParis(new Date()).slice(0, 4)),
    maps: env.GOOGLE_MAPS_API_KEY
      ? { key: env.GOOGLE_MAPS_API_KEY, accepted: viewer?.cookiesSet === true }
      : null,
    requestId: context.requestId,
    user: member ? { firstName: member.name, isAdmin: member.isAdmin } : null,
    showCookieBanner: member !== null && !member.isAdmin && member.cookiesSet === undefined,
  };
}
