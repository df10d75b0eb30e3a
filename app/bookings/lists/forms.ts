/** The addresses of lists and receipts. */
import { z } from "zod";
import { idParam } from "~/platform/web/fields";
import { RECEIPT_NUMBER } from "~/rules/receipt";

const PDF = ".pdf";

/** Where a receipt's file is: its reservation, and its number as the file's name. */
export const receiptFileParams = idParam.extend({
  file: z
    .string()
    .endsWith(PDF)
    .transform((file) => file.slice(0, -PDF.length))
    .refine((number) => RECEIPT_NUMBER.test(number)),
});

/** The year of a list; the present one when it is none. */
export const yearParam = z.object({
  annee: z.coerce.number().int().min(2000).max(2999).nullable().catch(null),
});
