import {
  type ActionFunctionArgs,
  type AppLoadContext,
  type LoaderFunctionArgs,
  json,
} from "@remix-run/node";
import type { Params } from "@remix-run/react";
import type { z } from "zod";
import { Refusal, refusalMessage } from "./refusal";
import { refusalOf } from "./refusal-of.server";
import { bodyShare, readApiBody } from "./request-body.server";
import "./rule-messages";
import type { Viewer } from "../session.server";

type Access = "public" | "user" | "member" | "admin";

interface ApiCall<S extends z.ZodTypeAny> {
  /** `user`: logged in; `member`: and verified; `admin`: and an administrator. */
  access: Access;
  /** The payload: body of an unsafe method, query string of a GET. Unknown fields are dropped. */
  schema: S;
  /** Bytes the body may have; pictures need more than the default 100 kB. */
  maxBytes?: number;
  run: (call: {
    data: z.output<S>;
    viewer: Viewer | null;
    params: Params;
    context: AppLoadContext;
    request: Request;
  }) => Promise<Record<string, unknown>>;
}

/**
 * The handler of an /api path: the twin of formAction, with the same use cases under it. Answers
 * `{ success: true, … }`, or `{ message }` with the refusal's status.
 */
export function apiAction<S extends z.ZodTypeAny>(
  methods: Partial<Record<"GET" | "POST" | "DELETE", ApiCall<S>>>,
) {
  return async (args: ActionFunctionArgs | LoaderFunctionArgs): Promise<Response> => {
    const { request, params, context } = args;
    const share = bodyShare();
    try {
      const call = Object.hasOwn(methods, request.method)
        ? methods[request.method as keyof typeof methods]
        : undefined;
      if (!call) throw new Refusal("method");
      const viewer = await admit(call.access, context);
      const payload =
        request.method === "GET"
          ? Object.fromEntries(new URL(request.url).searchParams)
          : await readApiBody(request, share, call.maxBytes);
      const parsed = call.schema.safeParse(payload);
      if (!parsed.success) {
        return json(
          { message: parsed.error.issues[0]?.message ?? refusalMessage("invalid") },
          { status: 422 },
        );
      }
      const data = parsed.data as z.output<S>;
      return json({
        success: true,
        ...(await call.run({ data, viewer, params, context, request })),
      });
    } catch (error) {
      const refusal = refusalOf(error);
      if (!refusal) throw error;
      const { message, status, retryAfter } = refusal;
      return json(
        { message },
        { status, headers: retryAfter ? { "Retry-After": String(retryAfter) } : undefined },
      );
    } finally {
      share.release();
    }
  };
}

async function admit(access: Access, context: AppLoadContext): Promise<Viewer | null> {
  const viewer =
    access === "public" && !context.session.present ? null : await context.session.viewer();
  if (access === "public") return viewer;
  if (!viewer) throw new Refusal("login_required");
  if (access !== "user" && !viewer.isVerified) throw new Refusal("forbidden");
  if (access === "admin" && !viewer.isAdmin) throw new Refusal("forbidden");
  return viewer;
}
