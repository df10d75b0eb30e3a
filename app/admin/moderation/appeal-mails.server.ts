/** What who appealed reads of what became of that. */
import type { ClientSession, Types } from "mongoose";
import type { AppealOutcome, Measure } from "@models/enumerations";
import { queueMail } from "~/platform/mail/mail.server";
import type { NamedDecision } from "~/reports/decision-words.server";
import type { Standing } from "~/reports/standing.server";
import { reasonLine } from "~/rules/reason";
import type { PhotoBack } from "~/venues/remove-photo.server";
import { PHOTO_COUNT } from "~/venues/venue-input";
import type { ReviewBack } from "../reviews/decide-review.server";
import type { Own } from "./appeal-readers.server";
import { addressOf } from "./moderation-mails.server";

const OUTCOMES: Record<
  AppealOutcome,
  { subject: string; text: (reader: string, effect: string) => string }
> = {
  maintenir: {
    subject: "Recours relu, décision maintenue",
    text: (reader) =>
      `${reader} et la maintient. Vous pouvez saisir un médiateur ou le tribunal compétent.`,
  },
  revenir: {
    subject: "Recours relu, décision annulée",
    text: (reader, effect) => `${reader} et l’annule.${effect}`,
  },
};

const OTHER_READER = "Une autre personne a relu la décision";
const OWN_READER: Record<Own, string> = {
  decided: "Personne d’autre ne pouvant le faire, qui avait pris la décision l’a relue",
  concerned:
    "Personne d’autre ne pouvant le faire, la personne que la décision concerne l’a relue elle-même",
};

/** What a newer measure leaves somebody with. */
const STILL: Record<Measure, string> = {
  classer: "",
  masquer: "votre avis n’est pas montré",
  retirer: "cette photo n’est pas montrée",
  suspendre: "votre lieu est suspendu",
  bannir: "votre compte est suspendu",
};

const PHOTO_BACK: Record<PhotoBack, string> = {
  shown: " La photo est de nouveau sur la fiche de votre lieu.",
  full: ` Votre lieu montre déjà ${PHOTO_COUNT.most} photos\u00a0: pour l’y remettre, retirez-en une et envoyez-la de nouveau.`,
  deleted: " Votre lieu reste supprimé\u00a0: la photo n’y revient pas.",
};

const REVIEW_ELSEWHERE =
  " Votre avis n’est pas montré pour autant\u00a0: ce lieu a changé de ville depuis votre réservation, et il y serait lu comme celui d’un autre endroit.";

/** What taking a decision back changes, where that does not go without saying. */
function effectText(standing: Standing, measure: Measure, back: PhotoBack | ReviewBack): string {
  if (standing === "stands" && measure === "retirer" && back !== "elsewhere") {
    return PHOTO_BACK[back];
  }
  const before =
    standing === "stands"
      ? ""
      : standing === "over"
        ? " Elle n’avait déjà plus d’effet."
        : ` Une décision plus récente reste en vigueur\u00a0: ${STILL[measure]}.`;
  const hidden = back === "elsewhere" ? REVIEW_ELSEWHERE : "";
  const mayCallOff = measure === "suspendre" || measure === "bannir";
  return `${before}${hidden}${mayCallOff ? " Les réservations qui ont été annulées le restent." : ""}`;
}

export async function mailAppealed(
  {
    decisionId,
    named,
    person,
    measure,
    standing,
    back,
    outcome,
    why,
    own,
  }: {
    decisionId: string;
    named: NamedDecision;
    person: Types.ObjectId;
    measure: Measure;
    /** What had become of the measure before this answer. */
    standing: Standing;
    /** What comes of a photo or a review that it took away. */
    back: PhotoBack | ReviewBack;
    outcome: AppealOutcome;
    why: string;
    /** Whoever answers is party to it, because nobody else could answer. */
    own: Own | null;
  },
  transaction: ClientSession,
): Promise<void> {
  const to = await addressOf(person, transaction);
  if (!to) return;
  const { subject, text } = OUTCOMES[outcome];
  await queueMail(
    {
      ...{ key: `appeal-decided:${decisionId}`, to, subject: `${subject}\u00a0: ${named.about}` },
      paragraphs: [
        `Vous avez contesté ${named.text}.`,
        text(own ? OWN_READER[own] : OTHER_READER, effectText(standing, measure, back)),
        reasonLine(why),
      ],
    },
    transaction,
  );
}
