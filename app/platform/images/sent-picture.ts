import { z } from "zod";
import { readDataUrl } from "./data-url";

/**
 * A picture as it is sent: a form's file, or of a `data:` URL in JSON the bytes, which are decoded as they
 * come in (app/platform/web/json-body.ts).
 */
export type SentPicture = Blob | Uint8Array;

/** A field that holds one. */
export const sentPicture = z.custom<SentPicture>(
  (value) => value instanceof Uint8Array || isFile(value),
);

/** By its looks, for the platform's own class of files may be another than the form's. */
function isFile(value: unknown): boolean {
  return typeof value === "object" && value !== null && "arrayBuffer" in value && "size" in value;
}

/** The bytes of a picture, or of the `data:` URL that a field of a form holds; null for any other text. */
export async function pictureBytes(sent: SentPicture | string): Promise<Uint8Array | null> {
  if (typeof sent === "string") return readDataUrl(sent);
  return sent instanceof Uint8Array ? sent : new Uint8Array(await sent.arrayBuffer());
}

/** Whether a form's field has a file: without one it sends an empty one that has no name. */
export function wasChosen({ name, size }: Pick<File, "name" | "size">): boolean {
  return size > 0 || name !== "";
}
