import { UserModel } from "@models/user";
import { VenueModel, type Venue } from "@models/venue";
import { KIND_FIELDS } from "~/accounts/profile-version.server";
import { isKept, staysWithRole } from "~/accounts/profile-rules";
import { standingChoice } from "~/platform/cookie-choice";
import { cookieProvider } from "~/platform/cookie-provider.server";
import { inTransaction } from "~/platform/database.server";
import { todayInParis } from "~/platform/days";
import { Refusal } from "~/platform/refusal";
import type { OnBehalf } from "~/platform/web/call.server";
import { venueName } from "~/rules/venue-name";
import { actorOf, mayActOn } from "../audit/actor.server";
import { recordAccess } from "../audit/record-access.server";
import { recordAct } from "../audit/record-act.server";
import { mailActedFor, type Deed } from "./acted-for-mail.server";

/**
 * Leaves a trace of what an administrator is about to do, or to read, in somebody else's name, and asks anew whether
 * they may. Before it is done and not in its transaction: what people do with their own things knows nothing of
 * the office. So the log may tell of what was refused after it, and never lacks what was done. The person is told once it
 * is done, and of nothing that was refused or left everything as it was.
 *
 * @throws Refusal("not_found") when there is no such account, or it is closed
 * @throws Refusal("forbidden" | "role_required") the latter for an administrator's, which super-admins alone touch
 * @throws Refusal("consent_own") for a yes that is nobody else's to say
 */
export function actFor(deed: Deed) {
  return async (call: OnBehalf): Promise<() => Promise<void>> => {
    const { subjectId, input, now } = call;
    const actor = actorOf(call);
    const isRead = ["GET", "HEAD"].includes(call.request.method);
    if (deed === "cookies" && input.cookies !== false) throw new Refusal("consent_own");
    const venue = isRead ? null : await venueOf(call);
    let isChange = false;
    await inTransaction(async (transaction) => {
      const user = await UserModel.findById(subjectId, "-passwordHash -verification -reset")
        .session(transaction)
        .lean();
      if (!user || user.deletedAt) throw new Refusal("not_found");
      if (isRead) await recordAccess(actor, "user", subjectId, now, transaction);
      else {
        const cookies = standingChoice(user, todayInParis(now), cookieProvider());
        const stored = { ...(venue ?? user), cookies };
        const fields = changedFields(
          call,
          stored,
          deed === "profile" ? droppedUnlessSaid(call, user.role) : [],
        );
        isChange = fields.length > 0 || ALWAYS_TOLD.includes(deed);
        const after = doneText(call, fields);
        await recordAct(
          { actor, act: "user.act-for", target: subjectId, after, at: now },
          transaction,
        );
      }
      await mayActOn(actor, user, "people.act-for", transaction);
    });
    return async () => {
      const place = venue ? venueName(venue) : undefined;
      if (isChange) await mailActedFor(deed, { userId: subjectId, place, now });
    };
  };
}

/** What is something done though no field says otherwise than it is stored. */
const ALWAYS_TOLD: readonly Deed[] = ["venue-deletion", "payment"];

/** The venue that a call is about, where it is about one of the person's. */
async function venueOf({ params, subjectId }: OnBehalf): Promise<Venue | null> {
  const { id } = params;
  if (typeof id !== "string" || id === subjectId) return null;
  return await VenueModel.findOne({ _id: id, userId: subjectId }).lean<Venue>();
}

/** 'POST /api/send/edit-profil (name, phone)' */
function doneText({ request }: OnBehalf, fields: readonly string[]): string {
  const call = `${request.method} ${new URL(request.url).pathname}`;
  return fields.length > 0 ? `${call} (${fields.join(", ")})` : call;
}

/** Of a profile: what an edit that does not say it takes away. */
function droppedUnlessSaid({ input }: Pick<OnBehalf, "input">, role: string | undefined): string[] {
  return KIND_FIELDS.filter(
    (field) => !isKept(field, input) || !staysWithRole(field, input.role, role),
  );
}

/** Whom the call is about, and what is never stored. */
const NO_FIELDS = ["id", "userId", "withoutRna"];
/** Megabytes, and stored otherwise than they are sent: never compared. */
const PICTURES = ["avatar", "locationIMG"];

/**
 * What a call says otherwise than it is stored, by its fields' names alone: the log outlives what they hold. A picture that
 * is sent is another one.
 */
function changedFields(
  { input }: Pick<OnBehalf, "input">,
  stored: object,
  dropped: readonly string[],
): string[] {
  const values = new Map<string, unknown>(Object.entries(stored));
  const isChanged = ([name, value]: [string, unknown]) =>
    value !== undefined &&
    !NO_FIELDS.includes(name) &&
    !(name === "removeAvatar" && value === false) &&
    (PICTURES.includes(name) || JSON.stringify(value) !== JSON.stringify(values.get(name) ?? null));
  const said = Object.entries(input)
    .filter(isChanged)
    .map(([name]) => name);
  const isDropped = (name: string) => input[name] === undefined && values.get(name) !== undefined;
  return [...said, ...dropped.filter(isDropped)];
}
