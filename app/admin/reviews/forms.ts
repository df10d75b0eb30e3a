import { input } from "~/platform/web/input";
import { bulkIds } from "../bulk/bulk";
import { reason } from "../audit/decision-fields";

/** Why several reviews are refused; each author reads it. */
export const refuseManyInput = input({ id: bulkIds, why: reason });
