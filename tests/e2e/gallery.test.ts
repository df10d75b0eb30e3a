import sharp from "sharp";
import { newAccount } from "../support/browser-people";
import { expect, test } from "../support/journey";
import { expectGoodPage } from "../support/pages";

/** The home page's gallery, with scripts and without. */

test("an administrator changes a city's image and renews the news", async ({ page, enter }) => {
  const buffer = await sharp({
    create: { width: 800, height: 600, channels: 3, background: "#7a4a2b" },
  })
    .png()
    .toBuffer();
  const image = { name: "paris.png", mimeType: "image/png", buffer };
  await enter(await newAccount({ isAdmin: true, name: "Alix", lastname: "Bernard" }));
  await page.goto("/admin/gallery");
  await page.getByRole("link", { name: "Remplacer (place 5)" }).click();
  await expect(page.getByLabel("Place", { exact: true })).toHaveValue("5");
  await page.getByLabel("Ville", { exact: true }).fill("Paris");
  await page.getByLabel("Place", { exact: true }).fill("6");
  await page.getByLabel("Image", { exact: true }).setInputFiles(image);
  await page.getByRole("button", { name: "Enregistrer" }).click();
  await expect(page.getByRole("alert").first()).toContainText(
    "La place de l’image doit être comprise entre 1 et 5.",
  );
  await expect(page.getByLabel("Ville", { exact: true })).toHaveValue("Paris");
  await page.getByLabel("Place", { exact: true }).fill("5");
  await page.getByLabel("Image", { exact: true }).setInputFiles(image);
  await page.getByRole("button", { name: "Enregistrer" }).click();
  await expect(page.getByText("Image 5 mise à jour avec succès.")).toBeVisible();

  await page.getByRole("button", { name: "Renouveler une fois : Nouveautés" }).click();
  // The other project may have renewed them a moment ago, or published what is new.
  const said = page.getByText(
    /^(?:Les images ont bien été renouvelées\.|Rien à changer.: l’accueil)/,
  );
  await expect(said).toBeVisible();
  const news = page.getByRole("region", { name: "Nouveautés" });
  await expect(news).toContainText("par Alix Bernard");
  await expectGoodPage(page, "admin-galerie");
});

test("the daily renewal is switched on and off", async ({ page, enter, javaScriptEnabled }) => {
  await enter(await newAccount({ isAdmin: true }));
  await page.goto("/admin/gallery");
  // The other project may be at it at this moment: each has a section of its own.
  const title = javaScriptEnabled ? "Nos Salles" : "Nouveautés";
  const section = page.getByRole("region", { name: title });
  // On, until somebody says otherwise.
  await section.getByRole("switch").click();
  await expect(page.getByText("Le renouvellement a bien été désactivé.")).toBeVisible();
  await expect(section.getByRole("switch")).toHaveAttribute("aria-checked", "false");
  await section.getByRole("switch").click();
  await expect(page.getByText("Le renouvellement a bien été activé.")).toBeVisible();
  await expect(section.getByRole("switch")).toHaveAttribute("aria-checked", "true");
  await expect(section).toContainText("4 h");
});
