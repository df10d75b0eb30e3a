import { json } from "@remix-run/node";
import type { z } from "zod";
import { holderOfToken } from "../api-token.server";
import { env } from "../env.server";
import {
  admit,
  allowTry,
  complete,
  countUpload,
  holderOf,
  inputOf,
  type Access,
  type Admitted,
  type Call,
  type Description,
  type Params,
  type RemixArgs,
} from "./call.server";
import type { MemoryShare } from "./body-memory";
import { failureMessage } from "./failure.server";
import type { Input } from "./input";
import { problemOf, problemOfRefusal, problemResponse, type Problem } from "./problem.server";
import { limit } from "./rate-limit.server";
import { Refusal, refusalHeaders, refusalMessage, type RefusalCode } from "../refusal";
import { refusalOf } from "./refusal-of.server";
import { bodyShare, readApiBody, type Pictures } from "./request-body.server";

type Output = z.ZodObject<z.ZodRawShape>;

/** One method of an /api path, as data: the handler, the tests and the document read it. */
export interface ApiCall<
  A extends Access,
  P extends Params,
  I extends Input,
  O extends Output,
> extends Description<A, P, I> {
  /** What it does, in one English sentence without its end, for the document. */
  summary: string;
  /** What its use case refuses, beside what every call of its kind does. */
  refuses?: readonly RefusalCode[];
  /** For what a program with a token alone must not do: passwords, logins, where money is paid out to. */
  byToken?: false;
  /** For a payload with pictures, which need more than the 100 kB that other bodies may have. */
  pictures?: Pictures;
  /** What is answered beside `success`. */
  output?: O;
  run: (call: Call<A, P, I>) => Promise<z.input<O>>;
}

export type AnyApiCall = ApiCall<Access, Params, Input, Output>;

/** Hides the types of one call, so that calls of several types share a table. */
export function apiCall<
  A extends Access,
  P extends Params = z.ZodObject<Record<never, never>>,
  I extends Input = Input<Record<never, never>>,
  O extends Output = z.ZodObject<Record<never, never>>,
>(call: ApiCall<A, P, I, O>): AnyApiCall {
  return call as unknown as AnyApiCall;
}

export type ApiCalls = Partial<Record<"GET" | "POST" | "DELETE", AnyApiCall>>;

/**
 * The handler of an /api path, its loader and action alike; `calls` on it is its description. Answers
 * `{ success: true, … }`, or a problem (problem.server.ts) with the refusal's status, 500 for what nobody
 * expected. Who calls and how often is settled before the body is read.
 */
export function apiAction(calls: ApiCalls) {
  const handle = async (args: RemixArgs): Promise<Response> => {
    const { request } = args;
    const { requestId } = args.context;
    const method = methodOf(request);
    const call = Object.hasOwn(calls, method) ? calls[method as keyof ApiCalls] : undefined;
    let share: MemoryShare | undefined;
    try {
      if (!call) throw new Refusal("method");
      const admitted = await admitCaller(call, args);
      await allowTry(call, admitted, args);
      if (call.pictures) await countUpload(admitted, args);
      share = bodyShare(holderOf(admitted, args.context));
      const payload =
        method === "GET" ? queryOf(request) : await readApiBody(request, share, call.pictures);
      const parsed = inputOf(call).schema.safeParse(payload);
      if (!parsed.success) return problemResponse(problemOfInput(parsed.error, requestId));
      const completed = await complete(call, admitted, parsed.data, args);
      const result = await call.run(completed.call);
      await completed.afterwards?.();
      return json({ success: true, ...promised(call, result) });
    } catch (error) {
      const refusal = refusalOf(error);
      if (!refusal) {
        const message = failureMessage(error, call?.failure ?? "other", args);
        return problemResponse(problemOf({ code: "failure", status: 500, message }, requestId));
      }
      return problemResponse(
        problemOfRefusal(refusal, requestId, call && fieldsOf(call)),
        refusalHeaders(refusal, methodsOf(calls)),
      );
    } finally {
      share?.release();
    }
  };
  return Object.assign(handle, { calls });
}

/** A HEAD is answered as the GET is; Node leaves the body out. */
function methodOf({ method }: Request): string {
  return method === "HEAD" ? "GET" : method;
}

/** What a path may be asked by, for `Allow`. */
function methodsOf(calls: ApiCalls): string[] {
  return Object.keys(calls).flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]));
}

/** Whether a call may be made with a personal API token: administrators' rights are never a token's. */
export function takesToken({ access, byToken }: AnyApiCall): boolean {
  return byToken !== false && ["public", "user", "member"].includes(access);
}

/** Says who calls, by a session or by a token, and whether they may. */
async function admitCaller(call: AnyApiCall, args: RemixArgs): Promise<Admitted> {
  const { bearer } = args.context;
  if (bearer === undefined) return await admit(call, args);
  const { viewer, token } = await holderOfToken(bearer, new Date());
  args.context.caller = { viewer: viewer.id, token: token.id };
  // Before its uses are counted: what takes no token does not tell how many are left of it.
  if (!takesToken(call)) throw new Refusal("token_refused");
  await limit("token", token.id);
  if (token.scope === "read" && methodOf(args.request) !== "GET") {
    throw new Refusal("token_read_only");
  }
  return await admit(call, args, viewer);
}

/** What a refusal can be about: the body's fields, and the path's. */
function fieldsOf(call: AnyApiCall): string[] {
  return [...Object.keys(inputOf(call).fields.shape), ...Object.keys(call.params?.shape ?? {})];
}

/** What the input's rules say; the first of it is the message. */
function problemOfInput({ issues }: z.ZodError, requestId: string): Problem {
  const errors = issues.map(({ path, message }) => ({ field: path.join("/"), message }));
  const message = errors[0]?.message ?? refusalMessage("invalid");
  return problemOf({ code: "input", status: 422, message, errors }, requestId);
}

/** The query string's fields; a repeated one is a list. */
function queryOf(request: Request): Record<string, unknown> {
  const query = new URL(request.url).searchParams;
  return Object.fromEntries(
    [...new Set(query.keys())].map((name) => {
      const values = query.getAll(name);
      return [name, values.length > 1 ? values : values[0]];
    }),
  );
}

/** The answer; where nobody is waiting for it, held against what the call promises. */
function promised({ output }: AnyApiCall, result: Record<string, unknown>) {
  return output && env.APP_MODE === "test" ? output.strict().parse(result) : result;
}
