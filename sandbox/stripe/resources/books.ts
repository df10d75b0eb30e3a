import { z } from "zod";
import { missing } from "../core/errors";
import { idOf } from "../core/ids";
import { paginate } from "../core/lists";
import { listing, text } from "../core/params";
import { route } from "../http/route";

/** The calls that only read what payments left behind: charges, transfers, application fees. */
export const bookRoutes = [
  route("GET", "/v1/charges/:id", z.object({}).strict(), (ctx, _input, id) => {
    const charge = ctx.store.get("charge", id);
    if (charge === undefined) throw missing("charge", id);
    return charge;
  }),
  route(
    "GET",
    "/v1/charges",
    z
      .object({
        ...listing,
        customer: text.optional(),
        payment_intent: text.optional(),
        transfer_group: text.optional(),
      })
      .strict(),
    (ctx, input) =>
      paginate(
        ctx.store
          .all("charge")
          .filter((row) => input.customer === undefined || row.customer === input.customer)
          .filter(
            (row) =>
              input.payment_intent === undefined || row.payment_intent === input.payment_intent,
          )
          .filter(
            (row) =>
              input.transfer_group === undefined || row.transfer_group === input.transfer_group,
          ),
        input,
        "/v1/charges",
      ),
  ),
  route("GET", "/v1/transfers/:id", z.object({}).strict(), (ctx, _input, id) => {
    const transfer = ctx.store.get("transfer", id);
    if (transfer === undefined) throw missing("transfer", id);
    return transfer;
  }),
  route(
    "GET",
    "/v1/transfers",
    z
      .object({ ...listing, destination: text.optional(), transfer_group: text.optional() })
      .strict(),
    (ctx, input) =>
      paginate(
        ctx.store
          .all("transfer")
          .filter((row) => input.destination === undefined || row.destination === input.destination)
          .filter(
            (row) =>
              input.transfer_group === undefined || row.transfer_group === input.transfer_group,
          ),
        input,
        "/v1/transfers",
      ),
  ),
  route(
    "GET",
    "/v1/transfers/:id/reversals",
    z
      .object({
        limit: listing.limit,
        starting_after: listing.starting_after,
        ending_before: listing.ending_before,
      })
      .strict(),
    (ctx, input, id) => {
      const transfer = ctx.store.get("transfer", id);
      if (transfer === undefined) throw missing("transfer", id);
      return paginate([...transfer.reversals.data].reverse(), input, transfer.reversals.url);
    },
  ),
  route(
    "GET",
    "/v1/transfers/:id/reversals/:reversal",
    z.object({}).strict(),
    (ctx, _i, id, sub) => {
      const reversal = ctx.store
        .get("transfer", id)
        ?.reversals.data.find((candidate) => candidate.id === sub);
      if (reversal === undefined) throw missing("transfer_reversal", sub);
      return reversal;
    },
  ),
  route(
    "GET",
    "/v1/application_fees/:id/refunds",
    z
      .object({
        limit: listing.limit,
        starting_after: listing.starting_after,
        ending_before: listing.ending_before,
      })
      .strict(),
    (ctx, input, id) => {
      const fee = ctx.store.get("application_fee", id);
      if (fee === undefined) throw missing("application fee", id);
      return paginate([...fee.refunds.data].reverse(), input, fee.refunds.url);
    },
  ),
  route("GET", "/v1/application_fees/:id", z.object({}).strict(), (ctx, _input, id) => {
    const fee = ctx.store.get("application_fee", id);
    if (fee === undefined) throw missing("application fee", id);
    return fee;
  }),
  route(
    "GET",
    "/v1/application_fees",
    z.object({ ...listing, charge: text.optional() }).strict(),
    (ctx, input) =>
      paginate(
        ctx.store
          .all("application_fee")
          .filter(
            (row) =>
              input.charge === undefined ||
              [idOf(row.charge), idOf(row.originating_transaction)].includes(input.charge),
          ),
        input,
        "/v1/application_fees",
      ),
  ),
];
