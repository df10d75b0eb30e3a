import { trusted } from "mongoose";
import { ImageModel, type Image } from "@models/image";
import { ModerationDecisionModel, type ModerationDecision } from "@models/moderation-decision";
import { eachUntilAway } from "~/platform/concurrency/p-map.server";
import { deleteImage } from "~/platform/images/images.server";
import { IS_SET } from "~/platform/not-set.server";
import { latestAppeal } from "~/reports/appeal-limit";

/**
 * Erases photos that were taken off their venue, once nobody can have them put back any more; one that cannot be
 * erased keeps no other, and it ends at an outage of the bucket.
 *
 * @returns how many
 * @throws AggregateError once the others had their turn, of those that could not be erased
 */
export async function eraseRemovedPhotos(now: Date): Promise<number> {
  const removed = await ImageModel.find({ removedBy: IS_SET }, "removedBy").lean();
  const ids = removed.flatMap(({ removedBy }) => removedBy ?? []);
  const decisions = await ModerationDecisionModel.find({ _id: trusted({ $in: ids }) }).lean();
  const open = new Set(
    decisions.filter((one) => !isFinal(one, now)).map(({ _id }) => _id.toString()),
  );
  const over = removed.filter(({ removedBy }) => !open.has(String(removedBy)));
  let erased = 0;
  const erase = async ({ _id }: Pick<Image, "_id">) => {
    await deleteImage(_id, { tells: true });
    erased += 1;
  };
  const errors = await eachUntilAway(over, erase, { failure: "removed photo not erased" });
  if (errors.length > 0) throw new AggregateError(errors, "Some removed photos were not erased");
  return erased;
}

/** Nobody appeals any more, and who did has an answer. */
function isFinal(decision: ModerationDecision, now: Date): boolean {
  const { appeal } = decision;
  return latestAppeal(decision) <= now && (!appeal || appeal.outcome !== undefined);
}
