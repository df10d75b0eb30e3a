import { shortText } from "~/platform/web/fields";
import { input } from "~/platform/web/input";
import { bulkChosen } from "../bulk/bulk";
import { reason } from "../audit/decision-fields";

/** The state that the page of an answer showed. */
const seen = shortText.optional();

export const publishInput = input({ seen });

/** Why a review is refused; its author reads it. */
export const refuseReviewInput = input({ seen, why: reason });

/** Why several reviews are refused; each author reads it. */
export const refuseManyInput = input({ ...bulkChosen, why: reason });
