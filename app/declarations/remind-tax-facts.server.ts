import { trusted, type Types } from "mongoose";
import { enqueue } from "@jobs/queue";
import { TaxFactsModel, type TaxFacts } from "@models/tax-facts";
import { UserModel } from "@models/user";
import { pMapLogged } from "~/platform/concurrency/p-map.server";
import { inTransaction } from "~/platform/database.server";
import { DAY_MINUTES, addMinutes, todayInParis } from "~/platform/days";
import { env } from "~/platform/env.server";
import { queueMail } from "~/platform/mail/mail.server";
import { MISSING_LABELS, type Declaration } from "./declaration";
import {
  declaredFrom,
  declaredYear,
  eachDeclaration,
  remindersOf,
} from "./read-declarations.server";

/** The law asks for two reminders after the first request of each year, and for 60 days from that on; after them a person decides. */
const MOST = 3;
const APART_DAYS = 20;
/** So many lay between the only two mails of a former release, whose last gave as many to answer: they are kept. */
const FORMERLY_APART_DAYS = 30;
/** The months in which the last year's 60 days run out, of those whom its last weeks asked first. */
const FOLLOWING = ["02", "03"];
/** So many in one turn, so that a first year does not write to everybody in one minute. */
const A_TURN = 200;

const list = new Intl.ListFormat("fr", { type: "conjunction" });

/**
 * Asks owners who were paid in the year, or let days of it, for what is missing of their declaration, and reminds them
 * of it twice, each time twenty days later, be the year filed by then. Nobody is asked of whom nothing is declared.
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
  for await (const declaration of eachLacking(now)) {
    if (asked >= A_TURN) break;
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

/** What lacks something of the year that is being declared, after what does of the last one and was begun to be asked for. */
async function* eachLacking(now: Date): AsyncGenerator<Declaration> {
  const year = declaredYear(now);
  const last = String(Number(year) - 1);
  const isFollowing = FOLLOWING.includes(todayInParis(now).slice(5, 7));
  const begun = isFollowing ? await begunWith(last) : [];
  for await (const one of eachDeclaration(last, now, begun)) if (one.missing.length > 0) yield one;
  for await (const one of eachDeclaration(year, now)) if (one.missing.length > 0) yield one;
}

/** Who was asked for what a year's declaration lacks, and is still to be reminded of it. */
async function begunWith(year: string): Promise<Types.ObjectId[]> {
  const known = await TaxFactsModel.find(
    // Of former years nobody is reminded any more, and a year is asked about no sooner than it is declared.
    { reminders: trusted({ $gte: declaredFrom(year) }) },
    "reminders reminderYears",
  ).lean();
  return known.flatMap((facts) => {
    const asked = remindersOf(year, facts).length;
    return asked > 0 && asked < MOST ? facts._id : [];
  });
}

/** Whether the last time that an owner was asked, for whatever year, is long enough ago. */
function isApart(facts: Asked, year: string, now: Date): boolean {
  const last = facts.reminders?.at(-1);
  const [one, other] = remindersOf(year, facts);
  const isFormer = one && other && one <= daysBefore(other, FORMERLY_APART_DAYS);
  return !last || last <= daysBefore(now, isFormer ? FORMERLY_APART_DAYS : APART_DAYS);
}

type Asked = Pick<TaxFacts, "reminders" | "reminderYears">;

const daysBefore = (day: Date, days: number) => addMinutes(day, -days * DAY_MINUTES);

async function remind({ owner, missing, year }: Declaration, now: Date): Promise<boolean> {
  return await inTransaction(async (session) => {
    const known = await TaxFactsModel.findById(owner.id, "reminders reminderYears", {
      session,
    }).lean();
    const facts: Asked = known ?? {};
    const asked = remindersOf(year, facts).length;
    if (asked >= MOST || !isApart(facts, year, now)) return false;
    // Whoever answered meanwhile is not asked anew for a year that is filed.
    if (asked === 0 && year !== declaredYear(now)) return false;
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
      { $push: { reminders: now, reminderYears: { at: now, year } } },
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
