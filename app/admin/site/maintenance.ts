import { z } from "zod";
import { connectProgram } from "~/platform/connect-program.server";
import { disconnectDatabase } from "~/platform/database.server";
import { NOTICE_LENGTH } from "./forms";
import { decideFromConsole } from "./change-maintenance.server";

/** `npm run maintenance -- on "Nous revenons vite."`, `npm run maintenance -- off`: for when the office is out of reach. */

const USUAL = "Nous revenons dès que possible.";
const said = z
  .tuple([z.enum(["on", "off"])])
  .rest(z.string())
  .safeParse(process.argv.slice(2));
const message = said.success ? said.data.slice(1).join(" ").trim() || USUAL : "";
if (!said.success || message.length > NOTICE_LENGTH) {
  console.error(
    `Donnez «\u00a0on\u00a0», avec un message de ${NOTICE_LENGTH} caractères au plus, ou «\u00a0off\u00a0».`,
  );
  process.exitCode = 1;
} else {
  const now = new Date();
  const isOn = said.data[0] === "on";
  await connectProgram();
  await decideFromConsole(isOn ? { message, from: now } : null, now);
  await disconnectDatabase();
  console.log(isOn ? `Le site est fermé au public\u00a0: ${message}` : "Le site est ouvert.");
}
