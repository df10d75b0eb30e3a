import type { AppLoadContext, LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import type { KnownPicture } from "~/platform/images/known-pictures.server";
import { readImage, readSharedImage } from "~/platform/images/images.server";
import { viewerMay } from "~/platform/permissions";
import { objectId } from "~/platform/web/fields";
import { isFresh } from "~/platform/web/fresh";
import { refusalHeaders } from "~/platform/refusal";
import { refusalOf } from "~/platform/web/refusal-of.server";

/** A picture as shared links show it (ui/picture.tsx). */
const SHARED_FILE = "partage.jpg";

const imageParams = z.object({
  id: objectId,
  file: z
    .string()
    .regex(/^(?:[1-9]\d{0,3}\.webp|partage\.jpg)$/)
    .transform((file) => (file === SHARED_FILE ? "shared" : Number.parseInt(file, 10))),
});

/**
 * A public picture is kept by browsers for a day, so that who saw it asks for it no more; what many share in front of the
 * product asks again after a minute, since it would show to newcomers what is hidden by then (decisions/029).
 */
const FOR_EVERYBODY = "public, max-age=86400, s-maxage=60, immutable";
/** One that is not public is its reader's alone, who asks each time. */
const FOR_ITS_READER = "private, no-cache";

/**
 * A picture: `/images/{id}/{width}.webp`, or `/images/{id}/partage.jpg` for shared links. Its bytes never change. It is the same for everybody while something that everybody
 * sees shows it: then no session is looked up, as a page's loader would.
 */
export async function loader({
  params,
  request,
  context,
}: Pick<LoaderFunctionArgs, "params" | "request" | "context">): Promise<Response> {
  const { data } = imageParams.safeParse(params);
  try {
    const isFor = async (known: KnownPicture) =>
      known.isPublic || (await isForViewer(known, context));
    if (!data) return without(404);
    const { id, file } = data;
    const isShared = file === "shared";
    const picture = isShared ? await readSharedImage(id, isFor) : await readImage(id, file, isFor);
    if (!picture) return without(404);

    const headers = {
      "Cache-Control": picture.isPublic ? FOR_EVERYBODY : FOR_ITS_READER,
      ETag: picture.etag,
    };
    if (isFresh(request.headers.get("If-None-Match"), picture.etag)) {
      return new Response(null, { status: 304, headers });
    }
    return new Response(new Uint8Array(picture.bytes), {
      headers: {
        ...headers,
        "Content-Type": isShared ? "image/jpeg" : "image/webp",
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

/** Its owner's, whose forms show it, and the back-office's. */
async function isForViewer({ owner }: KnownPicture, { session }: AppLoadContext): Promise<boolean> {
  const viewer = await session.viewer();
  return viewer !== null && (viewer.id === owner || viewerMay(viewer, "office.read"));
}

function without(status: number, headers: Record<string, string> = {}): Response {
  return new Response(null, { status, headers: { ...headers, "Cache-Control": "no-store" } });
}
