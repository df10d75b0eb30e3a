import { hash, type Algorithm } from "@node-rs/argon2";

/**
 * The argon2id hash of a made account's password, as little work as there can be: a login checks it at the cost that
 * it says itself, and the product's (`hashPassword`) is two hundred times that.
 */
export async function hashCheaply(password: string): Promise<string> {
  const algorithm = 2 satisfies Algorithm.Argon2id;
  return await hash(password, { algorithm, memoryCost: 64, timeCost: 1, parallelism: 1 });
}
