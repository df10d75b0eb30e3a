import { trusted } from "mongoose";

/** In the filter of a question or a write: the field is not there. */
export const NOT_SET = trusted({ $exists: false });
