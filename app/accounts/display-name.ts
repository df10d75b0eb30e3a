import type { User } from "@models/user";

/** What an account is called before others: an organisation by its name, a person as 'Marie D.'. */
export function displayName({
  entityName,
  name,
  lastname,
}: Pick<User, "entityName" | "name" | "lastname">): string {
  return entityName ?? shortName({ name, lastname });
}

/** 'Marie D.' */
export function shortName({ name, lastname }: { name: string; lastname: string }): string {
  return lastname ? `${name} ${lastname.slice(0, 1)}.` : name;
}

/** A phone number as people read it: '05 36 49 97 96'; one of another shape as it is. */
export function phoneText(phone: string): string {
  return /^0\d{9}$/.test(phone) ? (phone.match(/\d\d/g) ?? []).join("\u00a0") : phone;
}
