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
 * `lead` of the summary, and at each field, as in its link, what to write there. Rules have an order of their own; the
 * summary's is that in which the page shows its fields, after what is wrong with all of it.
 *
 * @returns `first` is what the first broken rule says, whatever the page shows first
 * @param shown the names of the fields, as the page has them from top to bottom
 */
export function toldErrors(
  errors: Errors,
  { sentences, fields }: MissingWords = { sentences: [], fields: {} },
  shown: readonly string[] = [],
): { first: string | undefined; lead: string | undefined; errors: Errors } {
  const told = Object.entries(errors).map(([field, message]): [string, string] => [
    field,
    sentences.includes(message) ? (fields[field] ?? message) : message,
  ]);
  const [first] = Object.values(errors);
  const lead = first === told[0]?.[1] ? undefined : first;
  told.sort(([a], [b]) => shown.indexOf(a) - shown.indexOf(b));
  return { first, lead, errors: Object.fromEntries(told) };
}
