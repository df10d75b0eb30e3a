import type { LoaderFunctionArgs } from "@remix-run/node";
import type { Access, Params } from "./call.server";
import { pageLoader } from "./page-loader.server";

type Described<A extends Access, P extends Params, T> = Parameters<typeof pageLoader<A, P, T>>;

/**
 * The loader of a file, whose address is no page of its own: as `pageLoader`, but a browser that opens it is shown
 * a refusal by a page in the product's look. To everybody else it is a bare sentence. Nobody takes one while they look at
 * the site as somebody else.
 */
export function fileLoader<A extends Access, P extends Params, T>(
  description: Omit<Described<A, P, T>[0], "underView">,
  loaded: Described<A, P, T>[1],
) {
  const load = pageLoader({ ...description, underView: false }, loaded);
  const handle = async (args: LoaderFunctionArgs): Promise<T | Response> => {
    try {
      return await load(args);
    } catch (refused) {
      const { request, context } = args;
      const wantsPage = request.headers.get("Accept")?.includes("text/html");
      if (!(refused instanceof Response) || !wantsPage || !context.refusalPage) throw refused;
      return await context.refusalPage(refused, request);
    }
  };
  return Object.assign(handle, { access: load.access });
}
