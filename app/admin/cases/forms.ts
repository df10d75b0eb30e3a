import { shortText } from "~/platform/web/fields";
import { input } from "~/platform/web/input";

/** The case that a button stands beside. */
export const caseInput = input({ key: shortText });
