import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { textsOf } from "./source-texts";
import { problemsOf } from "./words";

/** Where texts stand that people read: pages, mails, API messages, demo data, the payment sandbox. */
const ROOMS = ["app", "jobs", "models", "sandbox/demo", "sandbox/stripe/pages", "server.ts"];

/** Texts that may break a rule, and why. Nothing else may; one that is no longer needed goes. */
const EXCEPTIONS: Record<string, string> = {
  "Compte master réalisé avec succès\u00a0!": "prescribed, small letter included",
  "Entités privés": "stored value of a user's type; `shownAs` says how it is read",
  "Salles d'exposition": "stored value of a venue's type; `shownAs` says how it is read",
  "Demande d'information": "stored value of a message's type; `shownAs` says how it is read",
};

const sourceFiles = () =>
  execFileSync("git", ["ls-files", ...ROOMS], { encoding: "utf8" })
    .split("\n")
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file));

describe("the texts of the product", () => {
  it("are written in correct French", () => {
    const files = sourceFiles();
    const met = new Set<string>();
    const wrong = files.flatMap((file) =>
      textsOf(file, readFileSync(file, "utf8")).flatMap(({ line, text }) => {
        const problems = problemsOf(text);
        if (problems.length === 0) return [];
        if (Object.hasOwn(EXCEPTIONS, text)) {
          met.add(text);
          return [];
        }
        return [`${file}:${line} ${problems.join(", ")}: ${text}`];
      }),
    );
    expect(wrong).toEqual([]);
    expect([...met].sort()).toEqual(Object.keys(EXCEPTIONS).sort());
    expect(files.length).toBeGreaterThan(300);
  });
});

/** What is wrong with the texts of a piece of source. */
const problemsIn = (source: string) =>
  textsOf("sample.tsx", source).flatMap(({ text }) => problemsOf(text));

const BREAKING = "an ordinary space beside ! ? : ; € % « »";
const MISSING = "no space beside ! ? : ; € « »";
const STRAIGHT = "a straight apostrophe";
const BROKEN = "an ordinary space between a figure and its unit";

it.each([
  [`"Paiement réussi !"`, BREAKING],
  [`"Erreur : "`, BREAKING],
  [`\`Référence : \${reference}\``, BREAKING],
  [`\`\${count} € par jour\``, BREAKING],
  [`\`Le champ « \${label} » est vide\``, BREAKING],
  [`<p>Pas encore inscrit ? <a href="/inscription">Créez un compte</a></p>`, BREAKING],
  [`<p>{name} : absent</p>`, BREAKING],
  [`<Field hint="9 chiffres : le SIREN" />`, BREAKING],
  ["html`<p>Pour les essais : 4242</p>`", BREAKING],
  [`"Bienvenue!"`, MISSING],
  [`"Mot de passe oublié?"`, MISSING],
  [`<a href="/x">Déjà inscrit?</a>`, MISSING],
  [`<dt>Prix pour la journée: <b>12</b></dt>`, MISSING],
  [`"De 1 à 10€"`, MISSING],
  [`"Aucun lieu pour l'instant"`, STRAIGHT],
  [`<p>Ce lieu n'existe plus</p>`, STRAIGHT],
  [`"Demande d'information"`, STRAIGHT],
  [`"Il répond sous 24 heures"`, BROKEN],
  [`<p>De 8 h à midi</p>`, BROKEN],
  [`\`\${count} jours\``, BROKEN],
  [`"Il est valable 15 minutes, pour un essai"`, BROKEN],
  [`"Mes paiments"`, "misspelt: paiments"],
  [`<h1>Paiment rembouser</h1>`, "misspelt: Paiment"],
  [`"Email vérifié"`, "misspelt: Email"],
  [`"Code de liason"`, "misspelt: liason"],
  [`"tous les champs doivent être remplit."`, "misspelt: être remplit"],
  [`"La location à été supprimée"`, "misspelt: à été"],
  [`"Vos dates sont de nouveau libres."`, "days promised to be free"],
  [
    `<a href="/politique">politique de confidentialité</a>`,
    "another name: politique de confidentialité",
  ],
  [`"L’adresse des agendas que vous importez"`, "another name: agendas que vous importez"],
  [`"Nouveaux codes de récupération"`, "another name: codes de récupération"],
  [`"Prévenez un super-administrateur"`, "another name: super-administrateur"],
  [`<Field label="Nom de l’entité" />`, "another name: Nom de l’entité"],
  [`"Quitter ce compte master"`, "another name: compte master"],
])("%s is wrong: %s", (source, problem) => {
  expect(problemsIn(source)).toContain(problem);
});

it.each([
  [`"Paiement réussi\\u00a0!"`],
  [`<p>Déjà inscrit&nbsp;? <a href="/connexion">Connexion</a></p>`],
  [`<p>{label}{"\\u00a0: "}{value}</p>`],
  [`\`Le champ «\\u00a0\${label}\\u00a0» est vide\``],
  [`"C’était l’heure, à 18:30 : aujourd’hui."`.replace(" :", "\u00a0:")],
  [`"1\\u202f620,00\\u00a0€ dont 12,5\\u00a0%"`],
  [`<a className="a:b c!" href="/mes-paiments">Mes paiements</a>`],
  [`"Vos dates ne sont plus réservées."`],
  [`"Sans code de secours, un super-admin peut réinitialiser votre seconde étape."`],
  [`"Sous 24\\u00a0heures, de 8\\u00a0h à midi, pour 30 personnes"`],
  [`"At most 5 tries in 15 minutes"`],
  [`redirect("/mes-parametres/liason-compte?vers=la-page")`],
  [`route("mes-paiments", "routes/mes-paiments.tsx")`],
  [`\`/reservation?\${query}\``],
  [`const kept = { "Entités privés": 1 }; type === "Entités privés"`],
  [`log("The card's month isn't valid: try again")`],
  [`"text/html; charset=utf-8"`],
  [`".a{color:red}\\n:focus-visible{outline:0}"`],
  [`\`<p style="color:\${red};margin:0">Vous êtes là</p>\``],
  [`select("email status verification")`],
  [`// C'est un commentaire : il n'est lu que par nous !`],
])("%s is right", (source) => {
  expect(problemsIn(source)).toEqual([]);
});

it("says where a text begins", () => {
  expect(textsOf("sample.ts", 'one();\nsay("Voilà");')).toEqual([{ line: 2, text: "Voilà" }]);
});
