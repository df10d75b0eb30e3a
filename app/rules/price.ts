/**
 * What a reservation costs and who receives what. All amounts are cents.
 *
 * The owner's share is always the subtotal less the commission, never a rounding of its own, so
 * that `total = subtotal + fee` and `total = ownerShare + platformShare` hold to the cent.
 */
import type { Period } from "@models/enumerations";
import { formatEuros, formatEurosShort, proportion, type Cents } from "~/platform/money";

/**
 * The service fee and the commission, each in thousandths of the subtotal: of what is reserved from now on. The terms (CGV), the page
 * about us and the summary of a publication say it in words.
 */
const FEE_THOUSANDTHS = 125;

/** What a reservation that kept none was made at, whatever they are today. */
const FORMER_THOUSANDTHS = 125;

const UNIT_NAMES = {
  Day: { one: "jour", many: "jours" },
  Half: { one: "demi-journée", many: "demi-journées" },
} as const satisfies Record<Period, { one: string; many: string }>;

/** How many units make a whole day. */
const UNITS_OF_A_DAY = { Day: 1, Half: 2 } as const satisfies Record<Period, number>;

export interface PriceRequest {
  /** What the venue is rented by. */
  period: Period;
  /** The price of one day or half day. */
  unitPrice: Cents;
  /** How many days or half days. */
  units: number;
  /** The service fee and the commission, each in thousandths of the subtotal; today's unless said. */
  feeThousandths?: number;
}

type MadeAt = Pick<PriceRequest, "feeThousandths">;

export interface Quote extends Required<PriceRequest> {
  subtotal: Cents;
  /** Paid by the customer on top of the subtotal. */
  fee: Cents;
  /** Withheld from what the owner receives. */
  commission: Cents;
  /** What the customer pays. */
  total: Cents;
  ownerShare: Cents;
  /** What the payment provider sets aside for the platform. */
  platformShare: Cents;
}

/** Works out a price. Throws a `RangeError` unless price and units are positive integers. */
export function quote({
  period,
  unitPrice,
  units,
  feeThousandths = FEE_THOUSANDTHS,
}: PriceRequest): Quote {
  if (![unitPrice, units].every((one) => Number.isInteger(one) && one > 0)) {
    throw new RangeError(`Not a price: ${units} × ${unitPrice}`);
  }
  const subtotal = unitPrice * units;
  const fee = proportion(subtotal, feeThousandths, 1000);
  const total = subtotal + fee;
  const ownerShare = subtotal - fee;
  return {
    period,
    unitPrice,
    units,
    feeThousandths,
    subtotal,
    fee,
    commission: fee,
    total,
    ownerShare,
    platformShare: total - ownerShare,
  };
}

export interface BreakdownLine {
  key: "subtotal" | "fee" | "total";
  label: string;
  amount: Cents;
}

/** The lines of the cost breakdown: '3 jours × 480,00 €', 'Frais de service (12,5 %)', 'Total'. */
export function breakdownLines(
  price: PriceRequest & Pick<Quote, "subtotal" | "fee" | "total">,
): BreakdownLine[] {
  const units = `${unitsText(price)} × ${formatEuros(price.unitPrice)}`;
  return [
    { key: "subtotal", label: units, amount: price.subtotal },
    { key: "fee", label: `Frais de service (${feeText(price)})`, amount: price.fee },
    { key: "total", label: "Total", amount: price.total },
  ];
}

/** '3 jours', '1 demi-journée'. */
export function unitsText({ period, units }: Pick<PriceRequest, "period" | "units">): string {
  const { one, many } = UNIT_NAMES[period];
  return `${units}\u00a0${units === 1 ? one : many}`;
}

/** A venue's price in its own unit, and what a customer pays for one unit, as texts. */
export interface PriceTag {
  /** Without cents where there are none: '480 €'. */
  amount: string;
  /** 'par jour', 'par demi-journée'. */
  per: string;
  /** One unit with the service fee: '540,00 €'. */
  withFee: string;
}

/** How the price of a venue is shown wherever no days are chosen. */
export function priceTag({ period, unitPrice }: Omit<PriceRequest, "units">): PriceTag {
  return {
    amount: formatEurosShort(unitPrice),
    per: `par ${UNIT_NAMES[period].one}`,
    withFee: formatEuros(quote({ period, unitPrice, units: 1 }).total),
  };
}

/**
 * What a customer pays for one whole day, the fee included: by it venues rented by the day and by the
 * half day are filtered and sorted alike.
 */
export function wholeDayTotal({ period, unitPrice }: Omit<PriceRequest, "units">): Cents {
  return quote({ period, unitPrice, units: UNITS_OF_A_DAY[period] }).total;
}

/** The lines of what the owner receives: the rent, less the commission. */
export function ownersLines(
  price: Parameters<typeof breakdownLines>[0] & Pick<Quote, "commission" | "ownerShare">,
): { label: string; amount: Cents }[] {
  return [
    ...breakdownLines(price).slice(0, 1),
    { label: `Commission (${feeText(price)})`, amount: -price.commission },
    { label: "Votre part", amount: price.ownerShare },
  ];
}

/**
 * The two figures of the publish summary: the price, and under the name TTC what the owner receives
 * of it (0.875 × the price).
 */
export function publishSummary(price: Cents): { ht: Cents; ttc: Cents } {
  return { ht: price, ttc: price - proportion(price, FEE_THOUSANDTHS, 1000) };
}

/** '12,5 %' */
function feeText(made: MadeAt): string {
  return `${feeThousandthsOf(made) / 10}\u00a0%`.replace(".", ",");
}

/** The thousandths that a reservation was made at: those of what becomes of it, too. */
export function feeThousandthsOf({ feeThousandths = FORMER_THOUSANDTHS }: MadeAt): number {
  return feeThousandths;
}
