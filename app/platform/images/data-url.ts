const SHAPE = /^data:image\/[a-z0-9.+-]+;base64,([A-Za-z0-9+/]+={0,2})$/;

/** The bytes of a picture sent as a `data:` URL; null for any other text. What they are is not checked. */
export function readDataUrl(text: string): Uint8Array | null {
  const base64 = SHAPE.exec(text)?.[1];
  return base64 === undefined ? null : Buffer.from(base64, "base64");
}
