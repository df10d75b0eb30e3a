import type { LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { QUERY_LENGTH, suggestAddresses } from "~/platform/address/suggest-addresses.server";
import { apiAction } from "~/platform/web/api-action.server";
import { limit } from "~/platform/web/rate-limit.server";

const handler = apiAction({
  GET: {
    access: "public",
    schema: z.object({
      q: z
        .string({ required_error: "Saisissez une adresse, une ville ou un code postal." })
        .trim()
        .min(QUERY_LENGTH.least, `Saisissez au moins ${QUERY_LENGTH.least} caractères.`)
        .max(QUERY_LENGTH.most, `Saisissez ${QUERY_LENGTH.most} caractères au plus.`),
    }),
    async run({ data, context }) {
      await limit("api", context.ip);
      return { addresses: await suggestAddresses(data.q) };
    },
  },
});

/** People type, take back and type again: their browser keeps an answer for a minute. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const response = await handler(args);
  response.headers.set("Cache-Control", response.ok ? "private, max-age=60" : "no-store");
  return response;
}

export { handler as action };
