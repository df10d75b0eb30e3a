import { z } from "zod";

const LENGTH = 280;

/** Why somebody refuses or calls off, as the other side reads it. */
export const reason = z.string().trim().max(LENGTH, `Le motif a ${LENGTH} caractères au plus.`);
