import { trusted } from "mongoose";
import { WishModel } from "@models/wish";
import { updateAll } from "~/platform/update-all.server";
import { OPEN_WISHES } from "~/rules/waiting-list";

const ADDRESS = /^address:/;

/**
 * Forgets by which address somebody came who is on a waiting list: places that were taken until November 2026 keep it, for as
 * long as their days may be waited for.
 *
 * @throws AggregateError as `updateAll` does
 */
export async function forgetWishAddresses(): Promise<void> {
  const known = { state: trusted({ $in: OPEN_WISHES }), guards: ADDRESS };
  await updateAll(WishModel, known, { $pull: { guards: ADDRESS } }, "addresses not forgotten");
}
