import { trusted } from "mongoose";

/** In the filter of a question or a write: the field is not there. */
export const NOT_SET = trusted({ $exists: false });

/** The opposite: the field is there, whatever it holds. */
export const IS_SET = trusted({ $exists: true });
