import { trusted, Types } from "mongoose";
import { REPORT_REASONS } from "@models/enumerations";
import { ModerationDecisionModel } from "@models/moderation-decision";
import { ReportModel } from "@models/report";
import { UserModel } from "@models/user";
import { formatInstant } from "~/platform/days";
import { knownOr, OTHER } from "~/platform/known-value";
import { OUTCOME_WORDS } from "~/reports/appeal-limit";
import { fullName } from "../words/person";
import { measureDone } from "./measures";

/** One thing that happened around a venue or a review. */
export interface ModerationLine {
  id: string;
  title: string;
  /** '21/11/2026 à 11 h 05' */
  at: string;
  detail: string;
  href: string | null;
}

/** What somebody says for themself is read where the look is noted. */
const APPEAL_APART = "Ce que dit la personne se lit sur la page du recours.";

/** Reports, decisions and appeals on a venue or a review, the latest first. */
export async function moderationHistory(target: string): Promise<ModerationLine[]> {
  const of = { target: new Types.ObjectId(target) };
  const [reports, decisions] = await Promise.all([
    ReportModel.find(of).sort({ createdAt: -1 }).lean(),
    ModerationDecisionModel.find(of).sort({ at: -1 }).lean(),
  ]);
  const ids = decisions.flatMap(({ admin, appeal }) => [
    admin,
    ...(appeal?.admin ? [appeal.admin] : []),
  ]);
  const admins = await UserModel.find({ _id: trusted({ $in: ids }) }, "name lastname").lean();
  const nameOf = (id: Types.ObjectId | undefined) => {
    const admin = admins.find(({ _id }) => id !== undefined && _id.equals(id));
    return admin ? fullName(admin) : "un ancien compte";
  };
  const lines = [
    ...reports.map(({ _id, reason, text, createdAt }) => ({
      id: `signalement-${_id.toString()}`,
      title: `Signalement\u00a0: ${knownOr(REPORT_REASONS, reason, OTHER)}`,
      at: createdAt,
      detail: `«\u00a0${text}\u00a0»`,
      href: `/admin/moderation/${_id.toString()}`,
    })),
    ...decisions.flatMap(({ _id, measure, why, admin, at, appeal }) => [
      {
        id: `decision-${_id.toString()}`,
        title: measureDone(measure),
        at,
        detail: `Par ${nameOf(admin)}. ${why}`,
        href: null,
      },
      ...(appeal
        ? [
            {
              id: `recours-${_id.toString()}`,
              title: appeal.outcome ? OUTCOME_WORDS[appeal.outcome] : "Recours à relire",
              at: appeal.decidedAt ?? appeal.at,
              detail: appeal.outcome
                ? `Par ${nameOf(appeal.admin)}. ${appeal.why ?? ""}`
                : APPEAL_APART,
              href: `/admin/recours/${_id.toString()}`,
            },
          ]
        : []),
    ]),
  ];
  return lines
    .toSorted((a, b) => b.at.getTime() - a.at.getTime())
    .map((line) => ({ ...line, at: formatInstant(line.at) }));
}
