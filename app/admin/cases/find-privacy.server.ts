import { trusted } from "mongoose";
import { PrivacyRequestModel } from "@models/privacy-request";
import { formatDay, parisMidnight } from "~/platform/days";
import { knownOr, OTHER } from "~/platform/known-value";
import { endOf, FORGOTTEN, PRIVACY_CHANNEL_LABELS, privacyWords } from "../words/privacy-words";
import { CASES_OF_A_KIND, type FoundCase, type Sought } from "./case-file";

/** What persons asked about their data, and nobody has answered. */
export async function openPrivacyRequests({ skip }: Sought): Promise<FoundCase[]> {
  const requests = await PrivacyRequestModel.find({ outcome: trusted({ $exists: false }) })
    .sort({ dueOn: 1 })
    .skip(skip)
    .limit(CASES_OF_A_KIND)
    .lean();
  return requests.map(({ _id, kind, email, channel, receivedOn, dueOn, identity, extendedAt }) => ({
    key: `privacy:${_id.toString()}`,
    kind: "privacy",
    title: `${privacyWords(kind).label}, demande du ${formatDay(receivedOn)}`,
    context: [
      `De ${email ?? FORGOTTEN}. ${knownOr(PRIVACY_CHANNEL_LABELS, channel, OTHER)}.`,
      identity ? "Identité vérifiée." : "Identité à vérifier.",
      ...(extendedAt ? ["Délai prolongé."] : []),
    ].join(" "),
    href: `/admin/droits/${_id.toString()}`,
    since: parisMidnight(receivedOn),
    deadline: endOf(dueOn),
    amount: null,
    mark: null,
  }));
}
