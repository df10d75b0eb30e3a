import type { z } from "zod";
import type { Context } from "../core/context";
import type { FormObject } from "../core/form";
import { parseParams } from "../core/params";

export type Method = "GET" | "POST";

/** One call of the API: what it is named, what it accepts, what it does. */
export interface ApiRoute {
  method: Method;
  segments: string[];
  /** A publishable key may make this call. */
  publishable: boolean;
  /** The call may name a connected account with `Stripe-Account`. */
  connected: boolean;
  /** Checks the parameters, before anything is tried, and gives back the deed to do. */
  prepare(form: FormObject): (ctx: Context, ids: string[], account: string | null) => object;
}

interface RouteOptions {
  publishable?: boolean;
  connected?: boolean;
}

/**
 * Declares a call. `path` names the ids with a colon; the handler gets them in order, and
 * the connected account last when the call may name one.
 */
export function route<S extends z.ZodTypeAny>(
  method: Method,
  path: string,
  schema: S,
  handle: (
    ctx: Context,
    input: z.output<S>,
    id: string,
    subId: string,
    account: string | null,
  ) => object,
  options: RouteOptions = {},
): ApiRoute {
  return {
    method,
    segments: path.split("/").slice(1),
    publishable: options.publishable ?? false,
    connected: options.connected ?? false,
    prepare(form) {
      const input = parseParams(schema, form);
      return (ctx, ids, account) => handle(ctx, input, ids[0] ?? "", ids[1] ?? "", account);
    },
  };
}

/** The ids in a path when it fits a pattern such as `["pay", ":id"]`, else null. */
export function matchPath(
  patterns: readonly string[],
  segments: readonly string[],
): string[] | null {
  if (segments.length !== patterns.length) return null;
  const ids: string[] = [];
  for (const [index, pattern] of patterns.entries()) {
    const segment = segments[index] ?? "";
    if (pattern.startsWith(":")) ids.push(segment);
    else if (pattern !== segment) return null;
  }
  return ids;
}
