import type { z } from "zod";
import { failureSentence } from "~/platform/web/failure.server";
import { idParam } from "~/platform/web/fields";
import { refusalOf } from "~/platform/web/refusal-of.server";
import { knownState } from "~/platform/known-state.server";
import { logger } from "~/platform/log.server";
import { isUnavailable } from "~/platform/refusal";
import type { RequestSession } from "~/platform/session.server";
import { signedCookie } from "~/platform/signed-cookie.server";
import { closedFor } from "~/platform/site-state";
import { rawStayOf, reserveInput, stayQuery } from "./forms";
import { reserve } from "./reserve.server";

/**
 * What a visitor pressed 'Réserver' for before logging in, so that the login, or the code of a new
 * account, leads on to the recap. It is in a signed cookie of the browser that pressed: a link cannot
 * bring it to somebody else, who would reserve what they never asked for.
 */
const cookie = signedCookie("wanted-stay", 3_600);

const wantedStay = idParam.merge(reserveInput.fields);
export type WantedStay = z.infer<typeof wantedStay>;

/** Where the wish led, as the answer of a form: the recap, or the venue with why not. */
interface Followed {
  to: string;
  toast?: { type: "error"; message: string };
}

/** Has this browser keep a wish for an hour. */
export async function keepWantedStay(session: RequestSession, wanted: WantedStay): Promise<void> {
  session.setCookie(await cookie.serialize(wanted));
}

/**
 * Reserves what this browser wished for, once it is known who asks; the wish is gone then, whatever
 * becomes of it. It waits for a next login within its hour where the database or a service is away, and while the site is
 * closed, where people may log in all the same: nothing is held that they could not pay. Never rejects for what reserving
 * does: who asks is logged in by then, and goes on from the venue.
 *
 * @param target where a login leads: only back to the venue of the wish goes the wish on. Absent: wherever.
 * @returns null when there is no such wish
 */
export async function followWantedStay({
  request,
  session,
  buyerId,
  target,
  ip,
  now,
}: {
  request: Request;
  session: RequestSession;
  buyerId: string;
  target?: string;
  ip: string;
  now: Date;
}): Promise<Followed | null> {
  const read = wantedStay.safeParse(await cookie.parse(request.headers.get("cookie")));
  if (!read.success) return null;
  const { id: venueId, requestKey, ...stay } = read.data;
  const path = `/reservation/${venueId}`;
  if (target !== undefined && !isAt(target, path)) return null;
  if (closedFor(knownState(), now)) return null;
  const forget = async () => session.setCookie(await cookie.serialize("", { maxAge: 0 }));
  try {
    const buyer = { id: buyerId };
    const hold = await reserve({ ...rawStayOf(stay), venueId, buyer, ip, requestKey, now });
    await forget();
    return { to: `${path}/paiement?demande=${hold._id.toString()}` };
  } catch (error) {
    const refusal = refusalOf(error);
    if (!refusal) logger.error({ err: error }, "wanted stay not reserved");
    if (!isUnavailable(refusal)) await forget();
    const message = refusal?.message ?? failureSentence("other");
    // Neither is there for its owner to see.
    const isGone = refusal?.code === "own_venue" || refusal?.code === "not_found";
    const to = isGone ? "/reservation" : `${path}${stayQuery(stay)}#reserver`;
    return { to, toast: { type: "error", message } };
  }
}

/** Whether a path of this site is this page, whatever its query string. */
function isAt(target: string, path: string): boolean {
  return target === path || target.startsWith(`${path}?`) || target.startsWith(`${path}#`);
}
