/** What people read about each piece of equipment. */
import type { Equipment } from "@models/enumerations";

const DETAILS = {
  Parking: { icon: "parking", detail: "Parking sécurisé." },
  Vestiaire: { icon: "cintre", detail: "Espace fermé pour déposer manteaux et sacs." },
  Climatisation: { icon: "froid", detail: "Température réglable dans la salle." },
  Scène: { icon: "scene", detail: "Scène pour concerts, discours et spectacles." },
  Chaises: { icon: "chaise", detail: "Chaises à disposition des invités." },
  Tables: { icon: "table", detail: "Tables à disposition, à installer selon vos besoins." },
  Bar: { icon: "verre", detail: "Comptoir pour servir les boissons." },
  Internet: { icon: "wifi", detail: "Connexion Internet dans tout le lieu." },
  Podium: { icon: "podium", detail: "Estrade pour une prise de parole." },
  Sonorisation: { icon: "son", detail: "Enceintes et microphone sur place." },
  "Vidéo-surveillance": { icon: "camera", detail: "Accès et abords filmés." },
  Bureaux: { icon: "bureau", detail: "Bureaux équipés pour travailler." },
  "Espace de travail": { icon: "ordinateur", detail: "Coin calme pour préparer l’événement." },
} as const satisfies Record<Equipment, { icon: string; detail: string }>;

/** A line of the equipment list; `icon` names one of app/ui/icons. */
export interface EquipmentItem {
  label: string;
  icon: (typeof DETAILS)[Equipment]["icon"] | "info";
  detail: string;
}

/** An item of the equipment list; one that is not known says so. */
export function equipmentItem(label: string): EquipmentItem {
  const known = Object.hasOwn(DETAILS, label) ? DETAILS[label as Equipment] : undefined;
  return known
    ? { label, ...known }
    : {
        label,
        icon: "info",
        detail: "Aucun détail spécifique pour cet équipement.",
      };
}
