import type { LoaderFunctionArgs } from "@remix-run/node";
import type { Access, Params } from "./call.server";
import { pageLoader } from "./page-loader.server";

/**
 * The loader of a file, whose address is no page of its own: as `pageLoader`, but a browser that opens it is shown
 * a refusal by a page in the product's look. To everybody else it is a bare sentence.
 */
export function fileLoader<A extends Access, P extends Params, T>(
  ...described: Parameters<typeof pageLoader<A, P, T>>
) {
  const load = pageLoader(...described);
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
