import { standingChoice } from "../cookie-choice";
import { cookieProvider } from "../cookie-provider.server";
import { formatTime, minutesUntil, todayInParis } from "../days";
import { env } from "../env.server";
import { knownState } from "../known-state.server";
import { viewerMay } from "../permissions";
import type { RequestSession } from "../session.server";
import type { Viewer } from "../viewer.server";
import { closedFor, mayDismiss, noticesFor } from "../site-state";
import { dismissalId, dismissedNotices } from "./dismissed-notices.server";

interface Asker {
  viewer: Viewer | null;
  session: RequestSession;
  request: Request;
  requestId: string;
  now: Date;
}

/** What root.tsx needs on every page. */
export function documentData({ viewer, session, request, requestId, now }: Asker) {
  const member = viewer?.isVerified ? viewer : null;
  const today = todayInParis(now);
  const choice = viewer ? standingChoice(viewer, today, cookieProvider()) : undefined;
  return {
    brand: env.BRAND_NAME,
    appUrl: env.APP_URL,
    year: Number(today.slice(0, 4)),
    // Under a view the browser is not the person's: what they accepted lets nobody set cookies there.
    maps: env.GOOGLE_MAPS_API_KEY
      ? { key: env.GOOGLE_MAPS_API_KEY, accepted: choice === true && !session.knownView }
      : null,
    requestId,
    viewerId: viewer?.id ?? null,
    user: member ? { firstName: member.name, isAdmin: member.isAdmin } : null,
    showCookieBanner:
      member !== null && !member.isAdmin && !session.knownView && choice === undefined,
    view: viewData(session, now),
    notices: noticeData({ viewer, request, now }),
  };
}

/** The banners above the page, the most urgent first. */
function noticeData({ viewer, request, now }: Pick<Asker, "viewer" | "request" | "now">) {
  const state = knownState();
  const dismissed = state.notices.length > 0 ? dismissedNotices(request) : [];
  const shown = noticesFor(state, viewer, now).map((notice) => ({
    id: dismissalId(notice),
    ...{ kind: notice.kind, text: notice.text, link: notice.link ?? null },
    mayBeDismissed: mayDismiss(notice, viewer),
  }));
  const notices = shown.filter(
    ({ id, mayBeDismissed }) => !mayBeDismissed || !dismissed.includes(id),
  );
  if (!viewer || !viewerMay(viewer, "office.read") || !closedFor(state, now)) return notices;
  return [CLOSED, ...notices];
}

/** What the office is told while it sees the site that others do not. */
const CLOSED = {
  id: "maintenance",
  kind: "attention" as const,
  text: "Le site est fermé au public pour maintenance.",
  link: "/admin/maintenance",
  mayBeDismissed: false,
};

/** What the banner says of a view; null without one, as the session was told when it was asked for its viewer. */
function viewData({ knownView, isRefusedInView }: RequestSession, now: Date) {
  if (!knownView) return null;
  const { person, until } = knownView;
  return {
    name: `${person.name} ${person.lastname}`,
    minutesLeft: minutesUntil(until, now),
    until: formatTime(until),
    isRefused: isRefusedInView,
  };
}
