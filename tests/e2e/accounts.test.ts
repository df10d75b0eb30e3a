import type { Locator, Page } from "playwright/test";
import { expectAccessible } from "../support/axe";
import { formatDayRange } from "~/platform/days";
import { newAccount, newVenue } from "../support/browser-people";
import { countSteps, expect, inDays, labelsOf, reserveButton, test } from "../support/journey";
import { runsScripts } from "../support/screenshots";

const PASSWORD = "Tilleuls-1911";

/** An address that no other test, project or run uses. */
const newEmail = () => `marie.${crypto.randomUUID()}@exemple.fr`;

async function fillSignup(page: Page, email: string): Promise<void> {
  await page.goto("/inscription");
  await fillSignupFields(page, email);
}

const fillIn = (field: Locator, text: string) => field.fill(text);

async function fillSignupFields(page: Page, email: string, fill = fillIn): Promise<void> {
  await fill(page.getByLabel("Prénom"), "Marie");
  await fill(page.getByLabel("Nom", { exact: true }), "Durand");
  await fill(page.getByLabel("Adresse e-mail"), email);
  await fill(page.getByLabel("Mot de passe", { exact: true }), PASSWORD);
  await fill(page.getByLabel("Confirmation du mot de passe"), PASSWORD);
  await fill(page.getByLabel("Numéro et rue"), "12 rue de la Paix");
  await fill(page.getByLabel("Code postal"), "69001");
  await fill(page.getByLabel("Ville"), "Lyon");
  await page.getByLabel("J’accepte les C.G.U.").check();
}

const submitSignup = (page: Page) => page.getByRole("button", { name: "S’inscrire" }).click();

/** The text of the newest mail to an address, from the outbox, in a page of its own. */
async function lastMail(page: Page, email: string): Promise<string> {
  const outbox = await page.context().newPage();
  await outbox.goto("/__outbox");
  await outbox.getByRole("row").filter({ hasText: email }).first().getByRole("link").click();
  const text = await outbox.getByRole("main").innerText();
  await outbox.close();
  return text;
}

const codeIn = (mail: string) => /^\d{6}$/m.exec(mail)?.[0] ?? "no code";

async function enterCode(page: Page, code: string, javaScript: boolean | undefined) {
  if (javaScript === false) {
    await page.getByLabel("Code de vérification").fill(code);
    await page.getByRole("button", { name: "Vérifier l’e-mail" }).click();
  } else {
    // Six digits send the form by themselves.
    await page.getByLabel("Chiffre 1 sur 6").click();
    await page.keyboard.type(code);
  }
}

/** From the signup's page to the one that the code leads to. */
async function signUp(
  page: Page,
  email: string,
  javaScript: boolean | undefined,
  fill = fillIn,
): Promise<void> {
  await fillSignupFields(page, email, fill);
  await submitSignup(page);
  await expect(page).toHaveURL("/verification-email");
  await expect(page.getByText(email)).toBeVisible();
  await enterCode(page, codeIn(await lastMail(page, email)), javaScript);
  await expect(page).not.toHaveURL("/verification-email");
}

async function openMenu(page: Page) {
  await page.getByRole("banner").locator("[popovertarget]").click();
}

async function logOut(page: Page) {
  await openMenu(page);
  await page.getByRole("button", { name: "Déconnexion" }).click();
  await expect(page.getByText("Vous avez bien été déconnecté")).toBeVisible();
}

async function logIn(page: Page, email: string, password: string) {
  await page.goto("/connexion");
  await page.getByLabel("Adresse e-mail").fill(email);
  await page.getByLabel("Mot de passe").fill(password);
  await page.getByRole("main").getByRole("button", { name: "Connexion" }).click();
}

test("sign up on the way to a booking, verify the e-mail, log out and in again", async ({
  page,
  owner,
  javaScriptEnabled,
}) => {
  const email = newEmail();
  const venue = await newVenue(owner);
  const [start, end] = [inDays(20), inDays(21)];
  const main = page.getByRole("main");
  const { steps, fill, press } = countSteps(page);
  await page.goto("/");
  const search = page.getByRole("search", { name: "Chercher un lieu" });
  await fill(search.getByLabel("Où"), venue.city);
  await fill(search.getByLabel("Arrivée"), start);
  await fill(search.getByLabel("Départ"), end);
  await press(search.getByRole("button", { name: "Rechercher" }));
  await press(page.getByRole("link", { name: venue.title, exact: true }));
  await press(reserveButton(page));
  await press(main.getByRole("link", { name: "Créez votre compte" }));
  await signUp(page, email, javaScriptEnabled, fill);
  // After the code the recap comes by itself: two pages more than with an account (booking.test.ts).
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Vérifiez puis payez");
  await expect(main).toContainText(formatDayRange(start, end));
  expect(steps.pages).toBe(7);
  // To the signup; then there are 'S’inscrire' and, without script, 'Vérifier l’e-mail'.
  expect(steps.presses).toBe(4);
  // Nothing is asked twice, and nothing more before the card.
  expect(steps.fields).toHaveLength(11);
  expect(new Set(steps.fields).size).toBe(11);
  expect(await labelsOf(main.locator("input, select, textarea"))).toEqual([]);
  await logOut(page);
  await logIn(page, email, "un autre mot de passe");
  await expect(page.getByRole("alert")).toContainText("E-mail ou mot de passe incorrect");
  await logIn(page, email, PASSWORD);
  await expect(page).toHaveURL("/");
  await openMenu(page);
  await expect(page.getByRole("button", { name: "Déconnexion" })).toBeVisible();
  await page.goto("/inscription");
  await expect(page).toHaveURL("/");
});

test("sign up on the way to another page, which the code leads on to", async ({
  page,
  javaScriptEnabled,
}) => {
  await page.goto("/ajouter-location");
  await expect(page).toHaveURL("/connexion?vers=%2Fajouter-location");
  const link = (name: string) => page.getByRole("main").getByRole("link", { name });
  await link("Créez votre compte").click();
  await expect(page).toHaveURL("/inscription?vers=%2Fajouter-location");
  // By the neighbouring signups and back.
  await link("Inscrivez-la").click();
  await link("Inscription").click();
  await expect(link("Connexion")).toHaveAttribute("href", "/connexion?vers=%2Fajouter-location");
  await signUp(page, newEmail(), javaScriptEnabled);
  await expect(page).toHaveURL("/ajouter-location");
  await expect(page.getByText("E-mail vérifié avec succès")).toBeVisible();
});

test("who logs in by a password that the office gave accepts the conditions first", async ({
  page,
}) => {
  const { email } = await newAccount({ termsAcceptedAt: undefined });
  const main = page.getByRole("main");
  await logIn(page, email, PASSWORD);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Nos conditions");
  await expect(main.getByRole("link", { name: /^conditions générales/ })).toHaveText([
    "conditions générales d’utilisation",
    "conditions générales de vente",
  ]);
  await page.goto("/profil");
  await expect(page).toHaveURL("/conditions?vers=%2Fprofil");
  // A browser asks for the box itself.
  await page.locator("form").evaluateAll((forms) => {
    for (const form of forms) (form as HTMLFormElement).noValidate = true;
  });
  await main.getByRole("button", { name: "Continuer" }).click();
  await expect(page.getByRole("alert")).toContainText("Veuillez accepter les C.G.U.");
  await main.getByRole("button", { name: "Déconnexion" }).click();
  await expect(page.getByText("Vous avez bien été déconnecté")).toBeVisible();
  await logIn(page, email, PASSWORD);
  await main.getByLabel("J’accepte les C.G.U.").check();
  await main.getByRole("button", { name: "Continuer" }).click();
  await expect(page).toHaveURL("/");
  await page.goto("/profil");
  await expect(page).toHaveURL("/profil");
});

test("choose another password by a mailed link, once", async ({ page, javaScriptEnabled }) => {
  const email = newEmail();
  await page.goto("/inscription");
  await signUp(page, email, javaScriptEnabled);
  await expect(page).toHaveURL("/");
  await expect(page.getByText("E-mail vérifié avec succès")).toBeVisible();
  await logOut(page);
  await page.goto("/connexion");
  await page.getByRole("link", { name: "Mot de passe oublié\u00a0?" }).click();
  await page.getByLabel("Adresse e-mail").fill(email);
  await page.getByRole("button", { name: "Envoyer" }).click();
  await expect(page.getByText("Si un compte est associé à cette adresse")).toBeVisible();
  await expectAccessible(page);

  const link = /https?:\/\/\S+\/reinitialisation-mot-de-passe\/[\w-]+/.exec(
    await lastMail(page, email),
  )![0];
  await page.goto(link);
  await page.getByLabel("Nouveau mot de passe").fill("Marronniers-1912");
  await page.getByLabel("Confirmation du mot de passe").fill("Marronniers-1913");
  await page.getByRole("button", { name: "Enregistrer le mot de passe" }).click();
  await expect(page.getByRole("alert").first()).toContainText(
    "Les mots de passe ne correspondent pas",
  );
  await expectAccessible(page);
  await page.getByLabel("Nouveau mot de passe").fill("Marronniers-1912");
  await page.getByLabel("Confirmation du mot de passe").fill("Marronniers-1912");
  await page.getByRole("button", { name: "Enregistrer le mot de passe" }).click();
  await expect(page).toHaveURL("/connexion");
  await expect(
    page.getByText(
      "Réinitialisation du mot de passe réussie, redirection vers la page de connexion...",
    ),
  ).toBeVisible();
  await logIn(page, email, "Marronniers-1912");
  await expect(page).toHaveURL("/");
  await logOut(page);

  await page.goto(link);
  await expect(page.getByText("Ce lien n’est plus valable")).toBeVisible();
  await expectAccessible(page);
});

test("a known address sees what a new one sees", async ({ page, javaScriptEnabled }) => {
  const email = newEmail();
  await page.goto("/inscription");
  await signUp(page, email, javaScriptEnabled);
  await page.context().clearCookies();
  await fillSignup(page, email);
  await submitSignup(page);
  await expect(page).toHaveURL("/verification-email");
  await expect(page.getByText(email)).toBeVisible();
  expect(await lastMail(page, email)).toContain("Vous avez déjà un compte");
});

test("a refused signup names the first broken rule and keeps what was typed", async ({ page }) => {
  await fillSignup(page, newEmail());
  await page.getByLabel("Pays").fill("Belgique");
  await page.getByLabel("J’accepte les C.G.U.").uncheck();
  await submitSignup(page);
  const summary = page.getByRole("main").getByRole("alert").first();
  await expect(summary).toContainText("2 champs sont à corriger");
  await expect(summary.getByRole("link").first()).toHaveText(
    "Veuillez renseigner une adresse située en France.",
  );
  await expect(page.getByLabel("Pays")).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByLabel("Pays")).toHaveValue("Belgique");
  await expect(page.getByLabel("Ville")).toHaveValue("Lyon");
  await expect(page.getByLabel("Mot de passe", { exact: true })).toHaveValue("");
  if (await runsScripts(page)) {
    await expect(page.locator(".toast-region")).toContainText(
      "Veuillez renseigner une adresse située en France.",
    );
  }
  // The rules tell the country first, whichever field the page shows first.
  for (const label of ["Mot de passe", "Confirmation du mot de passe"]) {
    await page.getByLabel(label, { exact: true }).fill("abc");
  }
  await submitSignup(page);
  await expect(summary.getByRole("link").first()).not.toContainText("France");
  await expect(page.getByRole("main").locator("form .field-error").last()).toHaveText(
    "Veuillez renseigner une adresse située en France.",
  );
  await expectAccessible(page);
});

test("the code is entered on another device, with the mail's button or the address", async ({
  page,
  browser,
  javaScriptEnabled,
}) => {
  for (const way of ["button", "address"]) {
    const email = newEmail();
    await fillSignup(page, email);
    await submitSignup(page);
    const mail = await lastMail(page, email);
    const phone = await browser.newContext({
      javaScriptEnabled,
      baseURL: new URL(page.url()).origin,
    });
    const screen = await phone.newPage();
    if (way === "button") {
      await screen.goto(/https?:\/\/\S+\/verification-email\?lien=[\w.-]+/.exec(mail)![0]);
      await expect(screen.getByText(`envoyé à ${email}`)).toBeVisible();
    } else {
      await screen.goto("/verification-email");
      await screen.getByLabel("Adresse e-mail", { exact: true }).fill(email);
    }
    await expectAccessible(screen);
    await enterCode(screen, codeIn(mail), javaScriptEnabled);
    await expect(screen).toHaveURL("/connexion");
    await expect(screen.getByText("E-mail vérifié avec succès. Connectez-vous")).toBeVisible();
    await logIn(screen, email, PASSWORD);
    await expect(screen).toHaveURL("/");
    await phone.close();
    await page.context().clearCookies();
  }
});

test("someone who is not verified can log out", async ({ page }) => {
  const email = newEmail();
  await fillSignup(page, email);
  await submitSignup(page);
  await logIn(page, email, PASSWORD);
  await expect(page).toHaveURL("/verification-email");
  await expectAccessible(page);
  await page.getByRole("main").getByRole("button", { name: "Déconnexion" }).click();
  await expect(page.getByText("Vous avez bien été déconnecté")).toBeVisible();
  await page.goto("/verification-email");
  await expect(page.getByRole("button", { name: "Déconnexion" })).toHaveCount(0);
});

test("a file that is refused is told by a page, and barely to programs @no-js", async ({
  page,
  enter,
}) => {
  await enter(await newAccount());
  const response = await page.goto(`/mes-demandes/${"0".repeat(24)}/recu/2027-000001.pdf`);
  expect(response?.status()).toBe(404);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Oups/);
  await expectAccessible(page);
  const path = "/mes-parametres/mes-donnees";
  const why = /^Trop de tentatives\. Patientez .+ avant de recommencer\.$/;
  let answer = await page.request.get(path);
  while (answer.ok()) answer = await page.request.get(path);
  expect(answer.status()).toBe(429);
  expect(await answer.text()).toMatch(why);
  const refused = await page.goto(path);
  expect(refused?.status()).toBe(429);
  expect(Number(await refused?.headerValue("retry-after"))).toBeGreaterThan(0);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Trop d’essais en peu de temps");
  await expect(page.getByText(why)).toBeVisible();
  await expect(page.getByRole("banner").getByRole("button")).toBeVisible();
});

test("what a master may leave empty is marked so, and nothing is called obligatory", async ({
  page,
}) => {
  await page.goto("/inscription-master");
  await page.getByLabel("Association", { exact: true }).check();
  for (const name of ["Numéro SIRET", "Numéro RNA"]) {
    const field = page.getByLabel(name);
    await expect(field).not.toHaveAttribute("required");
    await expect(page.getByLabel(`${name} (facultatif)`)).toBeVisible();
  }
  await expect(page.getByText("Obligatoire pour")).toHaveCount(0);
  await expect(page.getByLabel(/^Sans RNA/)).toHaveCount(0);
  await expect(page.getByText("9 caractères, sans compter le W")).toBeVisible();
});

test("a password that is too long is refused, not cut off", async ({ page }) => {
  await fillSignup(page, newEmail());
  const pasted = "Tilleuls-1911-".repeat(30);
  await page.getByLabel("Mot de passe", { exact: true }).fill(pasted);
  await page.getByLabel("Confirmation du mot de passe").fill(pasted);
  await expect(page.getByLabel("Mot de passe", { exact: true })).not.toHaveAttribute("maxlength");
  await submitSignup(page);
  await expect(page.getByRole("alert").first()).toContainText(
    "Le mot de passe ne peut pas dépasser 128 caractères.",
  );
});

test("each role is asked its own questions", async ({ page }) => {
  await page.goto("/inscription");
  const shown = async () => ({
    birth: await page.getByLabel("Date de naissance").isVisible(),
    siret: await page.getByLabel("Numéro SIRET").isVisible(),
    rna: await page.getByLabel("Numéro RNA").isVisible(),
  });
  expect(await shown()).toEqual({ birth: true, siret: false, rna: false });
  await page.getByLabel("Entreprise", { exact: true }).check();
  expect(await shown()).toEqual({ birth: false, siret: true, rna: false });
  await page.getByLabel("Association", { exact: true }).check();
  expect(await shown()).toEqual({ birth: false, siret: true, rna: true });
  await expectAccessible(page);
});

test("the password is scored while it is typed @js", async ({ page }) => {
  await page.goto("/inscription");
  const password = page.getByLabel("Mot de passe", { exact: true });
  const meter = page.locator(".password-score");
  // A region that comes with its text is not told.
  await expect(meter.getByRole("status")).toHaveCount(1);
  for (const [text, label] of [
    ["abc", "Très faible"],
    ["abcdef", "Faible"],
    ["abcdeF", "Normal"],
    ["abcdeF1", "Bon"],
    ["abcdeF1!", "Très bon"],
  ] as const) {
    await password.fill(text);
    await expect(meter.getByRole("status")).toHaveText(label);
  }
  await expect(page.locator(".checklist .passed")).toHaveCount(5);
  const confirmation = page.getByLabel("Confirmation du mot de passe");
  // Nothing is said of a repeat that nobody has begun, before or after one.
  const compared = page.getByText(/Les mots de passe (ne )?correspondent/);
  await expect(compared).toHaveCount(0);
  await expect(confirmation).not.toHaveClass(/differs|matches/);
  await confirmation.fill("abcd");
  await expect(page.getByText("Les mots de passe ne correspondent pas.")).toBeVisible();
  await confirmation.fill("abcdeF1!");
  await expect(page.getByText("Les mots de passe correspondent.")).toBeVisible();
  await confirmation.fill("");
  await expect(compared).toHaveCount(0);
  await expectAccessible(page);
});

test("the code's boxes move, take a paste and send themselves @js", async ({ page }) => {
  await page.goto("/verification-email");
  await page.getByLabel("Adresse e-mail", { exact: true }).fill("personne@exemple.fr");
  const box = (number: number) => page.getByLabel(`Chiffre ${number} sur 6`);
  await box(1).pressSequentially("12");
  await expect(box(3)).toBeFocused();
  await page.keyboard.press("Backspace");
  await expect(box(2)).toBeFocused();
  await box(4).evaluate((element) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text", "98 7");
    element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
  });
  await expect(box(1)).toHaveValue("9");
  await expect(box(3)).toHaveValue("7");
  await expect(box(4)).toBeFocused();
  await page.keyboard.type("654");
  await expect(page.getByRole("alert")).toContainText("Erreur de vérification de l’e-mail");
  await expectAccessible(page);
});

test("another code can be asked for", async ({ page }) => {
  await page.goto("/verification-email");
  await page.getByText("Vous n’avez pas reçu votre e-mail\u00a0?").click();
  await page.getByRole("button", { name: "Renvoyer le code" }).click();
  await expect(page.getByRole("alert")).toContainText("Le champ e-mail n’est pas rempli.");
  await page.getByRole("link", { name: "Le champ e-mail n’est pas rempli." }).click();
  await expect(page.getByLabel("Adresse e-mail pour le nouveau code")).toBeFocused();
  await page.getByLabel("Adresse e-mail pour le nouveau code").fill("personne@exemple.fr");
  await page.getByRole("button", { name: "Renvoyer le code" }).click();
  await expect(page.getByText("E-mail envoyé, vérifiez votre boîte e-mail")).toBeVisible();
  for (const name of ["Ouvrir Gmail", "Ouvrir Outlook"]) {
    await expect(page.getByRole("link", { name })).toHaveAttribute("rel", /noopener/);
  }
  await expectAccessible(page);
});
