/** What a form says at each field whose absence its rules tell in one sentence for all of them. */
export interface MissingWords {
  /** Those sentences. */
  sentences: readonly string[];
  /** By field what to write there: 'Saisissez votre nom.' */
  fields: Readonly<Record<string, string>>;
}

/** Messages by field, first failing rule first; `form` is about the whole form. */
export type Errors = Record<string, string>;

/**
 * The messages of a refused form as its page tells them: the sentence about all that is missing once, as the
 * `lead` of the summary, and at each field, as in its link, what to write there.
 */
export function toldErrors(
  errors: Errors,
  { sentences, fields }: MissingWords = { sentences: [], fields: {} },
): { lead: string | undefined; errors: Errors } {
  const told = Object.entries(errors).map(([field, message]): [string, string] => [
    field,
    sentences.includes(message) ? (fields[field] ?? message) : message,
  ]);
  const [first] = Object.values(errors);
  return { lead: first === told[0]?.[1] ? undefined : first, errors: Object.fromEntries(told) };
}
