import type { Request } from "express";

/** How bytes may come packed, the smallest first. */
export const ENCODINGS = ["br", "gzip"] as const;
export type Encoding = (typeof ENCODINGS)[number];

/**
 * The smallest of the `offered` encodings that the client takes. Browsers name `gzip` first and mean
 * nothing by it, so the order is ours.
 */
export function packedEncoding(
  request: Request,
  offered: readonly Encoding[] = ENCODINGS,
): Encoding | undefined {
  return offered.find((encoding) => request.acceptsEncodings(encoding));
}
