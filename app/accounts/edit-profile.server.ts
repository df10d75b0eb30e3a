import { Types, type ClientSession } from "mongoose";
import { readAndUpdate } from "@models/engine";
import { ReviewModel } from "@models/review";
import { TaxFactsModel } from "@models/tax-facts";
import { UserModel, type User } from "@models/user";
import { bumpContentVersion } from "~/platform/content-version.server";
import { pictureBytes, type SentPicture } from "~/platform/images/sent-picture";
import { inTransaction } from "~/platform/database.server";
import { deleteImage, showInstead, storeImage } from "~/platform/images/images.server";
import { limit } from "~/platform/web/rate-limit.server";
import { Refusal } from "~/platform/refusal";
import { isAnotherTaxpayer } from "~/rules/declared-owner";
import { mayLackRna, sirenOf } from "~/rules/registry-number";
import { displayName } from "./display-name";
import { hasField, isChilds, isOneSiren } from "./identity-fields";
import { STILL_OPEN } from "./keep-account-open.server";
import { todayInParis } from "~/platform/days";
import {
  isLiable,
  profileInput,
  staysWithRole,
  storedAddress,
  wrongName,
  type Address,
  type Identity,
  type ProfileEdit,
} from "./profile-rules";
import {
  ADDRESS_FIELDS,
  IDENTITY_FIELDS,
  KIND_FIELDS,
  requireAsShown,
} from "./profile-version.server";

/** The identity form and its /api twin. */
export const identityInput = profileInput(() => todayInParis(new Date()));

/** What becomes of the picture; it stays when this is absent. */
export type AvatarChange = { bytes: Uint8Array } | "remove";

/** What an identity form or call asks of the picture: `avatar`, a file or a `data:` URL, or its removal. */
export async function avatarChange({
  avatar,
  removeAvatar,
}: {
  avatar?: string | SentPicture;
  removeAvatar: boolean;
}): Promise<AvatarChange | undefined> {
  const bytes = avatar === undefined ? null : await pictureBytes(avatar);
  if (bytes) return { bytes };
  return removeAvatar ? "remove" : undefined;
}

/** What the form that was sent showed: `versionOfFields`. A call has no page, and says nothing of it. */
interface Shown {
  version?: string | undefined;
}

/**
 * Changes an account's identity and, if asked, its picture. The kind of account itself (private
 * entity, public body, administrator) never changes here. Of two changes at once the later one's
 * picture stays, and no other. What another taxpayer confirmed for the tax authority goes, and how they stood with VAT.
 *
 * @throws Refusal("not_found" | "invalid" | "name_length" | "profile_incomplete" | "vat_number_former" | "siren_mismatch" |
 *   "too_young" | "too_many" | "profile_changed"), or what `storeImage` says of the picture, with `avatar` as its field
 */
export async function editProfile(
  userId: string,
  { type, identity, kept: unsaid = [], version }: ProfileEdit & Shown,
  avatar?: AvatarChange,
): Promise<void> {
  const user = await UserModel.findById(
    userId,
    "type role postalCode dateOfBirth name lastname siret INSEE RNA vatRegime vatNumber",
  ).lean();
  if (!user) throw new Refusal("not_found");
  if (user.type !== type) throw new Refusal("invalid", { field: "type" });
  const wrong = wrongName(identity, user);
  if (wrong) throw new Refusal("name_length", wrong);
  const lacksRna = identity.role === "Association" && !identity.RNA;
  if (lacksRna && !mayLackRna(user.postalCode ?? "")) {
    throw new Refusal("profile_incomplete", { field: "RNA" });
  }
  const { kept, isAnother } = keptOf(user, identity, unsaid);
  const regime = identity.vatRegime ?? (isAnother ? undefined : user.vatRegime);
  if (identity.vatNumber !== undefined && !isLiable(regime)) {
    throw new Refusal("profile_incomplete", { field: "vatRegime" });
  }
  const numbers = numbersOf(user, identity, kept);
  if (isAnother) requireOwnVat(user, { ...numbers, vatNumber: identity.vatNumber });
  // Those that are recorded are not refused anew, as the date below.
  const areRecorded = numbers.siret === user.siret && numbers.INSEE === user.INSEE;
  if (!areRecorded && !isOneSiren(numbers)) throw new Refusal("siren_mismatch", { field: "INSEE" });
  const now = new Date();
  const { dateOfBirth } = identity;
  // The one that is recorded is not refused anew, or nothing else could be changed beside it.
  if (dateOfBirth !== user.dateOfBirth && isChilds(dateOfBirth, todayInParis(now))) {
    throw new Refusal("too_young", { field: "dateOfBirth" });
  }
  // A draft until the account shows it: what a crash leaves is swept a day later.
  const stored =
    avatar && avatar !== "remove" ? await storeAvatar(user._id, avatar.bytes, now) : null;
  // In a transaction, so that of two changes at once each tells the picture that it replaced.
  const before = await inTransaction(async (session) => {
    const { set, gone } = changes({ type, identity, kept, isAnother, now }, avatar, stored);
    const found = await readAndUpdate(
      UserModel,
      { _id: user._id, ...STILL_OPEN },
      { $set: set, ...(gone.length > 0 && { $unset: unsetting(gone) }) },
      { session, fields: ["avatar", ...IDENTITY_FIELDS].join(" ") },
    );
    if (!found) return null;
    const after = {
      ...found,
      ...Object.fromEntries(gone.map((name) => [name, undefined])),
      ...set,
    };
    requireAsShown({ before: found, after }, IDENTITY_FIELDS, version);
    if (avatar) await showInstead({ former: found.avatar, shown: stored }, now, session);
    const present = { ...identity, ...numbersOf(found, identity, kept) };
    if (isAnotherTaxpayer(found, present)) await forgetConfirmed(user._id, session);
    await renameReviews(user._id, identity, session);
    return found;
  });
  const left = before ? avatar && before.avatar : stored;
  if (left) await deleteImage(left);
  if (!before) throw new Refusal("not_found");
  // Pages of venues show their owner's name and picture, and those of who wrote of them.
  await bumpContentVersion({ pages: true });
}

/** Changes an account's postal address. @throws Refusal("not_found" | "profile_changed") */
export async function editAddress(
  userId: string,
  { version, ...address }: Address & Shown,
): Promise<void> {
  const after = storedAddress(address);
  await inTransaction(async (session) => {
    const before = await readAndUpdate(
      UserModel,
      { _id: new Types.ObjectId(userId), ...STILL_OPEN },
      { $set: after },
      { session, fields: ADDRESS_FIELDS.join(" ") },
    );
    if (!before) throw new Refusal("not_found");
    requireAsShown({ before, after }, ADDRESS_FIELDS, version);
  });
}

type Recorded = Pick<User, "role" | "siret" | "INSEE" | "RNA">;
type Kept = NonNullable<ProfileEdit["kept"]>;

/**
 * What of the unsaid stays: nothing that numbers an organisation where the account is another's now.
 *
 * @returns isAnother whether it is, by what is recorded and said
 */
function keptOf(recorded: Recorded, identity: Identity, unsaid: Kept) {
  const ofRole = unsaid.filter((field) => staysWithRole(field, identity.role, recorded.role));
  const present = { ...identity, ...numbersOf(recorded, identity, ofRole) };
  const isAnother = isAnotherTaxpayer(recorded, present);
  return { kept: ofRole.filter((field) => !isAnother || field !== "INSEE"), isAnother };
}

/**
 * Refuses another organisation the VAT number of the former one: the form had it, and the SIRET alone was changed there. Who
 * corrects the role has the same SIREN, or none as before, and keeps theirs; so does who corrects a SIRET that their number
 * never had.
 */
function requireOwnVat(recorded: Vat, { vatNumber, ...present }: Vat): void {
  if (vatNumber === undefined || vatNumber !== recorded.vatNumber) return;
  const siren = sirenOf(present);
  if (siren === sirenOf(recorded) || (siren !== undefined && vatNumber.endsWith(siren))) return;
  throw new Refusal("vat_number_former", { field: "vatNumber" });
}

type Vat = Pick<User, "siret" | "INSEE" | "vatNumber">;

/** The numbers that an edit leaves an account with. */
function numbersOf(
  recorded: Pick<User, "siret" | "INSEE">,
  identity: Identity,
  kept: Kept,
): Pick<User, "siret" | "INSEE"> {
  const of = (field: "siret" | "INSEE") => (kept.includes(field) ? recorded : identity)[field];
  return { siret: of("siret"), INSEE: of("INSEE") };
}

type Change = ProfileEdit & { isAnother: boolean; now: Date };

function changes(
  { type, identity, kept = [], isAnother, now }: Change,
  avatar: AvatarChange | undefined,
  stored: Types.ObjectId | null,
): { set: Partial<User>; gone: string[] } {
  const absent = KIND_FIELDS.filter(
    (field) => identity[field] === undefined && !kept.some((one) => one === field),
  );
  const picture = avatar === "remove" ? ["avatar"] : [];
  const said = identity.vatRegime !== undefined && { vatRegimeAt: now };
  return {
    set: { ...identity, ...said, ...(stored && { avatar: stored }) },
    gone: [...absent, ...droppedVat({ type, identity, isAnother }), ...picture],
  };
}

const unsetting = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, 1]));

/**
 * Whoever it is now confirms anew. When the account was asked for it stays: the law counts its days from then, and a role is
 * changed and changed back in a moment (decisions/031).
 */
async function forgetConfirmed(_id: Types.ObjectId, session: ClientSession): Promise<void> {
  const asked = "reminders reminderYears";
  const facts = await TaxFactsModel.findById(_id, asked, { session }).lean();
  if (!facts) return;
  await TaxFactsModel.deleteOne({ _id }).session(session);
  if (facts.reminders?.length) await TaxFactsModel.create([facts], { session });
}

/** A person has no VAT regime, and who is not liable to VAT no number. What is not said stays, but not another taxpayer's. */
function droppedVat({ type, identity, isAnother }: Omit<Change, "now">): string[] {
  const { role, vatRegime, vatNumber } = identity;
  const isUnsaid = vatRegime === undefined;
  if (!hasField(type, role, "vatRegime") || (isUnsaid && isAnother))
    return ["vatRegime", "vatRegimeAt", "vatNumber"];
  return !isUnsaid && vatNumber === undefined ? ["vatNumber"] : [];
}

/** What somebody wrote stands under the name that they have. */
async function renameReviews(
  author: Types.ObjectId,
  identity: Identity,
  session: ClientSession,
): Promise<void> {
  const authorName = displayName(identity);
  await ReviewModel.updateMany({ author }, { $set: { authorName } }).session(session);
}

async function storeAvatar(
  owner: Types.ObjectId,
  bytes: Uint8Array,
  draftSince: Date,
): Promise<Types.ObjectId> {
  // Here and not in the call's description: it counts pictures, and an edit seldom brings one.
  await limit("photos", owner.toString());
  try {
    return (await storeImage({ bytes, owner, purpose: "avatar", draftSince }))._id;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new Refusal(error.code, { field: "avatar", cause: error });
  }
}
