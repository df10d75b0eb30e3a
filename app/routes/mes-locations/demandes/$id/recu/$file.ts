import { receiptFile } from "~/bookings/lists/receipt-file.server";
import { ownReceipt } from "~/bookings/lists/receipts-page.server";
import { receiptFileParams } from "~/bookings/lists/forms";
import { fileLoader } from "~/platform/web/file-loader.server";
import { privateFile } from "~/platform/web/private-file";

/** Its owner's PDF of a receipt or a credit note: `{number}.pdf`. */
export const loader = fileLoader(
  { access: "member", params: receiptFileParams },
  async ({ viewer, params: { id, file } }) => {
    const receipt = await ownReceipt(id, file, { side: "owner", userId: viewer.id });
    return privateFile(await receiptFile(receipt, "owner"), "application/pdf");
  },
);
