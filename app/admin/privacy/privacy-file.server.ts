import { PrivacyRequestModel } from "@models/privacy-request";
import { addressData } from "~/offboarding/address-data.server";
import { exportPersonalData } from "~/offboarding/export-personal-data.server";
import { Refusal } from "~/platform/refusal";
import { accountOfRequest } from "./account-of-request.server";

/**
 * The copy that a request asks for: what its account's own settings give, or what is kept of an address. Whoever answered
 * may be one who may not take it, so that it can be had of a fulfilled one as long as that keeps its address.
 *
 * @throws Refusal("not_found" | "privacy_closed" | "privacy_identity")
 */
export async function privacyFile(requestId: string, now: Date) {
  const request = await PrivacyRequestModel.findById(requestId).lean();
  if (request?.kind !== "access" && request?.kind !== "portability") throw new Refusal("not_found");
  const { outcome, email, identity } = request;
  if ((outcome && outcome !== "fulfilled") || email === undefined)
    throw new Refusal("privacy_closed");
  if (!identity) throw new Refusal("privacy_identity");
  const account = await accountOfRequest(request);
  return account ? await exportPersonalData(account._id.toString(), now) : await addressData(email);
}
