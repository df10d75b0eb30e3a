import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it, vi } from "vitest";
import type { PrivateRole } from "@models/enumerations";
import type { FormState } from "~/platform/web/form-state";
import { shown } from "../../../tests/support/shown";
import type { SignupKind } from "../signup-fields";
import type { ProfilePage } from "../profile-page.server";
import { AddressSection } from "./address-section";
import { IdentityForm } from "./identity-form";
import { KindFields } from "./kind-fields";
import { LinkedAccountTable } from "./linked-accounts";
import { LoginForm } from "./login-form";
import { MasterForm } from "./master-form";
import { RecoveryCodes, RenewCodesForm } from "./second-step";
import { SessionTable } from "./session-table";
import { SignupForm } from "./signup-form";
import { NewToken, TokenForm, TokenTable } from "./tokens";

/** A form before anything was sent. */
const state: FormState = {
  ...{
    errors: {},
    first: undefined,
    lead: undefined,
    isUnread: false,
    values: {},
    step: undefined,
  },
  field: (name, fallback) => ({ name, defaultValue: fallback, error: undefined }),
};

vi.mock("~/platform/web/use-site", () => ({ useSite: () => ({ maps: null }) }));
vi.mock("~/platform/web/form-state", () => ({ useFormState: () => state }));

it("what is shown this once is copied by a button: a token, and all recovery codes, one a line", () => {
  const copied = (element: ReactElement) =>
    / data-enhance="button" data-text="([^"]*)"/.exec(renderToStaticMarkup(element))?.[1];
  expect(copied(<NewToken token="pds_essai" />)).toBe("pds_essai");
  expect(shown(<NewToken token="pds_essai" />)).toContain("[button] Copier le jeton");
  const codes = ["ABCDE-23456", "FGHJK-23456"];
  expect(copied(<RecoveryCodes codes={codes} />)).toBe("ABCDE-23456\nFGHJK-23456");
  expect(shown(<RecoveryCodes codes={codes} />)).toEqual(expect.arrayContaining(codes));
});

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
      "[option 30] 30\u00a0jours",
      "[option 90, set] 90\u00a0jours",
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
  [0, "Il ne vous en reste aucun\u00a0: remplacez-les pour en avoir d’autres."],
  [1, "Il vous en reste un."],
  [2, "Il vous en reste 2."],
])("recovery codes: of %i left it says %s", (codesLeft, words) => {
  const lines = shown(<RenewCodesForm state={state} action="/x" codesLeft={codesLeft} />);
  expect(lines).toContain(words);
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
        "Il est écrit sur les reçus de vos prochaines locations. Si vous êtes assujetti, la TVA du loyer est de 20 %, ou de 8,5 % en Guadeloupe, en Martinique et à La Réunion ; il n’y en a pas en Guyane ni à Mayotte.",
        "[select vatRegime]",
        "[option] Je ne sais pas encore (supposé : Franchise en base, sans TVA)",
        "[option franchise] Franchise en base, sans TVA",
        "[option assujetti] Assujetti à la TVA",
        "[option exonéré] Exonéré de TVA",
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
        "Il est écrit sur les reçus de vos prochaines locations. Si vous êtes assujetti, la TVA du loyer est de 20 %, ou de 8,5 % en Guadeloupe, en Martinique et à La Réunion ; il n’y en a pas en Guyane ni à Mayotte.",
        "[select vatRegime]",
        "[option] Je ne sais pas encore (supposé : Hors du champ de la TVA)",
        "[option franchise] Franchise en base, sans TVA",
        "[option assujetti] Assujetti à la TVA",
        "[option exonéré] Exonéré de TVA",
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
        "Il est écrit sur les reçus de vos prochaines locations. Si vous êtes assujetti, la TVA du loyer est de 20 %, ou de 8,5 % en Guadeloupe, en Martinique et à La Réunion ; il n’y en a pas en Guyane ni à Mayotte.",
        "[select vatRegime]",
        "[option] Je ne sais pas encore (supposé : Franchise en base, sans TVA)",
        "[option franchise] Franchise en base, sans TVA",
        "[option assujetti] Assujetti à la TVA",
        "[option exonéré] Exonéré de TVA",
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

/** What browsers fill in and which keys telephones show: `name type autocomplete inputmode` of each typed field. */
function typedFields(element: ReactElement): string[] {
  return [...renderToStaticMarkup(element).matchAll(/<input\b[^>]*>/g)].flatMap(([tag]) => {
    const of = (name: string) => new RegExp(`\\s${name}="([^"]*)"`, "i").exec(tag)?.[1];
    const purpose = of("autocomplete");
    if (!purpose) return [];
    return [of("name"), of("type"), purpose, of("inputmode")].filter(Boolean).join(" ");
  });
}

it("signup: what a field is for is said to browsers, of each kind of account", () => {
  const of = (kind: SignupKind) => typedFields(<SignupForm kind={kind} state={state} />);
  expect(of("private")).toMatchInlineSnapshot(`
    [
      "name given-name",
      "lastname family-name",
      "email email email",
      "password password new-password",
      "passwordConfirmation password new-password",
      "off",
      "street address-line1",
      "postalCode postal-code numeric",
      "city address-level2",
      "country country-name",
      "dateOfBirth bday",
      "entityName organization",
      "siret off numeric",
      "INSEE off numeric",
      "phone tel tel",
      "RNA off",
    ]
  `);
  expect(of("master-private")).toEqual(of("private"));
  expect(of("authority").slice(10)).toMatchInlineSnapshot(`
    [
      "entityName organization",
      "siret off numeric",
      "INSEE off numeric",
      "phone tel tel",
    ]
  `);
});

it("login and liaison: what is filled in, and which button was pressed", () => {
  const login = <LoginForm {...state} target="/" />;
  expect(typedFields(login)).toEqual(["email email email", "password password current-password"]);
  expect(shown(<MasterForm found={null} />)).toMatchInlineSnapshot(`
    [
      "Code de liaison",
      "8 caractères, donnés par le compte Master.",
      "[input code]",
      "[button intent=search] Rechercher",
    ]
  `);
  expect(shown(<MasterForm found={{ code: "ABCD1234", name: "Ay" }} />)).toMatchInlineSnapshot(`
    [
      "Ce code est celui du compte Master Ay.",
      "[hidden code=ABCD1234]",
      "[button intent=link] Lier mon compte",
      "→ /mes-parametres/liason-compte Retour",
    ]
  `);
});

it("profile: only a photo that is there can be taken away", () => {
  const profile: ProfilePage = {
    ...{ fullName: "Ana B", email: "a@exemple.fr", avatarId: "i1", isAdmin: false },
    ...{ type: "Entités privés", status: "Particulier", mayLackRna: false, since: "01/11/2026" },
    vat: null,
    unsaidVat: null,
    identity: { name: "Ana", lastname: "B" },
    address: {},
    versions: { identity: "v1", address: "v2" },
  };
  const photo = (avatarId: string | null) =>
    shown(<IdentityForm {...{ profile: { ...profile, avatarId }, role: "Particulier" }} />).slice(
      -6,
    );
  expect(photo("i1")).toMatchInlineSnapshot(`
    [
      "Photo de profil (facultatif)",
      "JPEG, PNG, WebP ou AVIF, 12\u00a0Mo au plus.",
      "[file avatar]",
      "[checkbox removeAvatar] Retirer ma photo",
      "[button intent=identity] Sauvegarder",
      "→ /profil Annuler",
    ]
  `);
  expect(photo(null).join("\n")).not.toContain("Retirer ma photo");
});

it("an address: what is not known has a dash", () => {
  const facts = (address: ProfilePage["address"]) =>
    shown(<AddressSection address={address} version="v2" isEdited={false} />);
  expect(facts({ city: "Lyon" })).toMatchInlineSnapshot(`
    [
      "Mes coordonnées",
      "Rue",
      "—",
      "Code postal",
      "—",
      "Ville",
      "Lyon",
      "Pays",
      "—",
      "→ /profil?modifier=coordonnees#coordonnees Modifier mes coordonnées",
    ]
  `);
  expect(facts({ street: "1 quai", postalCode: "69001", country: "France" }))
    .toMatchInlineSnapshot(`
      [
        "Mes coordonnées",
        "Rue",
        "1 quai",
        "Code postal",
        "69001",
        "Ville",
        "—",
        "Pays",
        "France",
        "→ /profil?modifier=coordonnees#coordonnees Modifier mes coordonnées",
      ]
    `);
});
