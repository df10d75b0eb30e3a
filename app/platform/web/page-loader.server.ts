import type { LoaderFunctionArgs } from "@remix-run/node";
import type { RequestSession } from "../session.server";
import {
  checkedParams,
  holdToView,
  viewerFor,
  type Access,
  type Params,
  type ViewerOf,
} from "./call.server";
import type { z } from "zod";
import { logUnheard } from "./failure.server";
import { limitCaller, type Bucket } from "./rate-limit.server";
import { refusalHeaders, type Refusal } from "../refusal";
import { refusalOf } from "./refusal-of.server";

interface Page<A extends Access, P extends Params> {
  /** As in `Description`; the page's group has sent others away before (app/routes.ts). */
  access: A;
  /** What stands in the address; what does not fit is a 404. */
  params?: P;
  /** `false`: not shown while an administrator looks at the site as somebody else; as in `Description`. */
  underView?: false;
  /** For what is dear to make. */
  limit?: Bucket;
}

/** What a page is loaded with. */
export interface PageCall<A extends Access, P extends Params> {
  viewer: ViewerOf<A>;
  params: z.output<P>;
  /** The query string as it came, for reads that make something of odd values. */
  query: URLSearchParams;
  now: Date;
  request: Request;
  session: RequestSession;
  /** The client's address as far as trusted proxies tell it. */
  ip: string;
  /** As it stands in the log. */
  requestId: string;
  /** What the page that stands for another one tells, by throwing it; as in the context. */
  refused: Refusal | Response | undefined;
}

/** A page's loader, whose refusals become error pages of their status. `access` on it says whom it lets in. */
export function pageLoader<A extends Access, P extends Params, T>(
  { access, params, underView, limit }: Page<A, P>,
  load: (page: PageCall<A, P>) => Promise<T> | T,
) {
  const handle = async (args: LoaderFunctionArgs): Promise<T> => {
    const { request, context } = args;
    try {
      const viewer = await viewerFor(access, context);
      const checked = checkedParams(params, args);
      // A page is read again after its form was refused: that is a read, whatever the request's method.
      await holdToView({ underView }, { method: "GET" }, context);
      if (limit) await limitCaller(limit, viewer, context.ip);
      return await load({
        viewer,
        params: checked,
        query: new URL(request.url).searchParams,
        now: new Date(),
        request,
        session: context.session,
        ip: context.ip,
        requestId: context.requestId,
        refused: context.refused,
      });
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal) throw refusalResponse(refusal);
      logUnheard(error, args);
      throw error;
    }
  };
  return Object.assign(handle, { access });
}

/** A refusal where there is no form to show again: an error page of its status. */
export function refusalResponse(refusal: Refusal, methods?: readonly string[]): Response {
  const { message, status } = refusal;
  return new Response(message, { status, headers: refusalHeaders(refusal, methods) });
}
