import { Secret, TOTP } from "otpauth";
import type { Page } from "playwright/test";
import sharp from "sharp";
import { ContactMessageModel } from "@models/contact-message";
import { ReservationModel } from "@models/reservation";
import type { User } from "@models/user";
import type { VenuePhoto } from "@models/venue";
import { storeImage } from "~/platform/images/images.server";
import { newAccount, newOwner, newVenue, PASSWORD, unique } from "../support/browser-people";
import { expect, mailTo, spaced, test } from "../support/journey";
import { expectGoodPage } from "../support/pages";

/** An administrator's day. */

const newAdmin = () => newAccount({ isAdmin: true, name: "Alix", lastname: "Bernard" });
const newSubmission = () =>
  newAccount({
    masterStatus: "pending",
    name: "Denis",
    lastname: `Lefort-${unique()}`,
    entityName: "Région Normandie",
  });

/** From the list, by the tag, to somebody's record. */
async function openRecord(page: Page, path: string, user: User): Promise<void> {
  await page.goto(path);
  await page.getByLabel("Tag ou e-mail").fill(user.tag);
  await page.getByRole("button", { name: "Filtrer" }).click();
  await page
    .getByRole("main")
    .getByRole("link", { name: `${user.name} ${user.lastname}` })
    .click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`${user.name} ${user.lastname}`);
}

async function confirm(page: Page, verb: string, why = "Fraude avérée"): Promise<void> {
  await page.getByLabel("Motif").fill(why);
  const password = page.getByLabel("Votre mot de passe");
  if ((await password.count()) > 0) await password.fill(PASSWORD);
  await page.getByRole("button", { name: verb }).click();
}

test("a master is validated, and has its code by mail", async ({ page, enter }) => {
  const master = await newSubmission();
  await enter(await newAdmin());
  await openRecord(page, "/admin/master", master);
  await page.getByRole("button", { name: "Valider" }).click();
  await expect(page.getByText("Le compte Master est validé.")).toBeVisible();
  const code = await page.locator(".record-facts .identifier").innerText();
  expect(code).toMatch(/^[A-HJKMNP-Z2-9]{8}$/);
  expect(await mailTo(master.email, "Votre compte Master est validé")).toContain(code);
  await expectGoodPage(page, "admin-master-valide");
});

test("a master is refused, with a reason", async ({ page, enter }) => {
  const master = await newSubmission();
  await enter(await newAdmin());
  await openRecord(page, "/admin/master", master);
  await page.getByRole("link", { name: "Refuser" }).click();
  await confirm(page, "Refuser la soumission", "Dossier incomplet");
  await expect(page.getByText("La soumission est refusée.")).toBeVisible();
  await expect(page.getByText("Dossier incomplet").first()).toBeVisible();
  const mail = await mailTo(master.email, "Votre soumission de compte Master");
  expect(mail).toContain("Dossier incomplet");
});

test("somebody is banned, cannot log in, and comes back", async ({ page, enter }) => {
  const owner = await newOwner({ lastname: `Rossi-${unique()}` });
  const venue = await newVenue(owner);
  await enter(await newAdmin());
  await openRecord(page, "/admin/user", owner);
  await page.getByRole("link", { name: "Bannir" }).click();
  await page.getByLabel("Motif").fill("Fraude avérée");
  await page.getByLabel("Votre mot de passe").fill("pas celui-là");
  await page.getByRole("button", { name: /^Bannir/ }).click();
  await expect(page.getByRole("alert").first()).toContainText("incorrect");
  await expect(page.getByLabel("Motif")).toHaveValue("Fraude avérée");
  await confirm(page, "Bannir");
  await expect(page.getByText("Le compte est banni.")).toBeVisible();
  await expect(page.getByText("Banni", { exact: true }).first()).toBeVisible();
  expect((await page.request.get(`/reservation/${venue._id.toString()}`)).status()).toBe(404);
  await page.getByRole("link", { name: "Rétablir" }).click();
  await confirm(page, "Rétablir", "Erreur de notre part");
  await expect(page.getByText("Le compte est rétabli.")).toBeVisible();
  expect((await page.request.get(`/reservation/${venue._id.toString()}`)).status()).toBe(200);
});

test("somebody is deleted for good", async ({ page, enter }) => {
  const user = await newAccount({ lastname: `Meunier-${unique()}` });
  await enter(await newAdmin());
  await openRecord(page, "/admin/user", user);
  await page.getByRole("link", { name: "Supprimer" }).click();
  await confirm(page, "Supprimer le compte", "Demande de la personne");
  await expect(page.getByText("Le compte est supprimé.")).toBeVisible();
  await page.goto(`/admin/user?q=${encodeURIComponent(user.email)}`);
  await expect(page.getByText("Aucun utilisateur trouvé...")).toBeVisible();
});

test("somebody's account is made; they choose a password and log in", async ({ page, enter }) => {
  const email = `maelle.${unique()}@exemple.fr`;
  await enter(await newAdmin());
  await page.goto("/admin/create-account");
  await page.getByRole("main").getByRole("link", { name: "Utilisateur" }).click();
  await page.getByLabel("Prénom").fill("Maëlle");
  await page.getByLabel("Nom", { exact: true }).fill("Le Goff");
  await page.getByLabel("Adresse e-mail").fill(email);
  await page.getByLabel("Numéro et rue").fill("3 rue des Lilas");
  await page.getByLabel("Code postal").fill("35000");
  await page.getByRole("button", { name: "Créer le compte" }).click();
  await expect(page.getByRole("alert").first()).toContainText(
    "Veuillez remplir tous les champs obligatoires.",
  );
  await expect(page.getByLabel("Adresse e-mail")).toHaveValue(email);
  await page.getByLabel("Ville").fill("Rennes");
  await page.getByLabel("Date de naissance").fill("12/03/1990");
  await page.getByRole("button", { name: "Créer le compte" }).click();
  await expect(page.getByText("Compte utilisateur réalisé avec succès")).toBeVisible();
  await expect(page).toHaveURL("/admin");

  const mail = await mailTo(email, "Votre compte");
  const link = /reinitialisation-mot-de-passe\/[\w-]+/.exec(mail)?.[0] ?? "";
  await page.context().clearCookies();
  await page.goto(`/${link}`);
  await page.getByLabel("Nouveau mot de passe").fill("Lilas-1990-bleu");
  await page.getByLabel("Confirmation du mot de passe").fill("Lilas-1990-bleu");
  await page.getByLabel("J’accepte les C.G.U.").check();
  await page.getByRole("button", { name: "Enregistrer le mot de passe" }).click();
  await page.goto("/connexion");
  await page.getByLabel("Adresse e-mail").fill(email);
  await page.getByLabel("Mot de passe").fill("Lilas-1990-bleu");
  await page.getByRole("main").getByRole("button", { name: "Connexion" }).click();
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("banner")).toContainText("Maëlle");
});

test("a message is answered and deleted", async ({ page, enter }) => {
  const email = `lucie.${unique()}@exemple.fr`;
  await ContactMessageModel.create({
    type: "Autre",
    email,
    name: "Lucie",
    lastname: "Ferrand",
    description: "La salle est-elle libre en juin\u00a0?",
  });
  await enter(await newAdmin());
  await page.goto("/admin/contact");
  await page.getByRole("main").getByLabel("E-mail").fill(email.slice(3, -4));
  await page.getByRole("button", { name: "Filtrer" }).click();
  await page.getByRole("link", { name: "Lucie Ferrand" }).click();
  await page.getByLabel("Votre réponse").fill("Oui, du 12 au 20.");
  await page.getByRole("button", { name: "Envoyer la réponse" }).click();
  await expect(page.getByText("La réponse est envoyée.")).toBeVisible();
  await expect(page.getByText("Terminé", { exact: true })).toBeVisible();
  expect(await mailTo(email, "Réponse à votre message")).toContain("Oui, du 12 au 20.");
  await expectGoodPage(page, "admin-message-repondu");
  await page.getByRole("button", { name: "Remettre en attente" }).click();
  await expect(page.getByText("En attente", { exact: true })).toBeVisible();
  await page.getByRole("link", { name: "Supprimer" }).click();
  await page.getByRole("button", { name: "Supprimer le message" }).click();
  await expect(page.getByText("Le message est supprimé.")).toBeVisible();
});

test("a case is taken in charge and given back", async ({ page, enter }) => {
  const master = await newSubmission();
  await enter(await newAdmin());
  await page.goto("/admin/a-traiter?nature=master");
  const item = page.getByRole("listitem").filter({ hasText: master.lastname });
  await item.getByRole("button", { name: /^Prendre en charge/ }).click();
  await expect(page.getByText("Le dossier est à vous.")).toBeVisible();
  await item.getByRole("button", { name: /^Rendre à l’équipe/ }).click();
  await expect(page.getByText("Le dossier est rendu à l’équipe.")).toBeVisible();
});

test("a part of what was paid is given back beyond the policy, and the timeline has it", async ({
  page,
  enter,
}) => {
  // The demo's own, paid at the sandbox; this test alone gives back of it.
  const reservation = await ReservationModel.findOne({ status: "ended", refunded: 0 }).lean();
  await enter(await newAdmin());
  await page.goto(`/admin/reservation?q=${reservation!.reference}`);
  await page.getByRole("link", { name: reservation!.reference, exact: true }).click();
  for (const [typed, told] of [
    ["99999999", "Ce montant dépasse ce qui peut encore être remboursé."],
    ["beaucoup", "Saisissez un montant en euros, par exemple 24,30."],
  ] as const) {
    await page.getByLabel("Rembourser au-delà de la politique").fill(typed);
    await page.getByRole("button", { name: "Continuer" }).click();
    await expect(page.getByRole("alert").first()).toContainText(told);
    await expect(page).toHaveTitle(/^Erreur\u00a0: /);
    await expect(page.getByLabel("Rembourser au-delà de la politique")).toHaveValue(typed);
  }
  await page.getByLabel("Rembourser au-delà de la politique").fill("12,50");
  await page.getByRole("button", { name: "Continuer" }).click();
  await confirm(page, "Rembourser 12,50", "Jardin fermé");
  await expect(page.getByText(spaced("12,50 € sont rendus à l’acheteur."))).toBeVisible();
  const timeline = page.getByRole("region", { name: "Frise" });
  await expect(timeline.getByText("Remboursement au-delà de la politique")).toBeVisible();
  await expect(timeline.getByText(spaced("12,50 € rendus à l’acheteur"))).toBeVisible();
  await timeline.getByRole("link", { name: /^Actes/ }).click();
  await expect(timeline.getByText("« Jardin fermé »")).toBeVisible();
  await page.getByRole("button", { name: "Relire chez Stripe" }).click();
  await expect(page.getByText(spaced("Relu chez Stripe : aucun écart."))).toBeVisible();
});

test("a venue is reported, suspended, appealed for, and comes back", async ({ page, enter }) => {
  const owner = await newOwner({ lastname: `Rossi-${unique()}` });
  const venue = await newVenue(owner);
  const path = `/reservation/${venue._id.toString()}`;
  await page.goto(path);
  await page.getByRole("link", { name: "Signaler" }).click();
  await page.getByRole("button", { name: "Envoyer le signalement" }).click();
  await expectGoodPage(page, "signaler-refuse");
  await page.getByLabel("Motif").selectOption("trompeur");
  await page.getByLabel("Ce qui ne va pas").fill("Ce sont les photos du théâtre.");
  const reporter = `nadia.${unique()}@exemple.fr`;
  await page.getByLabel("Adresse e-mail").fill(reporter);
  await page.getByRole("button", { name: "Envoyer le signalement" }).click();
  await expect(page.getByText("votre signalement est transmis")).toBeVisible();

  await enter(await newAdmin());
  await page.goto("/admin/a-traiter?nature=report");
  await page.getByRole("link", { name: new RegExp(venue.title) }).click();
  await page.getByRole("link", { name: "Suspendre le lieu" }).click();
  await page.getByLabel("Motif").selectOption("photos");
  await page.getByLabel("Faits constatés").fill("Les photos 2 et 4 montrent le théâtre.");
  await page.getByLabel("Votre mot de passe").fill(PASSWORD);
  await page.getByRole("button", { name: "Suspendre le lieu" }).click();
  await expect(page.getByText("Lieu suspendu.")).toBeVisible();
  expect((await page.request.get(path)).status()).toBe(404);
  expect(await mailTo(reporter, "Suite donnée")).toContain("Nous avons suspendu ce lieu.");

  const letter = await mailTo(owner.email, "Votre lieu est suspendu");
  const link = /recours\/[\w-]+/.exec(letter)?.[0] ?? "";
  await page.context().clearCookies();
  await page.goto(`/${link}`);
  await page.getByLabel(/^Pourquoi/).fill("Les photos ont été prises chez nous en juin.");
  await page.getByRole("button", { name: "Envoyer le recours" }).click();
  await expect(page.getByText("Votre recours est transmis.")).toBeVisible();
  await expectGoodPage(page, "recours-envoye");

  await enter(await newAdmin());
  await page.goto("/admin/a-traiter?nature=appeal");
  await page.getByRole("link", { name: new RegExp(venue.title) }).click();
  await page.getByLabel(/^L’annuler/).check();
  await page.getByLabel("Motif").fill("Photos vérifiées sur place");
  await page.getByRole("button", { name: "Envoyer la réponse" }).click();
  await expect(page.getByText("La réponse est envoyée.")).toBeVisible();
  expect((await page.request.get(path)).status()).toBe(200);
});

/** Of one colour, that no other venue shows. */
async function newPhoto(owner: User, background: string): Promise<VenuePhoto> {
  const create = { width: 800, height: 600, channels: 3 as const, background };
  const bytes = await sharp({ create }).jpeg().toBuffer();
  const { _id: image } = await storeImage({ bytes, owner: owner._id, purpose: "venue" });
  return { image, alt: `Mur ${background}`, width: 800, height: 600 };
}

test("one photo is taken off a venue, appealed for, and comes back", async ({ page, enter }) => {
  const owner = await newOwner({ lastname: `Rossi-${unique()}` });
  const colours = ["#264653", "#2a9d8f", "#e9c46a", "#f4a261", "#e76f51"];
  const locationIMG = await Promise.all(colours.map((colour) => newPhoto(owner, colour)));
  const venue = await newVenue(owner, { locationIMG });
  const path = `/reservation/${venue._id.toString()}`;
  const address = `/images/${locationIMG[1]!.image.toString()}/640.webp`;
  const shown = async () => {
    await page.context().clearCookies();
    return (await page.request.get(address)).status();
  };
  expect(await shown()).toBe(200);

  await enter(await newAdmin());
  await page.goto(`/admin/location/${venue._id.toString()}`);
  await page.getByRole("link", { name: "Retirer la photo 2" }).click();
  await expect(page.getByLabel("Photo 2")).toBeChecked();
  await page.getByRole("button", { name: "Retirer la photo" }).click();
  await expectGoodPage(page, "admin-retirer-refuse");
  await page.getByLabel("Motif").selectOption("vie-privee");
  await page.getByLabel("Faits constatés").fill("On y reconnaît un enfant.");
  await page.getByRole("button", { name: "Retirer la photo" }).click();
  await expect(page.getByText("Photo retirée.")).toBeVisible();
  await expect(page.getByRole("link", { name: /^Retirer la photo/ })).toHaveCount(4);
  expect((await page.request.get(address)).status()).toBe(200);
  // What was pressed before another was first, or on a page that was left open.
  await page.goto(`/admin/location/${venue._id.toString()}/retirer`);
  await expect(page.getByLabel("Photo 2")).not.toBeChecked();
  expect(await shown()).toBe(404);
  expect((await page.request.get(path)).status()).toBe(200);

  const letter = await mailTo(owner.email, "Une photo de votre lieu est retirée");
  expect(letter).toContain("On y reconnaît un enfant.");
  const link = /recours\/[\w-]+/.exec(letter)?.[0] ?? "";
  await enter(owner);
  await page.goto(`/${link}`);
  await expect(page.getByRole("img", { name: /^Photo 2/ })).toBeVisible();
  await expectGoodPage(page, "recours-photo");
  await page.getByLabel(/^Pourquoi/).fill("C’est une statue.");
  await page.getByRole("button", { name: "Envoyer le recours" }).click();
  await expect(page.getByText("Votre recours est transmis.")).toBeVisible();

  await enter(await newAdmin());
  await page.goto("/admin/a-traiter?nature=appeal");
  await page.getByRole("link", { name: new RegExp(venue.title) }).click();
  await expectGoodPage(page, "admin-recours-photo");
  await page.getByLabel(/^L’annuler/).check();
  await page.getByLabel("Motif").fill("C’est une statue");
  await page.getByRole("button", { name: "Envoyer la réponse" }).click();
  await expect(page.getByText("La réponse est envoyée.")).toBeVisible();
  await expectGoodPage(page, "admin-recours-photo-repondu");
  expect(await shown()).toBe(200);
});

test("the menu leads everywhere on a phone too", async ({ page, enter }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await enter(await newAdmin());
  await page.goto("/admin");
  await page.getByText("Administration : Tableau de bord").click();
  await page
    .getByRole("navigation", { name: "Administration" })
    .getByRole("link", { name: "Lieux" })
    .click();
  await expect(page).toHaveURL("/admin/location");
  await expect(page.getByText("Administration : Lieux")).toBeVisible();
});

test("a list is kept as a file, once the password was given again", async ({ page, enter }) => {
  const user = await newAccount();
  await enter(await newAdmin());
  await page.goto(`/admin/user?q=${user.tag}`);
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Exporter en CSV" }).click();
  await page.getByLabel("Votre mot de passe").fill(PASSWORD);
  await page.getByRole("button", { name: "Confirmer" }).click();
  await page.getByRole("link", { name: "Continuer" }).click();
  const stream = await (await download).createReadStream();
  const text = Buffer.concat(await stream.toArray()).toString();
  expect(text).toMatch(/^\uFEFFPrénom;Nom;/);
  expect(text).toContain(user.email);
});

test("everybody else is sent away", async ({ page, enter }) => {
  for (const path of ["/admin", "/admin/user", "/admin/user.csv", "/user-c"]) {
    const answer = await page.request.get(path, { maxRedirects: 0 });
    expect(answer.headers().location).toMatch(/\/connexion\?vers=/);
  }
  await enter(await newAccount());
  await page.goto("/admin/journal");
  await expect(page).toHaveURL("/");
});

test("an administrator enrols an app, keeps the recovery codes, and comes in by one", async ({
  page,
  enter,
}) => {
  const admin = await newAdmin();
  await enter(admin, {});
  await page.goto("/admin/gallery");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Seconde étape");
  // Three steps in their order: a list with a class has no marks unless it asks for them.
  await expect(page.getByRole("main").locator("ol")).toHaveCSS("list-style-type", "decimal");
  const secret = await page.locator("b.font-mono").innerText();
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  await page.getByLabel("Code à 6 chiffres").fill(code);
  await page.getByRole("button", { name: "Activer" }).click();
  await expect(page.getByRole("heading", { name: "Vos codes de secours" })).toBeVisible();
  const recovery = await page.locator("section ul.font-mono li").first().innerText();
  await expectGoodPage(page, "seconde-etape-codes");
  await page.getByRole("button", { name: "Continuer vers l’administration" }).click();
  await expect(page).toHaveURL("/admin/gallery");
  await enter(admin, {});
  await page.goto("/admin/gallery");
  await page.getByText("Je n’ai plus mon téléphone").click();
  await page.getByLabel("Code de secours").fill(recovery);
  await page.getByRole("button", { name: "Utiliser ce code" }).click();
  await expect(page).toHaveURL("/admin/gallery");
});

test("the site is looked at as somebody sees it, and nothing is changed", async ({
  page,
  enter,
}) => {
  const owner = await newOwner({ name: "Inès", lastname: `Carpentier-${unique()}` });
  await enter(await newAdmin());
  await openRecord(page, "/admin/user", owner);
  await page.getByRole("link", { name: "Voir comme" }).click();
  await confirm(page, "Voir comme", "Sa page ne montre pas ses lieux");
  const banner = page.getByRole("region", { name: "Voir comme" });
  await expect(banner).toContainText(`Vous voyez le site comme Inès ${owner.lastname}.`);
  await expectGoodPage(page, "voir-comme-profil");

  await page.goto("/mes-parametres/cookies");
  await page.getByRole("main").getByRole("button", { name: "Sauvegarder" }).click();
  await expect(banner.getByRole("alert")).toContainText("Rien n’a été changé");
  expect((await page.goto("/mes-parametres/jetons"))?.status()).toBe(403);
  await expect(banner).toBeVisible();

  await page.goto("/admin");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Quittez d’abord la vue");
  await expectGoodPage(page, "voir-comme-quitter");
  await banner.getByRole("button", { name: "Quitter" }).click();
  await expect(page).toHaveURL(/\/admin\/user\/[0-9a-f]{24}$/);
  await expect(banner).toHaveCount(0);
  const mail = await mailTo(owner.email, "Notre équipe regarde le site comme vous le voyez");
  expect(mail).toContain("Sa page ne montre pas ses lieux");
});
