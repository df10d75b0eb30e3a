import { MailModel } from "@models/mail";

/** A right private signup, as its form sends it; `changes` replace fields. */
export function signupFields(changes: Record<string, string> = {}) {
  return {
    name: "Marie",
    lastname: "Durand",
    email: "marie.durand@exemple.fr",
    password: "Tilleuls-1911",
    passwordConfirmation: "Tilleuls-1911",
    street: "12 rue de la Paix",
    postalCode: "69001",
    city: "Lyon",
    country: "France",
    role: "Particulier",
    CGU: "on",
    ...changes,
  };
}

/** The newest mail to an address, as queued. */
export async function lastMailTo(email: string) {
  const mail = await MailModel.findOne({ to: email }).sort({ _id: -1 }).lean();
  if (!mail) throw new Error(`No mail to ${email}`);
  return { ...mail, text: mail.text ?? "" };
}

/** The six digits of the newest code mailed to an address. */
export async function mailedCode(email: string): Promise<string> {
  const code = /^\d{6}$/m.exec((await lastMailTo(email)).text)?.[0];
  if (!code) throw new Error(`The last mail to ${email} holds no code`);
  return code;
}

/** The token of the newest reset link mailed to an address. */
export async function mailedToken(email: string): Promise<string> {
  const link = /\/reinitialisation-mot-de-passe\/([\w-]+)/.exec((await lastMailTo(email)).text);
  if (!link?.[1]) throw new Error(`The last mail to ${email} holds no link`);
  return link[1];
}

/** What the button of the newest code's mail carries: the page's signed `lien`. */
export async function mailedLink(email: string): Promise<string> {
  const link = /\/verification-email\?lien=([\w.-]+)/.exec((await lastMailTo(email)).text);
  if (!link?.[1]) throw new Error(`The last mail to ${email} holds no link`);
  return link[1];
}
