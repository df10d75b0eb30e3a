import type { LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { readImage } from "~/platform/images/images.server";
import { objectId } from "~/platform/web/fields";
import { isFresh } from "~/platform/web/fresh";
import { refusalHeaders } from "~/platform/refusal";
import { refusalOf } from "~/platform/web/refusal-of.server";

const imageParams = z.object({
  id: objectId,
  file: z
    .string()
    .regex(/^[1-9]\d{0,3}\.webp$/)
    .transform((file) => Number.parseInt(file, 10)),
});

/**
 * A picture: `/images/{id}/{width}.webp`. Its bytes never change, so whoever has it keeps it. It is the
 * same for everybody: no session is looked up, as a page's loader would.
 */
export async function loader({
  params,
  request,
}: Pick<LoaderFunctionArgs, "params" | "request">): Promise<Response> {
  const { data } = imageParams.safeParse(params);
  try {
    const picture = data ? await readImage(data.id, data.file) : null;
    if (!picture) return without(404);

    const headers = {
      "Cache-Control": "public, max-age=31536000, immutable",
      ETag: picture.etag,
    };
    if (isFresh(request.headers.get("If-None-Match"), picture.etag)) {
      return new Response(null, { status: 304, headers });
    }
    return new Response(new Uint8Array(picture.bytes), {
      headers: {
        ...headers,
        "Content-Type": "image/webp",
        "Content-Length": String(picture.bytes.length),
      },
    });
  } catch (error) {
    const refusal = refusalOf(error);
    if (!refusal) throw error;
    // The page around it is whole; the picture comes once it is asked for again.
    return without(refusal.status, refusalHeaders(refusal));
  }
}

function without(status: number, headers: Record<string, string> = {}): Response {
  return new Response(null, { status, headers: { ...headers, "Cache-Control": "no-store" } });
}
