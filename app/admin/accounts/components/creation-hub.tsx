import { useMay } from "~/admin/use-may";
import type { Permission } from "~/platform/permissions";
import { Icon } from "~/ui/icon";
import type { IconName } from "~/ui/icons";

const KINDS: readonly {
  path: string;
  icon: IconName;
  title: string;
  text: string;
  /** What it takes, beside creating accounts at all. */
  needs?: Permission;
}[] = [
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
    needs: "admins.manage",
    text: "Une personne qui gère la plateforme.",
  },
];

/** The kinds of account that can be made, each card a link. */
export function CreationHub() {
  const may = useMay();
  return (
    <ul className="hub">
      {KINDS.filter(({ needs }) => !needs || may(needs)).map(({ path, icon, title, text }) => (
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
