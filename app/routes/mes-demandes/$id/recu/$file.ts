import { receiptFile } from "~/bookings/lists/receipt-file.server";
import { ownReceipt } from "~/bookings/lists/receipts-page.server";
import { receiptFileParams } from "~/bookings/lists/forms";
import { fileLoader } from "~/platform/web/file-loader.server";
import { privateFile } from "~/platform/web/private-file";

/** Its buyer's PDF of a receipt or a credit note: `{number}.pdf`. */
export const loader = fileLoader(
  { access: "member", params: receiptFileParams },
  async ({ viewer, params: { id, file } }) => {
    const receipt = await ownReceipt(id, file, { side: "buyer", userId: viewer.id });
    return privateFile(await receiptFile(receipt, "buyer"), "application/pdf");
  },
);
