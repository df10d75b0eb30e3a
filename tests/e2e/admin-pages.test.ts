import { trusted } from "mongoose";
import type { Page } from "playwright/test";
import { CaseChargeModel } from "@models/case-charge";
import { LedgerEntryModel, type LedgerEntry } from "@models/ledger-entry";
import { ReceiptModel } from "@models/receipt";
import { ContactMessageModel } from "@models/contact-message";
import type { PrivacyKind, ReservationState } from "@models/enumerations";
import { ModerationDecisionModel } from "@models/moderation-decision";
import { PaymentCaseModel } from "@models/payment-case";
import { PrivacyRequestModel } from "@models/privacy-request";
import { ReportModel } from "@models/report";
import { ReservationModel } from "@models/reservation";
import { UserModel, type User } from "@models/user";
import { parisDayOf } from "~/platform/days";
import { demoAccount, newAccount, newOwner, newVenue, unique } from "../support/browser-people";
import { expect, test } from "../support/journey";
import { expectGoodPage, expectRoute, parameterPaths } from "../support/pages";
import { runsScripts } from "../support/screenshots";

/** The back-office's records, acts and lists under way; its pages without a parameter are walked by pages.test.ts. */

interface Stage {
  page: Page;
  enter: (user: User) => Promise<void>;
  owner: User;
}

/** A page of the back-office. */
const asAdmin = (path: () => string | Promise<string>) => async (stage: Stage) => {
  await stage.enter(await demoAccount("admin@exemple.fr"));
  await stage.page.goto(await path());
};
/** What a screen reader reads on a page, what its style writes included. */
const heardOn = async (page: Page) => {
  const devtools = await page.context().newCDPSession(page);
  const { nodes } = await devtools.send("Accessibility.getFullAXTree");
  await devtools.detach();
  const texts = nodes.filter(({ role }) => role?.value === "StaticText");
  return texts.map(({ name }) => String(name?.value)).join("");
};
const idOf = async (email: string) => (await demoAccount(email))._id.toString();
/** An owner who was paid, and a year in which they were. */
const paidOwner = async (filter: Partial<Pick<LedgerEntry, "owner">> = {}) => {
  const entry = await LedgerEntryModel.findOne({ type: "transferred", ...filter }).lean();
  return { owner: entry!.owner.toString(), year: parisDayOf(entry!.at).slice(0, 4) };
};
/** One that is paid or authorised at Stripe as its state says, which those that tests write down are not. */
const demoReservation = async (status: ReservationState) => {
  const paymentIntentId = trusted({ $exists: true });
  const found = await ReservationModel.findOne({ status, refunded: 0, paymentIntentId })
    .sort({ startDate: -1 })
    .lean();
  if (!found) throw new Error(`The demo has no reservation that is ${status}`);
  return found._id.toString();
};
const demoReport = async () => {
  const report = await ReportModel.findOne({ email: "claire.m@exemple.fr" }).lean();
  if (!report) throw new Error("The demo has no report");
  return report._id.toString();
};
/** An appeal that waits for an answer, and whoever took the decision that it is about. */
const demoAppeal = async () => {
  const decision = await ModerationDecisionModel.findOne({
    "appeal.at": trusted({ $exists: true }),
    "appeal.outcome": trusted({ $exists: false }),
  })
    .orFail()
    .lean();
  const decidedBy = await UserModel.findById(decision.admin).orFail().lean();
  return { path: `/admin/recours/${decision._id.toString()}`, decidedBy };
};
const demoRequest = async (kind: PrivacyKind) => {
  const request = await PrivacyRequestModel.findOne({ kind }).sort({ createdAt: 1 }).lean();
  if (!request) throw new Error(`The demo has no request of ${kind}`);
  return request._id.toString();
};
const newMessage = async () => {
  const { _id } = await ContactMessageModel.create({
    type: "Réservation et disponibilités",
    email: `lucie.ferrand-de-la-grange.${unique()}@association-des-parents.exemple.fr`,
    phone: "06 12 34 56 78",
    name: "Lucie",
    lastname: "Ferrand",
    description: "Bonjour, la salle des Tilleuls est-elle libre le premier week-end de juin\u00a0?",
  });
  return _id.toString();
};

interface State {
  name: string;
  /** The route that it is of, where its path has a parameter. */
  route?: string;
  title: string;
  show: (stage: Stage) => Promise<unknown>;
}

const STATES: State[] = [
  {
    name: "admin-fiche",
    route: "/admin/user/:id",
    title: "Claire Martin",
    show: asAdmin(async () => `/admin/user/${await idOf("proprietaire@exemple.fr")}`),
  },
  {
    name: "admin-bannir",
    route: "/admin/user/:id/bannir",
    title: "Bannir Claire Martin\u00a0\\?",
    show: asAdmin(async () => `/admin/user/${await idOf("proprietaire@exemple.fr")}/bannir`),
  },
  {
    name: "admin-annuler",
    route: "/admin/user/:id/annuler",
    title: "Annuler les réservations à venir de Claire Martin\u00a0\\?",
    show: asAdmin(async () => `/admin/user/${await idOf("proprietaire@exemple.fr")}/annuler`),
  },
  {
    name: "admin-supprimer",
    route: "/admin/user/:id/supprimer",
    title: "Supprimer le compte de Claire Martin\u00a0\\?",
    show: asAdmin(async () => `/admin/user/${await idOf("proprietaire@exemple.fr")}/supprimer`),
  },
  {
    name: "admin-role",
    route: "/admin/user/:id/role",
    title: "Changer le rôle .+\u00a0\\?",
    show: asAdmin(async () => `/admin/user/${await idOf("support@exemple.fr")}/role`),
  },
  {
    name: "admin-seconde-etape",
    route: "/admin/user/:id/seconde-etape",
    title: "Réinitialiser la seconde étape .+\u00a0\\?",
    show: asAdmin(async () => `/admin/user/${await idOf("support@exemple.fr")}/seconde-etape`),
  },
  {
    name: "admin-retablir",
    route: "/admin/user/:id/retablir",
    title: "Rétablir .+\u00a0\\?",
    show: asAdmin(async () => `/admin/user/${await idOf("kevin.rossi@exemple.fr")}/retablir`),
  },
  {
    name: "admin-voir-comme",
    route: "/admin/user/:id/voir-comme",
    title: "Voir le site comme Claire Martin\u00a0\\?",
    show: asAdmin(async () => `/admin/user/${await idOf("proprietaire@exemple.fr")}/voir-comme`),
  },
  {
    name: "admin-master-a-valider",
    route: "/admin/master/:id",
    title: "Denis Lefort",
    show: asAdmin(async () => `/admin/master/${await idOf("denis.lefort@exemple.fr")}`),
  },
  {
    name: "admin-master-lies",
    route: "/admin/master/:id",
    title: "Françoise Aubry",
    show: asAdmin(async () => `/admin/master/${await idOf("master@exemple.fr")}`),
  },
  {
    name: "admin-master-refuser",
    route: "/admin/master/:id/refuser",
    title: "Refuser la soumission .+\u00a0\\?",
    show: asAdmin(async () => `/admin/master/${await idOf("denis.lefort@exemple.fr")}/refuser`),
  },
  {
    name: "admin-message",
    route: "/admin/contact/:id",
    title: "Message de Lucie Ferrand, Réservation et disponibilités",
    show: asAdmin(async () => `/admin/contact/${await newMessage()}`),
  },
  {
    name: "admin-message-supprimer",
    route: "/admin/contact/:id/supprimer",
    title: "Supprimer le message de Lucie Ferrand\u00a0\\?",
    show: asAdmin(async () => `/admin/contact/${await newMessage()}/supprimer`),
  },
  {
    name: "admin-messages-en-lot",
    title: "Terminer 1\u00a0message\u00a0\\?",
    async show(stage) {
      const [one, done] = [await newMessage(), await newMessage()];
      await ContactMessageModel.updateOne({ _id: done }, { $set: { status: true } });
      await asAdmin(() => `/admin/contact/lot?acte=terminer&id=${one}&id=${done}`)(stage);
    },
  },
  {
    name: "admin-messages-en-lot-faits",
    title: "Terminer\u00a0: 2 sur 2\u00a0messages",
    async show(stage) {
      const [one, two] = [await newMessage(), await newMessage()];
      await asAdmin(() => "/admin/contact?etat=en-attente")(stage);
      const said = stage.page.locator(".bulk").getByRole("status");
      const isScripted = await runsScripts(stage.page);
      if (isScripted)
        await expect(stage.page.getByRole("button", { name: "Tout cocher" })).toBeEnabled();
      // The act is in the same group, and says itself what it is.
      const act = stage.page.getByRole("combobox", { name: "Acte" });
      const chosen = await act.inputValue();
      await act.selectOption({ index: 1 });
      await act.selectOption(chosen);
      await expect(said).toBeEmpty();
      for (const id of [one, two]) await stage.page.locator(`[name=id][value="${id}"]`).check();
      // Counted by the style alone, which no element holds; with script it is announced as well.
      await expect.poll(() => heardOn(stage.page)).toContain("Sélection\u00a0: 2");
      if (isScripted) await expect(said).toHaveText("Sélection\u00a0: 2");
      await stage.page.getByRole("button", { name: "Continuer" }).click();
      await stage.page.getByRole("button", { name: "Terminer 2 messages" }).click();
      await expect(stage.page.getByRole("status")).toContainText("Tout est fait.");
    },
  },
  {
    name: "admin-lieux-en-lot",
    title: "Suspendre 1\u00a0lieu\u00a0\\?",
    async show(stage) {
      const { _id } = await newVenue(stage.owner);
      await asAdmin(() => `/admin/location/lot?acte=suspendre&id=${_id.toString()}`)(stage);
    },
  },
  {
    name: "admin-comptes-en-lot",
    title: "Bannir \\d\u00a0comptes?\u00a0\\?",
    show: asAdmin(async () => {
      const emails = ["proprietaire@exemple.fr", "kevin.rossi@exemple.fr", "admin@exemple.fr"];
      const ids = await Promise.all(emails.map(idOf));
      return `/admin/user/lot?acte=bannir&${ids.map((id) => `id=${id}`).join("&")}`;
    }),
  },
  {
    name: "admin-filtre-a-enregistrer",
    title: "Contacts",
    async show(stage) {
      const name = "En attente";
      // One of their own, who keeps no filter yet.
      await stage.enter(await newAccount({ isAdmin: true }));
      await stage.page.goto("/admin/contact?etat=en-attente");
      await stage.page.getByRole("link", { name: "Enregistrer ce filtre" }).click();
      await stage.page.getByLabel("Nom").fill(name);
      await stage.page.getByRole("button", { name: "Enregistrer le filtre" }).click();
      await expect(stage.page.getByRole("link", { name, exact: true })).toHaveAttribute(
        "aria-current",
        "page",
      );
    },
  },
  {
    name: "admin-droits-demande",
    route: "/admin/droits/:id",
    title: ".+\u00a0: .+",
    show: asAdmin(async () => `/admin/droits/${await demoRequest("access")}`),
  },
  {
    name: "admin-droits-satisfaire",
    route: "/admin/droits/:id/:act",
    title: "Satisfaire cette demande\u00a0\\? .+",
    show: asAdmin(async () => `/admin/droits/${await demoRequest("access")}/satisfaire`),
  },
  {
    name: "admin-droits-effacer",
    route: "/admin/droits/:id/effacer",
    title: "Effacer les données de cette personne\u00a0\\? .+",
    show: asAdmin(async () => `/admin/droits/${await demoRequest("erasure")}/effacer`),
  },
  {
    name: "admin-lieu",
    route: "/admin/location/:id",
    title: "L’Orangerie des Tilleulsargent",
    async show(stage) {
      const { _id } = await newVenue(await newOwner(), { title: "L’Orangerie des Tilleulsargent" });
      await asAdmin(() => `/admin/location/${_id.toString()}`)(stage);
    },
  },
  {
    name: "admin-lieu-retirer-une-photo",
    route: "/admin/location/:id/retirer",
    title: "Retirer une photo\u00a0: .+\u00a0\\?",
    async show(stage) {
      const { _id, locationIMG } = await newVenue(stage.owner);
      const photo = locationIMG[2]!.image.toString();
      await asAdmin(() => `/admin/location/${_id.toString()}/retirer?photo=${photo}`)(stage);
      await expect(stage.page.getByLabel("Photo 3")).toBeChecked();
    },
  },
  {
    name: "admin-lieu-retablir",
    route: "/admin/location/:id/retablir",
    title: "Rétablir .+\u00a0\\?",
    async show(stage) {
      const { _id } = await newVenue(stage.owner, { suspendedAt: new Date(), searchable: false });
      await asAdmin(() => `/admin/location/${_id.toString()}/retablir`)(stage);
    },
  },
  {
    name: "admin-reservation",
    route: "/admin/reservation/:id",
    title: "Réservation PDS-.+",
    show: asAdmin(async () => `/admin/reservation/${await demoReservation("confirmed")}`),
  },
  {
    name: "admin-rembourser",
    route: "/admin/reservation/:id/rembourser",
    title: "Rembourser au-delà de la politique, réservation PDS-.+",
    show: asAdmin(
      async () =>
        `/admin/reservation/${await demoReservation("confirmed")}/rembourser?montant=24,30`,
    ),
  },
  {
    name: "admin-rembourser-montant",
    route: "/admin/reservation/:id/rembourser",
    title: "Rembourser au-delà de la politique, réservation PDS-.+",
    async show(stage) {
      const id = await demoReservation("confirmed");
      await asAdmin(() => `/admin/reservation/${id}/rembourser`)(stage);
      await expect(stage.page.getByText("au plus\u00a0: ce qui reste")).toBeVisible();
      await expect(stage.page.locator("[aria-invalid=true]")).toHaveCount(0);
    },
  },
  {
    name: "admin-reservation-annuler",
    route: "/admin/reservation/:id/annuler",
    title: "Annuler la réservation PDS-.+\u00a0\\?",
    show: asAdmin(async () => `/admin/reservation/${await demoReservation("confirmed")}/annuler`),
  },
  {
    name: "admin-prolonger",
    route: "/admin/reservation/:id/prolonger",
    title: "Prolonger le délai de réponse de PDS-.+\u00a0\\?",
    show: asAdmin(async () => `/admin/reservation/${await demoReservation("pending")}/prolonger`),
  },
  {
    name: "admin-moderation",
    route: "/admin/moderation/:id",
    title: "Signalement\u00a0: .+",
    show: asAdmin(async () => `/admin/moderation/${await demoReport()}`),
  },
  {
    name: "admin-moderation-retirer-une-photo",
    route: "/admin/moderation/:id/retirer",
    title: "Retirer une photo\u00a0: .+\u00a0\\?",
    show: asAdmin(async () => `/admin/moderation/${await demoReport()}/retirer`),
  },
  {
    name: "admin-suspendre",
    route: "/admin/moderation/:id/:measure",
    title: ".+\u00a0: .+\u00a0\\?",
    show: asAdmin(async () => `/admin/moderation/${await demoReport()}/suspendre`),
  },
  {
    name: "admin-recours",
    route: "/admin/recours/:id",
    title: "Recours\u00a0: .+",
    async show({ page, enter }) {
      const { path } = await demoAppeal();
      await enter(await demoAccount("support@exemple.fr"));
      await page.goto(path);
      await expect(page.getByRole("button", { name: "Envoyer la réponse" })).toBeVisible();
    },
  },
  {
    name: "admin-recours-d-un-autre",
    route: "/admin/recours/:id",
    title: "Recours\u00a0: .+",
    async show({ page, enter }) {
      const { path, decidedBy } = await demoAppeal();
      await enter(decidedBy);
      await page.goto(path);
      const main = page.getByRole("main");
      await expect(main).toContainText("ce recours est relu par quelqu’un d’autre, ");
      await expect(main).toContainText("Inès Carpentier (support)");
      await expect(main.getByRole("button")).toHaveCount(0);
    },
  },
  {
    name: "admin-liste-filtree",
    title: "Utilisateurs",
    show: asAdmin(() => "/admin/user?q=exemple&etat=actif&date=2026-01-05"),
  },
  {
    name: "admin-refuse",
    title: "Cette page ne vous est pas ouverte",
    async show({ page, enter }) {
      await enter(await demoAccount("support@exemple.fr"));
      expect((await page.goto("/admin/finance"))?.status()).toBe(403);
      await expect(page.getByRole("main")).toContainText("il faut le rôle finance ou super-admin");
      await expect(page.locator("nav.sidebar")).toContainText("Rôle\u00a0: Support.");
    },
  },
  {
    name: "admin-introuvable",
    title: "Page introuvable",
    async show({ page, enter }) {
      await enter(await demoAccount("lecture@exemple.fr"));
      expect((await page.goto("/admin/nulle/part"))?.status()).toBe(404);
      await expect(page.locator("nav.sidebar")).toContainText("Rôle\u00a0: Lecture.");
    },
  },
  {
    name: "admin-liste-suite",
    title: "Lieux 51 à 100",
    async show(stage) {
      await asAdmin(() => "/admin/location")(stage);
      await stage.page.getByRole("link", { name: "Page suivante" }).click();
      await expect(stage.page.getByText("Lieux 51 à 100")).toBeVisible();
    },
  },
  {
    name: "admin-recherche",
    title: "Rechercher partout\u00a0: martin",
    show: asAdmin(() => "/admin/recherche?q=martin"),
  },
  {
    name: "admin-recherche-vide",
    title: "Rechercher partout\u00a0: zzzzzz",
    show: asAdmin(() => "/admin/recherche?q=zzzzzz"),
  },
  {
    name: "admin-a-traiter-nature",
    title: "À traiter",
    show: asAdmin(() => "/admin/a-traiter?nature=payment"),
  },
  {
    name: "admin-dossier-tache",
    route: "/admin/a-traiter/:key",
    title: "Dossier\u00a0: .+",
    async show(stage) {
      await asAdmin(() => "/admin/a-traiter?nature=job")(stage);
      // Of the demo's two the one whose next turn, which may go well, is hours away.
      const failed =
        /Rappels de déclaration des revenus|Renouvellement des nouveautés de l’accueil/;
      await stage.page.getByRole("link", { name: failed }).click();
      await stage.page.getByRole("button", { name: "Classer le dossier" }).click();
      await expect(stage.page.getByRole("alert").first()).toContainText("Indiquez le motif");
    },
  },
  {
    name: "admin-dossier-reprendre",
    route: "/admin/a-traiter/:key/reprendre",
    title: "Reprendre un dossier\u00a0: .+",
    async show(stage) {
      const found = await PaymentCaseModel.findOne().lean();
      const colleague = await newAccount({ isAdmin: true });
      const key = `payment:${found!._id}`;
      const charge = { admin: colleague._id, since: new Date() };
      await CaseChargeModel.updateOne({ _id: key }, { $set: charge }, { upsert: true });
      await asAdmin(() => `/admin/a-traiter/${key}/reprendre`)(stage);
      await expect(stage.page.getByRole("button", { name: "Reprendre le dossier" })).toBeVisible();
    },
  },
  {
    name: "admin-dossier-paiement",
    route: "/admin/a-traiter/:key",
    title: "Dossier\u00a0: .+",
    async show(stage) {
      const found = await PaymentCaseModel.findOne().lean();
      await asAdmin(() => `/admin/a-traiter/payment:${found!._id}`)(stage);
      await expect(stage.page.getByRole("table", { name: "Écritures du registre" })).toBeAttached();
    },
  },
  {
    name: "admin-dossier-clos",
    route: "/admin/a-traiter/:key",
    title: "Ce dossier n’est plus à traiter",
    async show(stage) {
      await asAdmin(() => "/admin/a-traiter/mail:000000000000000000000000")(stage);
      await expect(
        stage.page.getByRole("link", { name: "Voir ce qui est à traiter" }),
      ).toBeVisible();
    },
  },
  {
    name: "admin-dossier-proprietaire",
    route: "/admin/a-traiter/:key",
    title: "Dossier\u00a0: .+",
    async show(stage) {
      // Told about once: one that no other walk has told.
      const owner = await newAccount({ accountId: `acct_${unique()}`, stripeStats: "restricted" });
      await asAdmin(() => `/admin/a-traiter/owner:${owner._id.toString()}`)(stage);
      await expect(stage.page.getByText("pas encore", { exact: true })).toBeVisible();
      await stage.page.getByRole("button", { name: "Prévenir par e-mail" }).click();
      await expect(stage.page.getByText("L’e-mail part.")).toBeVisible();
      await expect(stage.page.getByText("pas encore", { exact: true })).toHaveCount(0);
    },
  },
  {
    name: "admin-liste-triee",
    title: "Utilisateurs",
    async show(stage) {
      await asAdmin(() => "/admin/user?q=exemple")(stage);
      // The arrow has its room though the columns are narrow.
      const sorted = stage.page.locator("[aria-sort=descending]", { hasText: "Inscription" });
      expect((await sorted.locator("svg").boundingBox())?.width).toBe(18);
      await stage.page.getByRole("link", { name: "Trier par la colonne Nom" }).click();
      await expect(stage.page.getByRole("columnheader", { name: "Nom" })).toHaveAttribute(
        "aria-sort",
        "ascending",
      );
      await expect(stage.page).toHaveURL("/admin/user?q=exemple&tri=nom");
    },
  },
  {
    name: "admin-bandeau",
    route: "/admin/bandeaux/:id",
    title: "Changer un bandeau\u00a0: .+",
    async show(stage) {
      await asAdmin(() => "/admin/bandeaux")(stage);
      await stage.page.getByRole("table").getByRole("link").first().click();
    },
  },
  {
    name: "admin-finances-annee",
    title: "Finances, .+",
    show: asAdmin(() => `/admin/finance?periode=${new Date().getUTCFullYear() - 1}`),
  },
  {
    name: "admin-recu",
    route: "/admin/finance/recus/:number",
    title: "(?:Reçu|Avoir) .+",
    show: asAdmin(async () => {
      const receipt = await ReceiptModel.findOne().lean();
      return `/admin/finance/recus/${receipt!.number}`;
    }),
  },
  {
    name: "admin-releve",
    route: "/admin/revenus/:id",
    title: "Relevé de revenus \\d{4}, .+",
    async show(stage) {
      const { owner, year } = await paidOwner();
      await asAdmin(() => `/admin/revenus/${owner}?annee=${year}`)(stage);
    },
  },
  {
    name: "releve",
    title: "Relevé de revenus \\d{4}",
    async show({ page, enter }) {
      const { _id } = await demoAccount("proprietaire@exemple.fr");
      const { year } = await paidOwner({ owner: _id });
      await enter(await demoAccount("proprietaire@exemple.fr"));
      await page.goto(`/mes-parametres/revenus/${year}`);
    },
  },
  {
    name: "revenus-refuses",
    title: "Déclaration des revenus",
    async show({ page, enter }) {
      await enter(await demoAccount("proprietaire@exemple.fr"));
      await page.goto("/mes-parametres/revenus");
      await page.locator("[name=taxId]").fill("123");
      await page.getByRole("button", { name: "Confirmer" }).click();
      await expect(page.getByRole("alert").first()).toBeVisible();
    },
  },
  {
    name: "admin-creer-refuse",
    title: "Créer un compte utilisateur",
    async show(stage) {
      await asAdmin(() => "/admin/create-account/user")(stage);
      await stage.page.getByRole("button", { name: "Créer le compte" }).click();
      await expect(stage.page.getByRole("alert").first()).toBeVisible();
    },
  },
];

/** Pages of the back-office with a parameter that other files walk, on their way. */
const WALKED_ELSEWHERE = ["/admin/avis/:id", "/admin/avis/:id/refuser"];

test("every page of the back-office has a state", { tag: "@no-js" }, () => {
  const walked = STATES.flatMap(({ route }) => route ?? []);
  const pages = parameterPaths.filter((path) => path.startsWith("/admin/"));
  expect([...new Set([...walked, ...WALKED_ELSEWHERE])].sort()).toEqual(pages.sort());
});

async function walk({ name, route, title, show }: State, stage: Stage): Promise<void> {
  const { page } = stage;
  await show(stage);
  await expect(page).toHaveTitle(new RegExp(`^(?:Erreur\\u00a0: )?Place des Salles \\| ${title}$`));
  if (route) expectRoute(page, route);
  await expectGoodPage(page, name);
}

for (const state of STATES) {
  test(`state: ${state.name}`, { tag: "@no-js" }, async ({ page, enter, owner }) => {
    await walk(state, { page, enter, owner });
  });
}

/** With scripts little is left to look at: a new browser for each page would cost more than the pages. */
const AT_A_TIME = 12;
for (let start = 0; start < STATES.length; start += AT_A_TIME) {
  const states = STATES.slice(start, start + AT_A_TIME);
  test(`states from ${states[0]!.name} on`, { tag: "@js" }, async ({ page, enter, owner }) => {
    for (const state of states) {
      await test.step(state.name, async () => await walk(state, { page, enter, owner }));
    }
  });
}
