import { Icon } from "~/ui/icon";
import type { IconName } from "~/ui/icons";

const KINDS: readonly { path: string; icon: IconName; title: string; text: string }[] = [
  {
    path: "user",
    icon: "personne",
    title: "Utilisateur",
    text: "Une entreprise, une association ou un particulier.",
  },
  {
    path: "user-c",
    icon: "batiment",
    title: "Collectivité",
    text: "Une commune, un département, une région ou une métropole.",
  },
  {
    path: "master",
    icon: "bouclier",
    title: "Master",
    text: "Une entité privée dont d’autres comptes dépendent, avec son code.",
  },
  {
    path: "master-c",
    icon: "bouclier",
    title: "Master collectivité",
    text: "Une collectivité dont d’autres comptes dépendent, avec son code.",
  },
  {
    path: "admin",
    icon: "reglages",
    title: "Administration",
    text: "Une personne qui gère la plateforme.",
  },
];

/** The kinds of account that can be made, each card a link. */
export function CreationHub() {
  return (
    <ul className="hub">
      {KINDS.map(({ path, icon, title, text }) => (
        <li key={path} className="card">
          <Icon name={icon} />
          <h2>
            <a href={`/admin/create-account/${path}`}>{title}</a>
          </h2>
          <p className="quiet-text">{text}</p>
        </li>
      ))}
    </ul>
  );
}
