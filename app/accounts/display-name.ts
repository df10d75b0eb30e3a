import type { User } from "@models/user";

/** What an account is called before others: an organisation by its name, a person as 'Marie D.'. */
export function displayName({
  entityName,
  name,
  lastname,
}: Pick<User, "entityName" | "name" | "lastname">): string {
  return entityName ?? shortName({ name, lastname });
}

/** 'Marie D.'; of 'de Saint-Exupéry' too, whose small letter would end the sentence around it. */
export function shortName({ name, lastname }: { name: string; lastname: string }): string {
  return lastname ? `${name} ${firstLetter(lastname).toLocaleUpperCase("fr")}.` : name;
}

/** The first letter of a name, whole where it is of two code units. */
export function firstLetter(name: string): string {
  return Array.from(name)[0] ?? "";
}

/** A phone number as people read it: '05 36 49 97 96', '+33 5 36 49 97 96'; one of another shape as it is. */
export function phoneText(phone: string): string {
  const [, country, first = "", rest = ""] = /^(\+33)?(\d{1,2})(\d{8})$/.exec(phone) ?? [];
  if (rest === "" || (country === undefined) === (first.length === 1)) return phone;
  return [country, first, ...(rest.match(/\d\d/g) ?? [])].filter(Boolean).join(" ");
}
