import { expect, it } from "vitest";
import type { PrivateRole } from "@models/enumerations";
import type { FormState } from "~/platform/web/form-state";
import { shown } from "../../../tests/support/shown";
import { KindFields } from "./kind-fields";
import { LinkedAccountTable } from "./linked-accounts";
import { RenewCodesForm } from "./second-step";
import { SessionTable } from "./session-table";
import { TokenForm, TokenTable } from "./tokens";

/** A form before anything was sent. */
const state: FormState = {
  ...{ errors: {}, lead: undefined, values: {}, step: undefined },
  field: (name, fallback) => ({ name, defaultValue: fallback, error: undefined }),
};

it("tokens: what is not known has a word, each is revoked by its id, reading is proposed", () => {
  const token = {
    id: "t1",
    name: "Site",
    scope: "read",
    createdAt: "20/11/2026",
    lastUsedAt: null,
    expiresAt: null,
  } as const;
  expect(shown(<TokenTable tokens={[]} />)).toMatchInlineSnapshot(`
    [
      "Vous n’avez aucun jeton.",
    ]
  `);
  expect(
    shown(
      <TokenTable
        tokens={[
          token,
          { ...token, id: "t2", scope: "write", lastUsedAt: "21/11/2026", expiresAt: "20/02/2027" },
        ]}
      />,
    ),
  ).toMatchInlineSnapshot(`
    [
      "Jetons d’API",
      "Nom",
      "Droits",
      "# Dernière utilisation",
      "# Expiration",
      "Actions",
      "Site",
      "Lecture",
      "Jamais",
      "Aucune",
      "[hidden id=t1]",
      "[button intent=revoke] Révoquer le jeton Site",
      "Site",
      "Lecture et écriture",
      "21/11/2026",
      "20/02/2027",
      "[hidden id=t2]",
      "[button intent=revoke] Révoquer le jeton Site",
    ]
  `);
  expect(shown(<TokenForm {...state} />)).toMatchInlineSnapshot(`
    [
      "Créer un jeton",
      "Nom",
      "Pour le reconnaître : le programme qui s’en sert.",
      "[input name]",
      "Droits",
      "[radio scope=read, set] Lecture",
      "[radio scope=write] Lecture et écriture",
      "Durée",
      "[select life]",
      "[option 30] 30 jours",
      "[option 90, set] 90 jours",
      "[option 365] Un an",
      "[option none] Jusqu’à sa révocation",
      "Mot de passe",
      "Pour confirmer que c’est bien vous.",
      "[password currentPassword]",
      "[button intent=create] Créer le jeton",
    ]
  `);
});

it("sessions: this one cannot be ended, others one by one or all at once", () => {
  const own = {
    ...{ id: "s1", device: "Firefox, Linux", startedAt: "20/11/2026", lastUsedAt: "21/11/2026" },
    isCurrent: true,
  };
  expect(shown(<SessionTable sessions={[own]} />)).toMatchInlineSnapshot(`
    [
      "Sessions ouvertes",
      "Appareil",
      "# Connexion",
      "# Dernière activité",
      "Actions",
      "Firefox, Linux",
      "20/11/2026",
      "21/11/2026",
      "Cet appareil",
    ]
  `);
  expect(shown(<SessionTable sessions={[own, { ...own, id: "s2", isCurrent: false }]} />))
    .toMatchInlineSnapshot(`
      [
        "Sessions ouvertes",
        "Appareil",
        "# Connexion",
        "# Dernière activité",
        "Actions",
        "Firefox, Linux",
        "20/11/2026",
        "21/11/2026",
        "Cet appareil",
        "Firefox, Linux",
        "20/11/2026",
        "21/11/2026",
        "[hidden id=s2]",
        "[button intent=end] Déconnecter Firefox, Linux, connecté le 20/11/2026",
        "[button intent=end-others] Déconnecter tous les autres appareils",
      ]
    `);
});

it("linked accounts: each with its name, since when, and the button that lets it go", () => {
  const account = { id: "a1", name: "Marie D.", avatarId: null, since: "21/11/2026" };
  expect(shown(<LinkedAccountTable accounts={[account]} />)).toMatchInlineSnapshot(`
    [
      "Comptes liés",
      "Compte",
      "# Inscrit(e) depuis le",
      "Actions",
      "MDMarie D.",
      "21/11/2026",
      "[hidden id=a1]",
      "[button] Retirer Marie D.",
    ]
  `);
});

it.each([
  [0, "zéro"],
  [1, "un"],
  [2, "2"],
])("recovery codes: of %i left it says %s", (codesLeft, word) => {
  const lines = shown(<RenewCodesForm state={state} action="/x" codesLeft={codesLeft} />);
  expect(lines).toContain(`Il vous en reste ${word}.`);
});

it("fields of an identity: of each kind of account its own, and which may stay empty", () => {
  const kind = { type: undefined, role: undefined, identity: {}, mayLackRna: false, state };
  const privately = { ...kind, type: "Entités privés" } as const;
  const of = (role: PrivateRole) => ({ role });
  const fields = {
    individual: shown(<KindFields {...privately} {...of("Particulier")} />),
    company: shown(<KindFields {...privately} {...of("Entreprise")} />),
    association: shown(<KindFields {...privately} {...of("Association")} mayLackRna />),
    authority: shown(<KindFields {...kind} type="Collectivité" identity={{ entityName: "Ay" }} />),
  };
  expect(fields).toMatchInlineSnapshot(`
    {
      "association": [
        "Nom de la structure",
        "[input entityName]",
        "SIRET (facultatif)",
        "14 chiffres",
        "[input siret]",
        "INSEE (facultatif)",
        "Numéro SIREN, 9 chiffres",
        "[input INSEE]",
        "RNA (facultatif)",
        "W suivi de 9 caractères",
        "[input RNA]",
        "Téléphone (facultatif)",
        "[tel phone]",
        "[checkbox withoutRna, set] Mon association, d’Alsace ou de Moselle, n’a pas de RNA",
        "Régime de TVA",
        "Il est écrit sur les reçus de vos prochaines locations.",
        "[select vatRegime]",
        "[option franchise, set] Franchise en base, sans TVA",
        "[option assujetti] Assujetti, TVA à 20 %",
        "[option hors champ] Hors du champ de la TVA",
        "Numéro de TVA",
        "Si vous êtes assujetti : FR et 11 caractères.",
        "[input vatNumber]",
      ],
      "authority": [
        "Nature de la collectivité",
        "[select natureOfCollectivity]",
        "[option] Choisissez…",
        "[option Commune] Communale",
        "[option Département] Départementale",
        "[option Région] Régionale",
        "[option Métropole] Métropolitaine",
        "Nom de la structure",
        "[input entityName=Ay]",
        "SIRET",
        "14 chiffres",
        "[input siret]",
        "INSEE",
        "Numéro SIREN, 9 chiffres",
        "[input INSEE]",
        "Téléphone",
        "[tel phone]",
        "Régime de TVA",
        "Il est écrit sur les reçus de vos prochaines locations.",
        "[select vatRegime]",
        "[option franchise, set] Franchise en base, sans TVA",
        "[option assujetti] Assujetti, TVA à 20 %",
        "[option hors champ] Hors du champ de la TVA",
        "Numéro de TVA",
        "Si vous êtes assujetti : FR et 11 caractères.",
        "[input vatNumber]",
      ],
      "company": [
        "Nom de la structure",
        "[input entityName]",
        "SIRET",
        "14 chiffres",
        "[input siret]",
        "INSEE (facultatif)",
        "Numéro SIREN, 9 chiffres",
        "[input INSEE]",
        "Téléphone (facultatif)",
        "[tel phone]",
        "Régime de TVA",
        "Il est écrit sur les reçus de vos prochaines locations.",
        "[select vatRegime]",
        "[option franchise, set] Franchise en base, sans TVA",
        "[option assujetti] Assujetti, TVA à 20 %",
        "[option hors champ] Hors du champ de la TVA",
        "Numéro de TVA",
        "Si vous êtes assujetti : FR et 11 caractères.",
        "[input vatNumber]",
      ],
      "individual": [
        "Date de naissance",
        "[date dateOfBirth]",
        "Téléphone (facultatif)",
        "[tel phone]",
      ],
    }
  `);
});
