import { createHash } from "node:crypto";
import type { Answer } from "../http/messages";

const STYLE = `
:root{color-scheme:light;--ink:#1f2430;--soft:#5a6172;--line:#767d8c;--accent:#4338ca;--paper:#f5f5f7;--bad:#b42318}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}
main{max-width:30rem;margin:0 auto;padding:1.5rem 1rem 3rem}
.notice{margin:0;padding:.5rem 1rem;background:#fff4ce;color:#4a3700;font-size:.875rem;text-align:center}
h1{font-size:1.375rem;line-height:1.25;margin:0 0 .5rem}
.amount{font-size:2rem;font-weight:700;margin:0 0 1rem}
.card{background:#fff;border:1px solid #d9dbe1;border-radius:.75rem;padding:1.25rem;margin:0 0 1.25rem}
dl{display:grid;grid-template-columns:1fr auto;gap:.25rem 1rem;margin:0}dd{margin:0;text-align:right}
label{display:block;font-weight:600;margin:1rem 0 .25rem}
.hint{display:block;font-weight:400;color:var(--soft);font-size:.875rem}
input{width:100%;min-height:2.75rem;padding:.5rem .75rem;font:inherit;border:1px solid var(--line);border-radius:.5rem;background:#fff;color:inherit}
input[type=checkbox]{width:1.5rem;min-height:1.5rem;margin:0 .5rem 0 0;vertical-align:middle}
input[aria-invalid=true]{border-color:var(--bad);border-width:2px}
.row{display:grid;grid-template-columns:1fr 1fr;gap:0 1rem}
button,.button{display:block;width:100%;min-height:3rem;margin:1.25rem 0 0;padding:.625rem 1rem;font:inherit;font-weight:600;text-align:center;text-decoration:none;border:2px solid var(--accent);border-radius:.5rem;background:var(--accent);color:#fff;cursor:pointer}
button.second,.button.second{background:#fff;color:var(--accent)}
a{color:var(--accent)}
.back{display:inline-block;padding:.5rem 0;margin:0 0 .5rem}
:focus-visible{outline:3px solid #111827;outline-offset:2px}
.error{margin:0 0 1.25rem;padding:1rem;border:2px solid var(--bad);border-radius:.5rem;background:#fff;color:var(--bad);font-weight:600}
`;

const STYLE_HASH = createHash("sha256").update(STYLE).digest("base64");

const POLICY = `default-src 'none'; img-src data:; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'`;

const HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  "content-security-policy": `${POLICY}; frame-ancestors 'none'`,
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

/** Pages that the product's own may show in a frame, with a script that talks to it. */
const FRAMED_HEADERS = {
  ...HEADERS,
  "content-security-policy": `${POLICY}; script-src 'self'; connect-src 'self'; form-action 'self'`,
};

const ESCAPES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Markup that may be put into a page as it is. */
export class Html {
  constructor(readonly source: string) {}
}

type Part = Html | string | number | null | Part[];

function render(part: Part): string {
  if (part === null) return "";
  if (part instanceof Html) return part.source;
  if (Array.isArray(part)) return part.map(render).join("");
  return String(part).replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}

/** Markup with everything put into it escaped, unless it is markup itself. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(strings.map((literal, index) => literal + render(parts[index] ?? null)).join(""));
}

/**
 * A whole page of the sandbox.
 * @param frameScript where the script is of a page that stands in a frame
 */
export function page(status: number, title: string, content: Html, frameScript?: string): Answer {
  const document = html`<!doctype html>
    <html lang="fr">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <link rel="icon" href="data:," />
        <title>${title}</title>
        ${new Html(`<style>${STYLE}</style>`)}
      </head>
      <body>
        <header class="notice">
          Environnement de test&nbsp;: aucune carte réelle, aucun paiement réel.
        </header>
        <main>${content}</main>
        ${frameScript === undefined ? null : html`<script src="${frameScript}"></script>`}
      </body>
    </html> `;
  const headers = frameScript === undefined ? HEADERS : FRAMED_HEADERS;
  return { status, headers, body: document.source };
}

/** A page that only says something, with a link onwards when there is somewhere to go. */
export function messagePage(
  status: number,
  title: string,
  message: string,
  link: { href: string; label: string } | null = null,
): Answer {
  return page(
    status,
    title,
    html`<h1>${title}</h1>
      <p>${message}</p>
      ${link === null ? null : html`<a class="button" href="${link.href}">${link.label}</a>`}`,
  );
}

/** The summary of what went wrong, first thing in the page. */
export function errorSummary(message: string | null): Html | null {
  if (message === null) return null;
  return html`<p class="error" role="alert" id="erreur" tabindex="-1" autofocus>${message}</p>`;
}
