import { invalidParameter } from "./errors";
import type { StripeKind } from "./records";
import type { Store } from "./store";

const MAX_DEPTH = 4;

const KIND_OF_PREFIX: Record<string, StripeKind> = {
  acct: "account",
  cus: "customer",
  pm: "payment_method",
  pi: "payment_intent",
  ch: "charge",
  re: "refund",
  tr: "transfer",
  fee: "application_fee",
  txn: "balance_transaction",
  dp: "dispute",
  cs: "checkout.session",
};

/** Fields that objects have only once there is something to name. */
const SOMETIMES_ABSENT = new Set([
  ...["transfer", "destination_payment", "failure_balance_transaction"],
]);

type Node = Record<string, unknown>;

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function expandPath(store: Store, node: Node, segments: string[], path: string): Node {
  const [name = "", ...rest] = segments;
  const value = node[name];
  const refuse = () => invalidParameter(`This property cannot be expanded (${path}).`, "expand[0]");
  if (value === undefined && !SOMETIMES_ABSENT.has(name)) throw refuse();
  if (value === null || value === undefined) return node;
  if (Array.isArray(value)) {
    return {
      ...node,
      [name]: value.map((item: unknown) =>
        isNode(item) ? expandPath(store, item, rest, path) : item,
      ),
    };
  }
  let target: unknown = value;
  if (typeof value === "string") {
    const kind = KIND_OF_PREFIX[value.split("_")[0] ?? ""];
    target = kind === undefined ? undefined : store.get(kind, value);
  }
  if (!isNode(target)) throw refuse();
  return { ...node, [name]: rest.length === 0 ? target : expandPath(store, target, rest, path) };
}

/**
 * Puts whole objects in the place of ids, along dotted paths such as `payment_intent.latest_charge`
 * or `data.payment_intent`. A field that is null stays null.
 * @throws StripeProblem when a path leads nowhere or is more than four steps deep
 */
export function expand(store: Store, object: object, paths: string[]): object {
  return paths.reduce<Node>(
    (node, path) => {
      const segments = path.split(".");
      if (segments.length > MAX_DEPTH) {
        throw invalidParameter(
          `You cannot expand more than ${MAX_DEPTH} levels of a property. Property: ${path}`,
          "expand[0]",
        );
      }
      return expandPath(store, node, segments, path);
    },
    { ...object },
  );
}
