import { z } from "zod";
import { StripeProblem, missing } from "../core/errors";
import { paginate } from "../core/lists";
import { bool, list, listing, text } from "../core/params";
import { route } from "../http/route";
import { findAccount } from "./accounts";

/** Whether an event's type is one of those asked for; `charge.*` asks for a family. */
function wanted(type: string, patterns: string[]): boolean {
  return patterns.some((pattern) =>
    pattern.endsWith("*") ? type.startsWith(pattern.slice(0, -1)) : type === pattern,
  );
}

export const eventRoutes = [
  route(
    "GET",
    "/v1/events/:id",
    z.object({}).strict(),
    (ctx, _input, id, _sub, account) => {
      const event = ctx.store.get("event", id);
      if (event === undefined || (event.account ?? null) !== account) throw missing("event", id);
      return event;
    },
    { connected: true },
  ),
  route(
    "GET",
    "/v1/events",
    z
      .object({
        ...listing,
        type: text.optional(),
        types: list(text).optional(),
        delivery_success: bool.optional(),
      })
      .strict(),
    (ctx, input, _id, _sub, account) => {
      if (account !== null) findAccount(ctx, account);
      if (input.type !== undefined && input.types !== undefined) {
        throw new StripeProblem(400, {
          type: "invalid_request_error",
          message: "You may only specify one of these parameters: type, types.",
          param: "types",
        });
      }
      const patterns = input.types ?? (input.type === undefined ? null : [input.type]);
      return paginate(
        ctx.store
          .all("event")
          .filter((event) => (event.account ?? null) === account)
          .filter((event) => patterns === null || wanted(event.type, patterns))
          .filter(
            (event) =>
              input.delivery_success === undefined ||
              input.delivery_success === (event.pending_webhooks === 0),
          ),
        input,
        "/v1/events",
      );
    },
    { connected: true },
  ),
];
