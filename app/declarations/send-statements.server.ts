import { trusted, Types, type ClientSession } from "mongoose";
import { enqueue } from "@jobs/queue";
import { MailModel } from "@models/mail";
import { TaxFactsModel } from "@models/tax-facts";
import { UserModel } from "@models/user";
import { keepFromClosing } from "~/accounts/keep-account-open.server";
import { pMapLogged } from "~/platform/concurrency/p-map.server";
import { inTransaction } from "~/platform/database.server";
import { parisMidnight, todayInParis } from "~/platform/days";
import { env } from "~/platform/env.server";
import { contactUrl } from "~/platform/mail/contact-url.server";
import { queueMail, type MailMessage } from "~/platform/mail/mail.server";
import { turnOf } from "~/platform/mail/mail-turn";
import { formatEuros } from "~/platform/money";
import type { DeclaredOwner } from "~/rules/declared-owner";
import { OBLIGATIONS_TEXT } from "~/rules/obligations";
import { quarterName, type Declaration, type PropertyYear, type Quarter } from "./declaration";
import { accountsText, ownerFacts } from "./owner-facts";
import { eachDeclaration } from "./read-declarations.server";

/** By its end each owner is given what is declared of them: CGI, article 1649 ter D. */
const JANUARY = "01";
/** What January could not tell is told late rather than never. */
const FEBRUARY = "02";
const MARCH = "03";
const LAST_DAY = "-01-31";
/** So many in one turn, so that no other mail waits behind those of everybody; all that are left from the last day on. */
const A_TURN = 500;

/**
 * Tells owners in January what is declared of the year before: once each, where their statement is or, who cannot log in to
 * read it because they are banned or have closed their account, all that it says but most of
 * the tax number; in February who could not be told then, or whom the mail did not reach. Nobody is told of whom nothing is declared. The mails leave some a
 * minute. The address that a closed account has kept for it goes once all are told and its own mail has left; in March, when nobody
 * is told any more, all those that are left.
 *
 * @returns how many were told
 * @throws AggregateError once the others had their turn, of those that could not be told
 */
export async function sendStatements(now: Date): Promise<number> {
  const today = todayInParis(now);
  const month = today.slice(5, 7);
  const year = String(Number(today.slice(0, 4)) - 1);
  if (month === MARCH) await forgetAddresses(year, true);
  if (month !== JANUARY && month !== FEBRUARY) return 0;
  let told = 0;
  const most = month === FEBRUARY || today.endsWith(LAST_DAY) ? Infinity : A_TURN;
  const errors: unknown[] = [];
  const send = async (declaration: Declaration) => {
    if (await tell(declaration, turnOf(told, now), month === FEBRUARY)) told += 1;
  };
  for await (const declaration of eachDeclaration(year, now)) {
    if (told >= most) break;
    if (declaration.exclusion !== null || declaration.properties.length === 0) continue;
    const options = {
      concurrency: 1,
      failure: "statement not sent",
      name: () => declaration.owner.id,
    };
    errors.push(...(await pMapLogged([declaration], send, options)));
  }
  // Whoever could not be told may be one of those.
  if (told < most && errors.length === 0) await forgetAddresses(year, false);
  if (told > 0) await enqueue("send-mails");
  if (errors.length > 0) throw new AggregateError(errors, "Some statements were not sent");
  return told;
}

/** Of closed accounts of which nothing is left to be told after this year; before the end but of those that may be told anew. */
async function forgetAddresses(year: string, isTheEnd: boolean): Promise<void> {
  const onTheirWay = isTheEnd ? [] : await MailModel.find(unsent(year), "key").lean();
  const owners = onTheirWay.map(({ key }) => new Types.ObjectId(key.split(":")[1]));
  const over = { "statements.last": trusted({ $lte: year }), _id: trusted({ $nin: owners }) };
  await inTransaction(async (session) => {
    await TaxFactsModel.updateMany(over, { $unset: { statements: 1 } }, { session });
  });
}

/** What has not reached the address of a closed account yet; what the office has put away is not told anew. */
const unsent = (year: string) => ({
  key: trusted({ $regex: `^declared-closed:[0-9a-f]{24}:${year}$` }),
  status: trusted({ $ne: "sent" as const }),
  putAway: trusted({ $exists: false }),
});

async function tell(declaration: Declaration, notBefore: Date, isFiled: boolean): Promise<boolean> {
  const { owner, year } = declaration;
  const keys = [`declared:${owner.id}:${year}`, `declared-closed:${owner.id}:${year}`] as const;
  const told = { key: trusted({ $in: keys }) };
  // What January could not bring is not true any more: it is told anew, unless the office has put it away.
  const late = {
    ...told,
    ...{ status: "failed" as const, putAway: trusted({ $exists: false }) },
    createdAt: trusted({ $lt: parisMidnight(`${Number(year) + 1}-${FEBRUARY}-01`) }),
  };
  const isLate = isFiled && (await MailModel.exists(late)) !== null;
  if (!isLate && (await MailModel.exists(told))) return false;
  return await inTransaction(async (session) => {
    // Beside a closing either this is written before it, to go with the account, or to the address that is kept for it.
    await keepFromClosing(owner.id, session);
    const reader = await readerOf(declaration, session);
    if (!reader) return false;
    if (isLate) await MailModel.deleteMany(late, { session });
    const key = reader.isClosed ? keys[1] : keys[0];
    await queueMail({ key, notBefore, ...statementMail(declaration, reader, isFiled) }, session);
    return true;
  });
}

const TO_FILE = {
  why: (year: string) =>
    `La loi nous demande de déclarer à l’administration fiscale ce que vos lieux vous ont rapporté en ${year}, et de vous le dire au plus tard le 31 janvier (Code général des impôts, articles 1649 ter A et suivants).`,
  declare: "déclarons",
  correct: "corrigez-le ou écrivez-nous",
};
const FILED: typeof TO_FILE = {
  why: (year) =>
    `La loi nous demande de déclarer à l’administration fiscale ce que vos lieux vous ont rapporté en ${year}, et de vous le dire au plus tard le 31 janvier (Code général des impôts, articles 1649 ter A et suivants). La déclaration est faite\u00a0; cet e-mail vous parvient en retard.`,
  declare: "avons déclaré",
  correct: "écrivez-nous\u00a0: nous corrigerons la déclaration",
};

interface Reader {
  name: string;
  email: string;
  isBanned: boolean;
  isClosed: boolean;
}

/** Whom to write to; null for nobody. */
async function readerOf(
  { owner, year }: Declaration,
  session: ClientSession,
): Promise<Reader | null> {
  const user = await UserModel.findById(owner.id, "name email bannedAt deletedAt", {
    session,
  }).lean();
  if (!user) return null;
  const isBanned = user.bannedAt !== undefined;
  if (!user.deletedAt) return { name: user.name, email: user.email, isBanned, isClosed: false };
  const facts = await TaxFactsModel.findById(owner.id, "statements", { session }).lean();
  const statements = facts?.statements;
  // What was told before the closing is not told again.
  if (!statements || statements.first > year) return null;
  return { name: owner.legalName, email: statements.to, isBanned, isClosed: true };
}

/** @param isFiled it was by the 31st: until then something may be put right by its owner as well */
function statementMail(
  { owner, year, properties, accounts }: Declaration,
  { name, email, isBanned, isClosed }: Reader,
  isFiled: boolean,
): Omit<MailMessage, "key"> {
  const text = isFiled ? FILED : TO_FILE;
  const paragraphs = [`Bonjour ${name},`, text.why(year)];
  const obligations = owner.isAuthority ? [] : [OBLIGATIONS_TEXT];
  const mail = {
    to: email,
    subject: `Vos revenus de location de ${year}, tels que nous les ${text.declare}${isFiled ? "s" : ""}`,
  };
  if (isBanned || isClosed) {
    return {
      ...mail,
      paragraphs: [
        ...paragraphs,
        `Voici tout ce que nous ${text.declare}, le numéro fiscal en entier\u00a0: seule sa fin est écrite ici. Si quelque chose n’est pas juste, écrivez-nous.`,
        ownerText(owner, accounts),
        ...properties.map((property) => propertyText(property, accounts)),
        ...obligations,
      ],
      action: { label: "Nous écrire", url: contactUrl() },
    };
  }
  return {
    ...mail,
    paragraphs: [
      ...paragraphs,
      `Votre relevé vous montre tout ce que nous ${text.declare}. Si quelque chose n’est pas juste, ${text.correct}.`,
      ...obligations,
    ],
    action: {
      label: "Voir mon relevé",
      url: new URL(`/mes-parametres/revenus/${year}`, env.APP_URL).href,
    },
  };
}

/** Who they are, a fact a line; of the tax number its end, by which they know it: others read mails, too. */
function ownerText({ taxId, ...owner }: DeclaredOwner, accounts: readonly string[]): string {
  const end = taxId && `finit par ${taxId.slice(-4)}`;
  const facts = ownerFacts({ ...owner, taxId: end }, accounts).filter(([, value]) => value);
  return [owner.legalName, ...facts.map(([label, value]) => `${label}\u00a0: ${value}`)].join("\n");
}

/** A property by its quarters, a line each; of several accounts, which each was paid to. */
function propertyText(property: PropertyYear, accounts: readonly string[]): string {
  const { title, address, quarters } = property;
  const paidTo = accountsText(property, accounts) ?? [];
  return [`${title}, ${address}`, ...quarters.map(quarterText)].concat(paidTo).join("\n");
}

const quarterText = ({ paid, fees, days, activities }: Quarter, index: number) =>
  `${quarterName(index)}\u00a0: ${formatEuros(paid)} versés, ${formatEuros(fees)} de frais de service et commissions retenus, jours loués\u00a0: ${days}, activités\u00a0: ${activities}`;
