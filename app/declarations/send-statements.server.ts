import { enqueue } from "@jobs/queue";
import { MailModel } from "@models/mail";
import { UserModel, type User } from "@models/user";
import { keepFromClosing } from "~/accounts/keep-account-open.server";
import { inTransaction } from "~/platform/database.server";
import { todayInParis } from "~/platform/days";
import { env } from "~/platform/env.server";
import { queueMail, type MailMessage } from "~/platform/mail/mail.server";
import { formatEuros } from "~/platform/money";
import { quarterName, type Declaration, type PropertyYear, type Quarter } from "./declaration";
import { declaredYear, eachDeclaration } from "./read-declarations.server";

/** Until its end each owner is given what is declared of them: CGI, article 1649 ter D. */
const JANUARY = "01";
const LAST_DAY = "-01-31";
/** So many in one turn, so that no other mail waits behind those of everybody; all that are left on the last day. */
const A_TURN = 500;

/**
 * Tells owners in January what is declared of the year before: once each, where their statement is or, who is banned and
 * cannot log in to read it, what it says. Nobody is told of whom nothing is declared.
 *
 * @returns how many were told
 */
export async function sendStatements(now: Date): Promise<number> {
  if (todayInParis(now).slice(5, 7) !== JANUARY) return 0;
  let told = 0;
  const most = todayInParis(now).endsWith(LAST_DAY) ? Infinity : A_TURN;
  for await (const declaration of eachDeclaration(declaredYear(now), now)) {
    if (told >= most) break;
    if (declaration.exclusion !== null || declaration.properties.length === 0) continue;
    if (await tell(declaration)) told += 1;
  }
  if (told > 0) await enqueue("send-mails");
  return told;
}

async function tell(declaration: Declaration): Promise<boolean> {
  const { owner, year } = declaration;
  const key = `declared:${owner.id}:${year}`;
  if (await MailModel.exists({ key })) return false;
  return await inTransaction(async (session) => {
    if (!(await keepFromClosing(owner.id, session))) return false;
    const user = await UserModel.findById(owner.id, "name email bannedAt", { session }).lean();
    if (!user) return false;
    await queueMail({ key, ...statementMail(declaration, user) }, session);
    return true;
  });
}

function statementMail(
  { owner, year, properties }: Declaration,
  { name, email, bannedAt }: User,
): Omit<MailMessage, "key"> {
  const why = `La loi nous demande de déclarer à l’administration fiscale ce que vos lieux vous ont rapporté en ${year}, et de vous le dire avant le 31 janvier (Code général des impôts, article 1649 ter A et suivants).`;
  const paragraphs = [`Bonjour ${name},`, why];
  const mail = { to: email, subject: `Vos revenus de location de ${year}, tels que déclarés` };
  if (bannedAt) {
    const all = `Voici ce qui est déclaré à ce jour au nom de ${owner.legalName}. Si quelque chose n’est pas juste, écrivez-nous.`;
    return {
      ...mail,
      paragraphs: [...paragraphs, all, ...properties.map(propertyText)],
      action: { label: "Nous écrire", url: new URL("/contact", env.APP_URL).href },
    };
  }
  return {
    ...mail,
    paragraphs: [
      ...paragraphs,
      "Votre relevé vous montre tout ce qui est déclaré. Si quelque chose n’est pas juste, corrigez-le ou écrivez-nous.",
    ],
    action: {
      label: "Voir mon relevé",
      url: new URL(`/mes-parametres/revenus/${year}`, env.APP_URL).href,
    },
  };
}

/** A property by its quarters, a line each. */
function propertyText({ title, address, quarters }: PropertyYear): string {
  return [`${title}, ${address}`, ...quarters.map(quarterText)].join("\n");
}

const quarterText = ({ paid, fees, days, activities }: Quarter, index: number) =>
  `${quarterName(index)}\u00a0: ${formatEuros(paid)} versés, ${formatEuros(fees)} de commissions retenues, jours loués\u00a0: ${days}, activités\u00a0: ${activities}`;
