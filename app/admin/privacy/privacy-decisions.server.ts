import { Refusal } from "~/platform/refusal";
import type { PrivacyAct } from "./forms";
import type { PrivacyRecord } from "./privacy-record.server";
import { FILE_HANDED_BY, privacyWords } from "../words/privacy-words";

/** What the page says that asks before a request is answered, refused, or given more time. */
export interface DecisionWords {
  question: string;
  /** Whose request it is: the title names them. */
  person: string;
  /** Whose request it is, and until when it can be answered. */
  about: string;
  consequences: string[];
  label: string;
  /** What the text may begin with. */
  text: string;
  verb: string;
  /** Nobody loses anything by it. */
  isSoft: boolean;
  backHref: string;
}

/**
 * @param mayExport whether who reads it may take the file of somebody's data
 * @throws Refusal("privacy_closed") of a request that was answered
 */
export function decisionWords(
  act: PrivacyAct,
  request: PrivacyRecord,
  mayExport: boolean,
): DecisionWords {
  if (request.state !== "open") throw new Refusal("privacy_closed");
  const { title, person, due, extendedTo } = request;
  const about = `${title}, ${person}. Réponse due\u00a0: ${due}.`;
  const common = { about, person, backHref: `/admin/droits/${request.id}` };
  switch (act) {
    case "satisfaire":
      return {
        ...common,
        question: "Satisfaire cette demande\u00a0?",
        consequences: [grantText(request, mayExport), "La demande est close."],
        label: "Réponse",
        text: privacyWords(request.kind).answer,
        verb: "Envoyer la réponse",
        isSoft: true,
      };
    case "refuser":
      return {
        ...common,
        question: "Refuser cette demande\u00a0?",
        consequences: [
          "La loi ne permet de refuser que ce qui est infondé, excessif ou couvert par une obligation de garder.",
          "La personne lit le motif, et qu’elle peut saisir la CNIL ou un tribunal. La demande est close.",
        ],
        label: "Motif",
        text: "",
        verb: "Refuser la demande",
        isSoft: false,
      };
    case "prolonger":
      return {
        ...common,
        question: "Prendre deux mois de plus pour cette demande\u00a0?",
        consequences: [
          `La réponse est ensuite due le ${extendedTo} au plus tard. Cela ne se fait qu’une fois.`,
          "La loi le permet pour une demande complexe ou des demandes nombreuses.",
        ],
        label: "Motif",
        text: "",
        verb: "Prolonger le délai",
        isSoft: true,
      };
  }
}

function grantText({ kind, account, held }: PrivacyRecord, mayExport: boolean): string {
  if (kind !== "access" && kind !== "portability") {
    return "Dites ce qui a été corrigé ou arrêté\u00a0: faites-le d’abord.";
  }
  if (account && !account.canLogIn) {
    return mayExport
      ? "La personne ne peut pas se connecter\u00a0: téléchargez d’abord le fichier de ses données et remettez-le-lui. L’e-mail le lui annonce."
      : `La personne ne peut pas se connecter. ${FILE_HANDED_BY} L’e-mail le lui annonce.`;
  }
  if (account) return "L’e-mail mène au fichier de ses données, dans les paramètres de son compte.";
  return held === null
    ? "L’e-mail dit que rien n’est gardé à cette adresse."
    : `L’e-mail contient ce qui est gardé à cette adresse\u00a0: ${held}.`;
}
