import { Secret, TOTP } from "otpauth";
import { DEMO_SECOND_FACTOR } from "../accounts";

/** `npm run admin:code`: the code that the demo's administrators are asked for now, each of which is taken once. */
const totp = new TOTP({ secret: Secret.fromBase32(DEMO_SECOND_FACTOR) });
const seconds = Math.ceil(totp.remaining() / 1_000);
process.stdout.write(`${totp.generate()}  (encore ${seconds}\u00a0s)\n`);
