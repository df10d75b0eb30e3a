import { hash, verify, type Algorithm } from "@node-rs/argon2";

/** argon2id with the parameters that OWASP recommends: 19 MiB, two passes, one lane. */
const PARAMETERS = {
  algorithm: 2 satisfies Algorithm.Argon2id,
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
} as const;

/** The argon2id hash of a password, in PHC form, with a salt of its own. */
export async function hashPassword(plain: string): Promise<string> {
  return await hash(plain, PARAMETERS);
}

/**
 * Whether `plain` is the password that `hash` was made from. Takes the same time for a right and a
 * wrong one.
 *
 * @throws Error when `hash` is not in PHC form: that is a broken record, not a wrong password.
 */
export async function verifyPassword(hash: string, plain: string): Promise<boolean> {
  return await verify(hash, plain);
}
