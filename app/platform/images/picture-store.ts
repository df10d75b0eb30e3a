/**
 * Where the bytes of pictures lie: the port behind which GridFS and an S3-compatible bucket stand
 * (decisions/038). What is under a name never changes.
 */
export interface PictureStore {
  /**
   * Keeps one size of a picture, whole or not at all; again under the same name is no harm.
   *
   * @throws Refusal("unavailable"), or what the database says of its outage
   */
  put(name: PictureName, bytes: Uint8Array): Promise<void>;
  /** Its bytes, null when there are none under that name. @throws as `put` does */
  get(name: PictureName): Promise<Buffer | null>;
  /**
   * Removes all sizes of a picture. Does nothing the second time.
   *
   * @param widths those that it may have
   * @throws as `put` does
   */
  remove(id: string, widths: readonly number[]): Promise<void>;
}

export interface PictureName {
  /** Of the image, as 24 hexadecimal digits. */
  id: string;
  /** In pixels. */
  width: number;
}

/** What the bytes of an image at one width are called, in the database and in a bucket. */
export function pictureFileName({ id, width }: PictureName): string {
  return `${id}/${width}.webp`;
}

/**
 * Pictures go to `store`; those that were kept in `former` before it was chosen are read there until they are
 * removed or moved.
 */
export function movedFrom(former: PictureStore, store: PictureStore): PictureStore {
  return {
    put: (name, bytes) => store.put(name, bytes),
    async get(name) {
      // Looked for in the new place again: it may have been moved there between the two questions.
      return (await store.get(name)) ?? (await former.get(name)) ?? (await store.get(name));
    },
    async remove(id, widths) {
      await former.remove(id, widths);
      await store.remove(id, widths);
    },
  };
}
