import { describe, expect, it } from "vitest";
import { escapeHtml, headerLine, renderHtml, renderText } from "./mail-layout";

const sender = {
  brand: "Place des Salles",
  url: "https://placedessalles.example",
  email: "equipe@placedessalles.example",
};
const hostile = `<img src=x onerror="alert('1')">&amp;`;

it("is written as text where it would be markup: & < > \" '", () => {
  expect(escapeHtml(`& < > " '`)).toBe("&amp; &lt; &gt; &quot; &#39;");
});

describe("renderHtml", () => {
  it("escapes everything that comes in", () => {
    const html = renderHtml(
      hostile,
      {
        paragraphs: [hostile, { sums: [{ label: hostile, amount: hostile }] }],
        code: hostile,
        action: { label: hostile, url: `https://a.example/?q="><script>` },
      },
      { ...sender, brand: hostile },
    );
    expect(html).not.toContain("<img");
    expect(html).not.toContain("<script");
    expect(html).not.toContain('q="');
    expect(html.split(escapeHtml(hostile)).length - 1).toBe(10);
  });

  it("looks like this, with all that a mail may have", () => {
    const html = renderHtml(
      "Sujet",
      {
        paragraphs: [
          "Bonjour,",
          {
            sums: [
              { label: "Prix", amount: "500,00\u00a0€" },
              { label: "Total", amount: "540,00\u00a0€" },
            ],
          },
        ],
        code: "123456",
        action: { label: "Accepter", url: "https://a.example/oui" },
        alternative: { label: "Refuser", url: "https://a.example/non", refuses: true },
      },
      sender,
    );
    expect(html.replace(/></g, ">\n<")).toMatchSnapshot();
  });

  it("keeps line ends within a paragraph", () => {
    expect(renderHtml("Sujet", { paragraphs: ["Un\nDeux\r\nTrois"] }, sender)).toContain(
      "Un<br>Deux<br>Trois",
    );
  });

  it("is French, fits a phone and needs no style sheet, picture or script", () => {
    const html = renderHtml("Sujet", { paragraphs: ["Texte"] }, sender);
    expect(html).toContain('<html lang="fr">');
    expect(html).toContain("width=device-width");
    expect(html).not.toMatch(/<(style|link|img|script)\b/);
  });

  it("begins, for the inbox's list, with what it tells and not with its greeting", () => {
    const html = renderHtml("Sujet", { paragraphs: ["Bonjour Inès,", "C’est réservé."] }, sender);
    expect(html).toMatch(/<body[^>]*>\s*<div style="display:none[^>]*>C’est réservé\.<\/div>/);
  });

  it("says of two addresses which does what, for who copies one", () => {
    const action = { label: "Accepter", url: "https://a.example/1" };
    const alternative = { label: "Refuser", url: "https://a.example/2", refuses: true };
    const html = renderHtml("Sujet", { paragraphs: [], action, alternative }, sender);
    expect(html).toContain('Accepter\u00a0: <a href="https://a.example/1"');
    expect(html).toContain('Refuser\u00a0: <a href="https://a.example/2"');
  });

  it("leads whoever has a question to where it is read, since no answer to it is", () => {
    const html = renderHtml("Sujet", { paragraphs: [] }, sender);
    expect(html).toContain('<a href="https://placedessalles.example/contact"');
  });

  it("shows a second button in red where it refuses, and in no other mail", () => {
    const action = { label: "Voir", url: "https://a.example/" };
    const htmlOf = (refuses?: boolean) =>
      renderHtml("Sujet", { paragraphs: [], action, alternative: { ...action, refuses } }, sender);
    const red = "color:#951A30";
    expect([htmlOf(true).includes(red), htmlOf().includes(red)]).toEqual([true, false]);
  });

  it.each(["javascript:alert(1)", "data:text/html,x", "/relative"])(
    "refuses %s as an action",
    (url) => {
      const body = { paragraphs: [], action: { label: "Ouvrir", url } };
      expect(() => renderHtml("Sujet", body, sender)).toThrow();
      expect(() => renderText(body, sender)).toThrow();
    },
  );
});

describe("renderText", () => {
  it("says the same as the HTML", () => {
    const text = renderText(
      {
        paragraphs: [
          "Bonjour Inès,",
          { sums: [{ label: "Total", amount: "540,00 €" }] },
          "Voici votre code.",
        ],
        code: "123456",
        action: { label: "Vérifier", url: "https://placedessalles.example/verification-email" },
      },
      sender,
    );
    expect(text).toBe(
      "Bonjour Inès,\n\nTotal\u00A0: 540,00 €\n\nVoici votre code.\n\n123456\n\nVérifier\u00A0:\n" +
        "https://placedessalles.example/verification-email\n\n" +
        "-- \nPlace des Salles\nhttps://placedessalles.example\n" +
        "Merci de ne pas répondre à ce message. Une question\u00A0? Écrivez-nous\u00A0: " +
        "https://placedessalles.example/contact\n",
    );
  });
});

it("says in both versions whether it may be answered", () => {
  const said = (isAnswerable?: boolean) => {
    const body = { paragraphs: ["Texte"], isAnswerable };
    return [renderText(body, sender), renderHtml("Sujet", body, sender)];
  };
  for (const text of said(true)) {
    expect(text).toMatch(/Vous pouvez (y )?répondre/);
    expect(text).not.toContain("Merci de ne pas");
    // Whoever is passed it on has no Reply-To.
    expect(text).toContain(sender.email);
  }
  for (const text of said()) {
    expect(text).toContain("Merci de ne pas");
    expect(text).not.toContain(sender.email);
  }
});

describe("headerLine", () => {
  it.each([
    ["Bonjour\r\nBcc: tout@le.monde", "Bonjour Bcc: tout@le.monde"],
    ["a\nb\rc\u0000d\u2028e\u0085f", "a b c d e f"],
    ["  Réservation confirmée ", "Réservation confirmée"],
  ])("attack 15: makes one line of %j", (text, line) => {
    expect(headerLine(text)).toBe(line);
  });
});
