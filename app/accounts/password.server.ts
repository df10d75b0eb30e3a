import { hash, verify, type Algorithm } from "@node-rs/argon2";

/** argon2id with the parameters that OWASP recommends: 19 MiB, two passes, one lane. */
const PARAMETERS = {
  algorithm: 2 satisfies Algorithm.Argon2id,
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
} as const;

/**
 * The same password from any keyboard: some bring an accent and its letter as two characters, others as one
 * (NIST SP 800-63B, 5.1.1.2, asks for one form before hashing).
 */
const alike = (plain: string) => plain.normalize("NFC");

/** The argon2id hash of a password, in PHC form, with a salt of its own. */
export async function hashPassword(plain: string): Promise<string> {
  return await hash(alike(plain), PARAMETERS);
}

/**
 * Whether `plain` is the password that `hash` was made from. Takes the same time for a right and a
 * wrong one.
 *
 * @throws Error when `hash` is not in PHC form: that is a broken record, not a wrong password.
 */
export async function verifyPassword(hash: string, plain: string): Promise<boolean> {
  return await verify(hash, alike(plain));
}
