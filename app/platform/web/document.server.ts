import { todayInParis } from "../days";
import { env } from "../env.server";
import type { Viewer } from "../session.server";

interface Asker {
  viewer: Viewer | null;
  requestId: string;
  now: Date;
}

/** What root.tsx needs on every page. */
export function documentData({ viewer, requestId, now }: Asker) {
  const member = viewer?.isVerified ? viewer : null;
  return {
    brand: env.BRAND_NAME,
    appUrl: env.APP_URL,
    year: Number(todayInParis(now).slice(0, 4)),
    maps: env.GOOGLE_MAPS_API_KEY
      ? { key: env.GOOGLE_MAPS_API_KEY, accepted: viewer?.cookiesSet === true }
      : null,
    requestId,
    user: member ? { firstName: member.name, isAdmin: member.isAdmin } : null,
    showCookieBanner: member !== null && !member.isAdmin && member.cookiesSet === undefined,
  };
}
