import { trusted, type ClientSession, type Types } from "mongoose";
import { MailModel } from "@models/mail";
import { ReportModel } from "@models/report";
import { queueMails } from "~/platform/mail/mail.server";
import { NOT_SET } from "~/platform/not-set.server";

/**
 * Ends the undecided reports on reviews that go: there is nothing left to decide of. Who left an address is told what
 * became of what they reported; the reports go with it, and the mails that said they had arrived.
 *
 * @param reviews those that are deleted in the same transaction
 */
export async function endReportsOn(
  reviews: readonly Types.ObjectId[],
  transaction: ClientSession,
): Promise<void> {
  const open = {
    kind: "review" as const,
    target: trusted({ $in: reviews }),
    decision: NOT_SET,
  };
  const reports = await ReportModel.find(open, "email").session(transaction).lean();
  if (reports.length === 0) return;
  // Who reported it twice is told once.
  const told = new Map(
    reports.flatMap(({ _id, email }) => (email ? [[email, _id.toString()] as const] : [])),
  );
  await queueMails(
    [...told].map(([to, report]) => ({
      key: `report-ended:${report}`,
      to,
      subject: "Suite donnée à votre signalement",
      paragraphs: [
        "L’avis que vous nous avez signalé n’est plus sur le site\u00a0: il est supprimé. Votre signalement l’est aussi.",
        "Votre nom n’a été donné à personne. Merci de votre vigilance.",
      ],
    })),
    transaction,
  );
  const ids = reports.map(({ _id }) => _id);
  const received = ids.map((id) => `report:${id.toString()}:reporter`);
  await MailModel.deleteMany({ key: trusted({ $in: received }) }).session(transaction);
  await ReportModel.deleteMany({ _id: trusted({ $in: ids }) }).session(transaction);
}
