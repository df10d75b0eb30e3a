import { renderHtml, type MailBody } from "~/platform/mail/mail-layout";
import { expectAccessible } from "../support/axe";
import { expectLayout } from "../support/layout";
import { expect, test } from "../support/test";

/** That what every page is held to is seen when it is not so: without scripts, with any fonts. */

const HOLDS = `<body style="margin: 0"><h1 style="font-size: 20px">Réservez votre salle</h1>`;

const FAULTS: [what: string, html: string, seen: RegExp][] = [
  [
    "a page that scrolls sideways",
    `<div style="width: 330px">.</div>`,
    /the page scrolls to 330 px/,
  ],
  [
    "text that runs into its neighbour",
    `<div style="display: flex; width: 200px"><p style="width: 90px; white-space: nowrap">Prix maximum</p></div>`,
    /"p 'Prix maximum' reaches out of p /,
  ],
  [
    "a field that reaches out of its card",
    `<div class="card" style="width: 200px"><input style="width: 220px"></div>`,
    /"input '' reaches out of div\.card /,
  ],
  [
    "text that its box cuts off",
    `<div style="width: 90px; overflow: hidden"><p style="width: 200px">Paiement en cours, merci</p></div>`,
    /reaches out of div /,
  ],
  [
    "a heading that breaks within a word",
    `<h2 style="width: 90px; overflow-wrap: break-word">Remboursements</h2>`,
    /'Remboursements' breaks in h2 /,
  ],
];

test.describe("the layout checks", { tag: "@no-js" }, () => {
  test("are content with what fits", async ({ page }) => {
    await page.setContent(HOLDS);
    await expectLayout(page, 320, "what fits");
  });

  for (const [what, html, seen] of FAULTS) {
    test(`see ${what}`, async ({ page }) => {
      await page.setContent(`${HOLDS}${html}`);
      await expect(expectLayout(page, 320, what)).rejects.toThrow(seen);
    });
  }

  test("see what fits in the narrow font alone, and at the usual size alone", async ({ page }) => {
    const within = (width: number) =>
      page.setContent(`${HOLDS}<p style="width: ${width}px; font-size: 1rem">Remboursements</p>`);
    await within(110);
    const wide = expectLayout(page, 320, "a word");
    await expect(wide).rejects.toThrow(/wide font at 100 %/);
    await expect(wide).rejects.not.toThrow(/narrow font/);
    await within(150);
    await expectLayout(page, 320, "a word");
    await expect(expectLayout(page, 360, "a word")).rejects.toThrow(/wide font at 200 %/);
  });
});

for (const [what, html, seen] of [
  ["pale text", `<p style="color: #ccc">Bonjour</p>`, /color-contrast/],
  ["a field without a name", "<input>", /label/],
] as const) {
  test(`axe sees ${what}`, async ({ page }) => {
    const sound = `<html lang="fr"><title>Essai</title><main><h1>Essai</h1>`;
    await page.setContent(sound);
    await expectAccessible(page);
    await page.setContent(`${sound}${html}`);
    await expect(expectAccessible(page)).rejects.toThrow(seen);
  });
}

/** A mail with all that a mail may have; every mail of the product is drawn by this one layout. */
function drawn(subject: string, body: MailBody, brand = "Place des Salles"): string {
  const [url, email] = ["https://placedessalles.example", "equipe@placedessalles.example"];
  return renderHtml(subject, body, { brand, url, email });
}

test("mails are no wider than a phone, whatever they tell", { tag: "@no-js" }, async ({ page }) => {
  const url = `https://placedessalles.example/changements/${"eyJhbGciOiJIUzI1NiJ9".repeat(9)}/accepter`;
  await page.setContent(
    drawn("Changement de dates resté sans réponse\u00a0: L’Orangerie des Tilleulsargent", {
      paragraphs: [
        "Votre contact\u00a0: Marie-Antoinette de La Rochefoucauld, marie-antoinette.de-la-rochefoucauld.evenements@grande-association-des-amis-de-la-musique.example, 06\u00a012\u00a034\u00a056\u00a078.",
        {
          sums: [
            {
              label: "366\u00a0demi-journées × 2\u202f345,67\u00a0€",
              amount: "858\u202f515,22\u00a0€",
            },
            { label: "Frais de service (12,5\u00a0%)", amount: "107\u202f314,40\u00a0€" },
            { label: "Total", amount: "965\u202f829,62\u00a0€" },
          ],
        },
      ],
      code: "123456",
      action: { label: "Accepter les nouvelles dates demandées par le client", url },
      alternative: { label: "Refuser les dates", url },
    }),
  );
  for (const width of [320, 360]) await expectLayout(page, width, "a mail");

  // Not even when nothing in it has a space: then words break, which is no fault of the layout.
  const endless = "Anticonstitutionnellement".repeat(10);
  const action = { label: endless, url: `https://${"a".repeat(60)}.example/${endless}` };
  const sums = [{ label: endless, amount: "1\u00a0€" }];
  const body = { paragraphs: [endless, { sums }], code: endless, action, alternative: action };
  const html = drawn(endless, body, endless);
  await page.setContent(html.replace("<body", '<body class="anywhere"'));
  for (const width of [320, 360]) await expectLayout(page, width, "an endless mail");
});
