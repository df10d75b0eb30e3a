/**
 * The one layout of all mails: pure text in, a small HTML page and its plain-text twin out. Nothing
 * that comes in is markup, so everything is escaped.
 */
import { mailtoHref } from "../mailto";

/** Amounts under each other, the last of them what the others come to. */
export interface MailSums {
  sums: readonly { label: string; amount: string }[];
}

export interface MailBody {
  /** A line feed within a paragraph starts a new line. */
  paragraphs: readonly (string | MailSums)[];
  /** A verification code, shown large. */
  code?: string;
  /** The one thing to do next; `url` is absolute, http or https. */
  action?: { label: string; url: string };
  /** The other thing that may be done instead of `action`; red where it says no to somebody. */
  alternative?: { label: string; url: string; refuses?: boolean };
  /** What is answered to it reaches the team. */
  isAnswerable?: boolean;
}

interface Sender {
  brand: string;
  /** The site's address. */
  url: string;
  /** Where the team is written to. */
  email: string;
}

/** Colours of app/ui/tokens.ts; mail readers know no style sheet, so they are written on each tag. */
const COLOURS = {
  ground: "#F6F6F3",
  line: "#DDDBD2",
  ink: "#172033",
  softInk: "#4B5468",
  plaque: "#14316D",
  plaqueEdge: "#0F4B33",
  action: "#1A3F8A",
  refuse: "#951A30",
  code: "#EEF3FC",
};
const TITLE_FONT = "'Iowan Old Style','Palatino Linotype',Palatino,Georgia,serif";
const TEXT_FONT = "'Segoe UI',Roboto,'Noto Sans','Helvetica Neue',Arial,sans-serif";

const ESCAPES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character]!);
}

/** One line: control characters and line ends become spaces, so that no header can be added. */
export function headerLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();
}

/** The plain-text version. */
export function renderText(body: MailBody, sender: Sender): string {
  const parts = body.paragraphs.map((paragraph) =>
    typeof paragraph === "string"
      ? paragraph
      : paragraph.sums.map(({ label, amount }) => `${label}\u00A0: ${amount}`).join("\n"),
  );
  if (body.code) parts.push(body.code);
  for (const action of [body.action, body.alternative]) {
    if (action) parts.push(`${action.label}\u00A0:\n${checkedUrl(action.url)}`);
  }
  parts.push(`-- \n${sender.brand}\n${sender.url}\n${whereToWrite(body, sender)}`);
  return `${parts.join("\n\n")}\n`;
}

/**
 * Nobody reads what is answered to most mails, so both versions say where somebody does. Of what may be answered they name the
 * address too: whoever is passed the mail on has no Reply-To.
 */
function whereToWrite({ isAnswerable }: MailBody, sender: Sender): string {
  return isAnswerable
    ? `Vous pouvez répondre à ce message, ou nous écrire\u00A0: ${sender.email} ou ${contactUrlOf(sender.url)}`
    : `Merci de ne pas répondre à ce message. Une question\u00A0? Écrivez-nous\u00A0: ${contactUrlOf(sender.url)}`;
}

/** The address of the contact form of a site, whose own address is given. */
export function contactUrlOf(url: string): string {
  return checkedUrl(new URL("/contact", url).href);
}

/**
 * On the outer table, from which all text has it: an address or a name without a space breaks anywhere before it
 * makes a phone scroll. The older property is for readers that do not know the other.
 */
const BREAKS = "word-break:break-word;overflow-wrap:anywhere";

/** The HTML version, readable on a phone and without pictures. `subject` is its title. */
export function renderHtml(subject: string, body: MailBody, sender: Sender): string {
  const paragraphs = body.paragraphs.map((paragraph) =>
    typeof paragraph === "string"
      ? `<p style="margin:0 0 16px">${escapeHtml(paragraph).replace(/\r?\n/g, "<br>")}</p>`
      : sumsBlock(paragraph),
  );
  return `<!doctype html>
<html lang="fr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0;padding:0;background:${COLOURS.ground};color:${COLOURS.ink};font:16px/1.6 ${TEXT_FONT}">
${previewBlock(body)}<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:${COLOURS.ground};${BREAKS}"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td style="padding:0 0 16px"><a href="${escapeHtml(sender.url)}" style="display:inline-block;padding:8px 16px;border:3px solid ${COLOURS.plaqueEdge};border-radius:6px;background:${COLOURS.plaque};color:#ffffff;font:700 20px/1.3 ${TITLE_FONT};text-decoration:none">${escapeHtml(sender.brand)}</a></td></tr>
<tr><td style="padding:24px;border:1px solid ${COLOURS.line};border-radius:14px;background:#ffffff">
<h1 style="margin:0 0 16px;font:700 22px/1.25 ${TITLE_FONT}">${escapeHtml(subject)}</h1>
${[...paragraphs, ...codeBlock(body.code), ...actionBlock(body)].join("\n")}
</td></tr>
<tr><td style="padding:16px 0;color:${COLOURS.softInk};font-size:14px">Ce message vous est envoyé par ${escapeHtml(sender.brand)}. ${body.isAnswerable ? `Vous pouvez y répondre, ou écrire à <a href="${escapeHtml(mailtoHref(sender.email))}" style="color:${COLOURS.action}">${escapeHtml(sender.email)}</a>.` : "Merci de ne pas y répondre."} Une question\u00A0? <a href="${escapeHtml(contactUrlOf(sender.url))}" style="color:${COLOURS.action}">Écrivez-nous</a>.</td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
}

/** What an inbox shows beside the subject: without it the brand and the subject once more. */
function previewBlock({ paragraphs }: MailBody): string {
  const told = paragraphs.find((text) => typeof text === "string" && !/^Bonjour\b/.test(text));
  if (typeof told !== "string") return "";
  return `<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(told)}</div>\n`;
}

function sumsBlock({ sums }: MailSums): string {
  const rows = sums.map(({ label, amount }, index) => {
    const isLast = index === sums.length - 1;
    const look = isLast
      ? `border-top:1px solid ${COLOURS.line};font-weight:700`
      : "font-weight:400";
    return `<tr><th scope="row" style="padding:4px 12px 4px 0;text-align:left;${look}">${escapeHtml(label)}</th><td style="padding:4px 0;text-align:right;white-space:nowrap;${look}">${escapeHtml(amount)}</td></tr>`;
  });
  return `<table width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px">${rows.join("")}</table>`;
}

function codeBlock(code: string | undefined): string[] {
  if (!code) return [];
  return [
    `<p style="margin:0 0 16px;padding:16px;border-radius:8px;background:${COLOURS.code};font:700 32px/1.2 ${TITLE_FONT};letter-spacing:6px;text-align:center">${escapeHtml(code)}</p>`,
  ];
}

function actionBlock({ action, alternative }: MailBody): string[] {
  if (!action) return [];
  const actions = alternative ? [action, alternative] : [action];
  const buttons = [
    button(action, FILLED),
    ...(alternative ? [button(alternative, outlined(alternative))] : []),
  ];
  const links = actions.map(({ label, url }) => {
    const href = escapeHtml(checkedUrl(url));
    // Of two addresses each says what it does: one may accept and the other refuse.
    const name = alternative ? `${escapeHtml(label)}\u00A0: ` : "";
    return `${name}<a href="${href}" style="color:${COLOURS.action}">${href}</a>`;
  });
  const how = alternative
    ? "Si un bouton ne fonctionne pas, copiez son adresse dans votre navigateur"
    : "Si le bouton ne fonctionne pas, copiez cette adresse dans votre navigateur";
  return [
    ...buttons,
    `<p style="margin:0;color:${COLOURS.softInk};font-size:14px">${how}\u00A0:<br>${links.join("<br>")}</p>`,
  ];
}

const FILLED = `background:${COLOURS.action};color:#ffffff;border:2px solid ${COLOURS.action}`;

function outlined({ refuses = false }: NonNullable<MailBody["alternative"]>): string {
  const colour = refuses ? COLOURS.refuse : COLOURS.action;
  return `background:#ffffff;color:${colour};border:2px solid ${colour}`;
}

function button({ label, url }: NonNullable<MailBody["action"]>, look: string): string {
  return `<p style="margin:24px 0 16px"><a href="${escapeHtml(checkedUrl(url))}" style="display:inline-block;padding:10px 22px;border-radius:8px;${look};font-weight:700;text-decoration:none">${escapeHtml(label)}</a></p>`;
}

function checkedUrl(url: string): string {
  const parsed = new URL(url);
  if (parsed.protocol !== "https:" && parsed.protocol !== "http:") {
    throw new RangeError(`Not a web address: ${parsed.protocol}`);
  }
  return parsed.href;
}
