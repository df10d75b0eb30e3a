import { trusted } from "mongoose";
import { enqueue } from "@jobs/queue";
import { TaxFactsModel } from "@models/tax-facts";
import { UserModel } from "@models/user";
import { pMapLogged } from "~/platform/concurrency/p-map.server";
import { inTransaction } from "~/platform/database.server";
import { DAY_MINUTES, addMinutes } from "~/platform/days";
import { env } from "~/platform/env.server";
import { queueMail } from "~/platform/mail/mail.server";
import { MISSING_LABELS, type Declaration } from "./declaration";
import { declaredYear, eachDeclaration, remindersOf } from "./read-declarations.server";

/** The law asks for two reminders after the first request of each year, and for 60 days from that on; after them a person decides. */
const MOST = 3;
const APART_DAYS = 20;
/** So many lay between the only two mails of a former release, whose last gave as many to answer: they are kept. */
const FORMERLY_APART_DAYS = 30;
/** So many in one turn, so that a first year does not write to everybody in one minute. */
const A_TURN = 200;

const list = new Intl.ListFormat("fr", { type: "conjunction" });

/**
 * Asks owners who were paid in the year, or let days of it, for what is missing of their declaration, and reminds them
 * of it twice, each time twenty days later. Nobody is asked of whom nothing is declared.
 *
 * @returns how many were asked
 * @throws AggregateError once the others had their turn, of those that could not be asked
 */
export async function remindTaxFacts(now: Date): Promise<number> {
  let asked = 0;
  const errors: unknown[] = [];
  const ask = async (declaration: Declaration) => {
    if (await remind(declaration, now)) asked += 1;
  };
  for await (const declaration of eachDeclaration(declaredYear(now), now)) {
    if (asked >= A_TURN) break;
    if (declaration.missing.length === 0) continue;
    const options = {
      concurrency: 1,
      failure: "owner not asked what is missing",
      name: () => declaration.owner.id,
    };
    errors.push(...(await pMapLogged([declaration], ask, options)));
  }
  if (asked > 0) await enqueue("send-mails");
  if (errors.length > 0) throw new AggregateError(errors, "Some owners were not asked");
  return asked;
}

/** Whether the last time that an owner was asked, for whatever year, is long enough ago. */
function isApart(reminders: readonly Date[], now: Date): boolean {
  const last = reminders.at(-1);
  const [one, other] = remindersOf(declaredYear(now), reminders);
  const isFormer = one && other && one <= daysBefore(other, FORMERLY_APART_DAYS);
  return !last || last <= daysBefore(now, isFormer ? FORMERLY_APART_DAYS : APART_DAYS);
}

const daysBefore = (day: Date, days: number) => addMinutes(day, -days * DAY_MINUTES);

async function remind({ owner, missing, year }: Declaration, now: Date): Promise<boolean> {
  return await inTransaction(async (session) => {
    const facts = await TaxFactsModel.findById(owner.id, "reminders", { session }).lean();
    const reminders = facts?.reminders ?? [];
    const asked = remindersOf(year, reminders).length;
    if (asked >= MOST || !isApart(reminders, now)) return false;
    const user = await UserModel.findOne(
      // Who is banned cannot log in to answer: they are declared with what is known.
      {
        _id: owner.id,
        bannedAt: trusted({ $exists: false }),
        deletedAt: trusted({ $exists: false }),
      },
      "name email",
      { session },
    ).lean();
    if (!user) return false;
    await TaxFactsModel.updateOne(
      { _id: owner.id },
      { $push: { reminders: now } },
      { upsert: true, session },
    );
    const isLast = asked === MOST - 1;
    const what = list.format(missing.map((fact) => `votre ${MISSING_LABELS[fact]}`));
    await queueMail(
      {
        // By its moment, which is written down above: counted, the first one after an answer would be the first one again.
        key: `tax-facts:${owner.id}:${year}:${now.getTime()}`,
        to: user.email,
        subject:
          asked === 0
            ? `Vos revenus de location de ${year}\u00a0: il nous manque ${what}`
            : `${isLast ? "Dernier rappel" : "Rappel"}\u00a0: pour vos revenus de location de ${year}, il nous manque ${what}`,
        paragraphs: [
          `Bonjour ${user.name},`,
          `La loi nous demande de déclarer à l’administration fiscale ce que vos lieux vous ont rapporté en ${year} (Code général des impôts, article 1649 ter A). Il nous manque\u00a0: ${what}.`,
          "Quelques minutes suffisent, et vous verrez tout ce qui est déclaré.",
          ...(isLast
            ? [
                `C’est notre dernier rappel. Sans réponse d’ici ${APART_DAYS}\u00a0jours, la loi nous oblige à suspendre vos versements ou votre compte.`,
              ]
            : []),
        ],
        action: {
          label: "Compléter ma déclaration",
          url: new URL("/mes-parametres/revenus", env.APP_URL).href,
        },
      },
      session,
    );
    return true;
  });
}
