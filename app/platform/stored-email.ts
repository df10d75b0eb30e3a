import { withoutUnseen } from "./seen-text";

/** A domain with letters that domain names are not written with. */
const OWN_LETTERS = /^([^@]*@)(?![!-~]*$)([\p{L}\p{N}.-]+)$/u;

/**
 * An e-mail address as it is stored and looked up: without what nobody sees, in small letters, its domain in the letters of
 * domain names: 'contact@mairie-évian.fr' is 'contact@xn--mairie-vian-hbb.fr', as some browsers send it, others not, whoever
 * types it. What is no address, and one whose domain cannot be written so, keeps its letters.
 */
export function storedEmail(typed: string): string {
  const email = withoutUnseen(typed).trim().toLowerCase();
  const [, mailbox = "", domain = ""] = OWN_LETTERS.exec(email) ?? [];
  const site = `http://${domain}`;
  return domain !== "" && URL.canParse(site) ? mailbox + new URL(site).hostname : email;
}
