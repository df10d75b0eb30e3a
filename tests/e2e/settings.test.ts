import { randomInt } from "node:crypto";
import { readFile } from "node:fs/promises";
import sharp from "sharp";
import { expectAccessible } from "../support/axe";
import { expectLayout } from "../support/layout";
import { demoAccount, enterAs, newAccount, PASSWORD } from "../support/browser-people";
import { expect, test } from "../support/journey";
import { expectGoodPage } from "../support/pages";

test("the profile is read and changed, picture included", async ({ page, enter }) => {
  await enter(await newAccount());
  await page.goto("/profil");
  await expectAccessible(page);
  await page.getByRole("link", { name: "Modifier mon identité" }).click();
  await expectAccessible(page);
  await page.getByRole("navigation", { name: "Type de compte" }).getByText("Entreprise").click();
  await page.getByLabel("Prénom").fill("Marie");
  await page.getByLabel("Nom de la structure").fill("  ");
  await page.getByLabel("SIRET").fill("732 829 320 00074");
  await page.getByRole("button", { name: "Sauvegarder" }).click();

  await expect(page).toHaveTitle(/^Erreur\s: /);
  const summary = page.getByRole("alert");
  await expect(summary).toContainText("Toutes les informations doivent être remplies");
  await expect(page.getByLabel("Prénom")).toHaveValue("Marie");
  await expect(page.getByLabel("SIRET")).toHaveValue("732 829 320 00074");
  await expectAccessible(page);
  await summary.getByRole("link").click();
  await page.getByLabel("Nom de la structure").fill("Les Tilleuls");
  const buffer = await sharp({
    create: { width: 400, height: 400, channels: 3, background: "#1A3F8A" },
  })
    .jpeg()
    .toBuffer();
  await page
    .getByLabel("Photo de profil")
    .setInputFiles({ name: "moi.jpg", mimeType: "image/jpeg", buffer });
  await page.getByRole("button", { name: "Sauvegarder" }).click();

  await expect(page.getByText("Profil correctement mis à jour.")).toBeVisible();
  await expect(page).toHaveURL("/profil");
  await expect(page.getByText("732 829 320 00074")).toBeVisible();
  await expect(page.locator("img.avatar")).toBeVisible();
  await expectAccessible(page);
});

test("the address is changed from the header's menu", async ({ page, enter }) => {
  await enter(await newAccount());
  await page.goto("/");
  await page.getByRole("banner").locator("[popovertarget]").click();
  await page.getByRole("link", { name: "Mes coordonnées" }).click();
  await expect(page).toHaveURL("/profil#coordonnees");
  await page.getByRole("link", { name: "Modifier mes coordonnées" }).click();
  await page.getByLabel("Rue").fill("12 rue des Tilleuls");
  await page.getByLabel("Code postal").fill("69003");
  await page.getByLabel("Ville").fill("Lyon");
  await expectAccessible(page);
  await page.getByRole("link", { name: "Annuler" }).click();
  await expect(page.getByText("12 rue des Tilleuls")).toBeHidden();
  await page.getByRole("link", { name: "Modifier mes coordonnées" }).click();
  await page.getByLabel("Rue").fill("12 rue des Tilleuls");
  await page.getByLabel("Code postal").fill("69003");
  await page.getByLabel("Ville").fill("Lyon");
  await page.getByRole("button", { name: "Sauvegarder" }).click();
  await expect(page.getByText("Coordonnées correctement mises à jour.")).toBeVisible();
  await expect(page.getByText("12 rue des Tilleuls")).toBeVisible();
});

test("an owner sees the newest venue and turns its calendar's pages", async ({ page, enter }) => {
  await enter(await demoAccount("proprietaire@exemple.fr"));
  await page.goto("/profil?mois=2026-12");
  const calendar = page.getByRole("table", { name: "décembre 2026" });
  await expect(calendar.getByRole("columnheader", { name: "Dimanche" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Mois suivant : janvier 2027" }).click();
  await expect(page.getByRole("table", { name: "janvier 2027" })).toBeVisible();
});

test("an administrator's profile has no address and no status", async ({ page, enter }) => {
  await enter(await demoAccount("admin@exemple.fr"));
  await page.goto("/profil");
  await expect(page.getByRole("heading", { name: "Mon identité" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Mes coordonnées" })).toBeHidden();
  await expect(page.getByText("Statut")).toBeHidden();
  await expect(page.getByRole("contentinfo")).toBeHidden();
  await expectAccessible(page);
});

for (const width of [320, 1280]) {
  test(`the settings are walked through at ${width} px`, async ({ page, enter }) => {
    await page.setViewportSize({ width, height: 800 });
    await enter(await demoAccount("nouveau@exemple.fr"));
    await page.goto("/mes-parametres");
    await expect(page).toHaveURL("/mes-parametres/mon-compte");
    for (const name of ["Mon Compte", "Mot de passe", "Mes sessions", "Mes Cookies", "Liaison"]) {
      const menu = page.getByRole("navigation", { name: "Paramètres" });
      if (width < 768) await page.getByText(/^Paramètres\s: /).click();
      await menu.getByRole("link", { name }).click();
      await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
      await expectLayout(page, width, name);
    }
  });
}

test("the cookie choice is saved once", async ({ page, enter }) => {
  await enter(await newAccount());
  await page.goto("/mes-parametres/cookies");
  await page.getByLabel("Accepter les cookies non essentiels").check();
  await page.getByRole("button", { name: "Sauvegarder" }).click();
  await expect(page.getByText("Mise à jour des paramètres faite avec succès.")).toBeVisible();
  await expect(page.getByLabel("Accepter les cookies non essentiels")).toBeChecked();
  await page.getByRole("button", { name: "Sauvegarder" }).click();
  await expect(page.getByText("Aucun changement détecté.")).toBeVisible();
});

test("a cookie choice that is refused says so above the form", async ({ page, enter }) => {
  await enter(await newAccount());
  await page.goto("/mes-parametres/cookies");
  const box = page.getByLabel("Accepter les cookies non essentiels");
  await box.evaluate((input: HTMLInputElement) => (input.value = "peut-être"));
  await box.check();
  await page.getByRole("button", { name: "Sauvegarder" }).click();
  await expect(page).toHaveTitle(/^Erreur\s: /);
  await expect(page.getByRole("alert")).toContainText("La demande est incomplète ou mal formée.");
  await expectAccessible(page);
});

test("the password changes and other devices are logged out", async ({
  page,
  enter,
  browser,
  baseURL,
}) => {
  const account = await newAccount();
  const elsewhere = await browser.newContext({ baseURL, javaScriptEnabled: false });
  const other = await elsewhere.newPage();
  await enterAs(elsewhere, account);
  await enter(account);
  await page.goto("/mes-parametres/sessions");
  await expect(page.getByRole("button", { name: /^Déconnecter .* connecté/ })).toHaveCount(1);
  await expectAccessible(page);

  await page.goto("/mes-parametres/mot-de-passe");
  await page.getByLabel("Mot de passe actuel").fill("faux mot de passe");
  await page.getByLabel("Nouveau mot de passe", { exact: true }).fill("Platanes-1927");
  await page.getByLabel("Confirmation du nouveau mot de passe").fill("Platanes-1927");
  await page.getByRole("button", { name: "Changer le mot de passe" }).click();
  await expect(page.getByRole("alert")).toContainText("Le mot de passe actuel est incorrect.");
  await expect(page.getByLabel("Nouveau mot de passe", { exact: true })).toHaveValue("");
  await expectAccessible(page);
  await page.getByLabel("Mot de passe actuel").fill(PASSWORD);
  await page.getByLabel("Nouveau mot de passe", { exact: true }).fill("Platanes-1927");
  await page.getByLabel("Confirmation du nouveau mot de passe").fill("Platanes-1927");
  await page.getByRole("button", { name: "Changer le mot de passe" }).click();
  await expect(page.getByText("Votre mot de passe est changé.")).toBeVisible();

  await other.goto("/profil");
  await expect(other).toHaveURL(/\/connexion\?vers=/);
  await elsewhere.close();
});

test("the address changes by a code that is mailed to the new one", async ({
  page,
  enter,
  javaScriptEnabled,
}) => {
  const account = await newAccount();
  const address = `nouvelle.${crypto.randomUUID()}@exemple.fr`;
  await enter(account);
  await page.goto("/mes-parametres/e-mail");
  await page.getByLabel("Nouvelle adresse e-mail").fill(address);
  await page.getByLabel("Mot de passe actuel").fill("faux mot de passe");
  await page.getByRole("button", { name: "Recevoir le code" }).click();
  await expect(page.getByRole("alert")).toContainText("Le mot de passe actuel est incorrect.");
  await expect(page.getByLabel("Nouvelle adresse e-mail")).toHaveValue(address);
  await page.getByLabel("Mot de passe actuel").fill(PASSWORD);
  await page.getByRole("button", { name: "Recevoir le code" }).click();
  await expect(page.getByText(`envoyé à ${address}`)).toBeVisible();
  await expectGoodPage(page, "adresse-e-mail-code");
  const outbox = await page.context().newPage();
  await outbox.goto("/__outbox");
  await outbox.getByRole("row").filter({ hasText: address }).first().getByRole("link").click();
  const mail = await outbox.getByRole("main").innerText();
  await outbox.close();
  const code = /^\d{6}$/m.exec(mail)?.[0] ?? "no code";
  const enterCode = async (digits: string) => {
    if (javaScriptEnabled === false) {
      await page.getByLabel("Code de vérification").fill(digits);
      await page.getByRole("button", { name: "Vérifier l’adresse" }).click();
    } else {
      // Six digits send the form.
      await page.getByLabel("Chiffre 1 sur 6").focus();
      await page.keyboard.type(digits);
    }
  };
  await enterCode(String((Number(code) + 1) % 1_000_000).padStart(6, "0"));
  await expect(page.getByRole("alert")).toContainText("Erreur de vérification de l’e-mail");
  await expectAccessible(page);
  await enterCode(code);
  await expect(page.getByText("Votre adresse e-mail est changée.")).toBeVisible();
  await expect(page.getByText(`Adresse actuelle\u00a0: ${address}`)).toBeVisible();
});

test("an account is linked to a master, who lets it go", async ({
  page,
  enter,
  browser,
  baseURL,
}) => {
  const code = Array.from({ length: 8 }, () => "ABCDEFGHJKMNPQRS"[randomInt(16)]).join("");
  const master = await newAccount({
    spondorshipCode: code,
    masterStatus: "validated",
    entityName: "Union des Salles",
  });
  await enter(await newAccount());
  await page.goto("/mes-parametres/liason-compte");
  await page.getByPlaceholder("Code de liaison...").fill("AAAA");
  await page.getByRole("button", { name: "Rechercher" }).click();
  await expect(page.getByRole("alert")).toContainText("Aucun compte Master ne correspond");
  await expect(page.getByLabel("Code de liaison")).toHaveValue("AAAA");
  await expectAccessible(page);
  await page.getByLabel("Code de liaison").fill(code.toLowerCase());
  await page.getByRole("button", { name: "Rechercher" }).click();
  await expect(page.getByText("Union des Salles")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Lier mon compte" }).click();
  await expect(page.getByText("Votre compte est lié au compte Master")).toBeVisible();
  await expectAccessible(page);

  const context = await browser.newContext({ baseURL, javaScriptEnabled: false });
  const masters = await context.newPage();
  await enterAs(context, master);
  await masters.goto("/mes-parametres");
  await masters
    .getByRole("navigation", { name: "Paramètres" })
    .getByRole("link", { name: "Gérer les comptes liés" })
    .click();
  await expect(masters.getByText(code)).toBeVisible();
  await expectAccessible(masters);
  await masters.getByRole("button", { name: "Retirer Camille D." }).click();
  await expect(masters.getByText("Le compte n’est plus lié au vôtre.")).toBeVisible();
  await expect(masters.getByText("Aucun compte lié pour le moment")).toBeVisible();
  await expectAccessible(masters);
  await context.close();
});

test("an account is taken along, then closed", async ({ page, enter }) => {
  const account = await newAccount();
  await enter(account);
  await page.goto("/mes-parametres/mon-compte");
  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: "Télécharger mes données" }).click();
  const file = await (await downloading).path();
  expect(await readFile(file, "utf8")).toContain(account.email);

  await page.getByRole("link", { name: "Désactiver mon compte" }).click();
  await expectAccessible(page);
  const close = page.getByRole("button", { name: "Désactiver mon compte" });
  await page.getByLabel("Mot de passe").last().fill("faux");
  await close.click();
  await expect(page.getByRole("alert")).toContainText("Le mot de passe actuel est incorrect.");
  await expectAccessible(page);
  await page.getByLabel("Mot de passe").last().fill(PASSWORD);
  await close.click();
  await expect(page.getByText("Votre compte est désactivé.")).toBeVisible();
  await page.goto("/profil");
  await expect(page).toHaveURL(/\/connexion/);
});

test("the payment account is consulted at Stripe", async ({ page, enter }) => {
  await enter(await demoAccount("proprietaire@exemple.fr"));
  await page.goto("/mes-parametres/mon-compte");
  await page.getByRole("button", { name: "Consulter mon compte Stripe" }).click();
  await page.waitForURL((url) => url.origin === process.env.E2E_SANDBOX_URL);
});

test("an account with reservations to come is told which", async ({ page, enter }) => {
  await enter(await demoAccount("proprietaire@exemple.fr"));
  await page.goto("/mes-parametres/desactiver");
  await expect(page.getByRole("heading", { name: "Réservations de vos lieux" })).toBeVisible();
  await expect(page.getByLabel("Mot de passe")).toBeHidden();
  await expectAccessible(page);
});

test("an API token is made, shown once, and revoked", async ({ page, enter, request }) => {
  await enter(await newAccount());
  await page.goto("/mes-parametres/jetons");
  await page.getByLabel("Nom").fill("Mon agenda");
  await page.getByLabel("Mot de passe").fill("Pas-le-bon-1911");
  await page.getByRole("button", { name: "Créer le jeton" }).click();
  await expect(page.getByRole("alert")).toContainText("Le mot de passe actuel est incorrect.");
  await expect(page.getByLabel("Nom")).toHaveValue("Mon agenda");
  await page.getByLabel("Mot de passe").fill(PASSWORD);
  await page.getByRole("button", { name: "Créer le jeton" }).click();

  const token = await page.locator("code").innerText();
  await expect(page.getByRole("table")).toContainText("Mon agenda");
  await expectAccessible(page);
  for (const width of [320, 1280]) await expectLayout(page, width, "jetons");
  const whoIs = async () =>
    await request.get("/api/auth/check-auth", { headers: { authorization: `Bearer ${token}` } });
  expect((await whoIs()).status()).toBe(200);
  await page.goto("/mes-parametres/jetons");
  await expect(page.getByText(token)).toHaveCount(0);
  await page.getByRole("button", { name: "Révoquer le jeton Mon agenda" }).click();
  await expect(page.getByText("Vous n’avez aucun jeton.")).toBeVisible();
  expect((await whoIs()).status()).toBe(401);
});
