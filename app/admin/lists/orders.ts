/** The orders that the lists of the back-office can be read in, as `tri` of their addresses says them. Pure. */

/** By what a list can be sorted, beside the date of its rows; `-` in front: the other way round. */
export type SortName = "nom" | "email" | "titre" | "prix" | "sejour" | "montant" | "etat";

/** Empty: the newest first; `anciens`: the oldest first. */
export type ListOrder = "" | "anciens" | SortName | `-${SortName}`;

/** A list whose order can be chosen. */
export interface Ordered {
  tri?: ListOrder;
}

type Direction = 1 | -1;
/** A field, and whether it rises. */
export type SortKey = readonly [field: string, direction: Direction];

/** In which order a list's rows are read. An index has the same keys, or all of them the other way round. */
export interface Sort {
  /** The last one tells any two rows apart. */
  keys: readonly SortKey[];
  /** By the words of French: 'Émile' between 'Elise' and 'Eric'. The index says the same. */
  inFrench: boolean;
}

interface SortRule {
  keys: readonly SortKey[];
  inFrench?: true;
  /** No two rows have the same value. */
  isUnique?: true;
}

const RULES: Record<SortName, SortRule> = {
  nom: {
    keys: [
      ["lastname", 1],
      ["name", 1],
    ],
    inFrench: true,
  },
  email: { keys: [["email", 1]], isUnique: true },
  titre: { keys: [["title", 1]], inFrench: true },
  prix: { keys: [["price", 1]] },
  sejour: { keys: [["startDate", 1]] },
  montant: { keys: [["total", 1]] },
  // What waits first; of each state the newest first.
  etat: {
    keys: [
      ["status", 1],
      ["createdAt", -1],
    ],
  },
};

const flipped = ([field, direction]: SortKey): SortKey => [field, direction === 1 ? -1 : 1];

/**
 * The keys of an order.
 *
 * @param date the field that a list is sorted by unless it says otherwise
 */
export function sortOf(order: ListOrder | undefined, date: string): Sort {
  if (!order || order === "anciens") {
    const direction = order ? 1 : -1;
    return {
      keys: [
        [date, direction],
        ["_id", direction],
      ],
      inFrench: false,
    };
  }
  const isBackwards = order.startsWith("-");
  const rule = RULES[(isBackwards ? order.slice(1) : order) as SortName];
  const last = rule.keys.at(-1)!;
  const rising: SortKey[] = rule.isUnique ? [...rule.keys] : [...rule.keys, ["_id", last[1]]];
  return {
    keys: isBackwards ? rising.map(flipped) : rising,
    inFrench: rule.inFrench ?? false,
  };
}

const LABELS: Record<SortName, readonly [rising: string, falling: string]> = {
  nom: ["Nom, de A à Z", "Nom, de Z à A"],
  email: ["E-mail, de A à Z", "E-mail, de Z à A"],
  titre: ["Titre, de A à Z", "Titre, de Z à A"],
  prix: ["Prix, le plus bas", "Prix, le plus haut"],
  sejour: ["Premier jour, le plus tôt", "Premier jour, le plus tard"],
  montant: ["Montant, le plus bas", "Montant, le plus haut"],
  etat: ["État, en attente d’abord", "État, terminés d’abord"],
};

/** What orders are called, where they are chosen; the newest first is what none of them is. */
export const NEWEST_FIRST = "Plus récents";
export function orderLabel(order: Exclude<ListOrder, "">): string {
  if (order === "anciens") return "Plus anciens";
  return order.startsWith("-")
    ? LABELS[order.slice(1) as SortName][1]
    : LABELS[order as SortName][0];
}

/** The orders of a list, as its address may say them; the empty one is understood. */
export function ordersOf(
  ...names: readonly SortName[]
): [Exclude<ListOrder, "">, ...Exclude<ListOrder, "">[]] {
  return ["anciens", ...names.flatMap((name) => [name, `-${name}`] as const)];
}

/** A column's own order: the one in force, and the one that its heading leads to. */
export interface ColumnOrder {
  direction: "ascending" | "descending" | null;
  next: ListOrder;
}

/** @param name the column's; `date`: that of the list's own order */
export function columnOrder(name: SortName | "date", order: ListOrder): ColumnOrder {
  const [rising, falling]: readonly ListOrder[] =
    name === "date" ? ["anciens", ""] : [name, `-${name}`];
  if (order === rising) return { direction: "ascending", next: falling! };
  if (order === falling) return { direction: "descending", next: rising! };
  // Dates are wanted from the newest on, all else from its start.
  return { direction: null, next: name === "date" ? "" : rising! };
}
