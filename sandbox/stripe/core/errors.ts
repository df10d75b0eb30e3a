/** The part of Stripe's error object that callers can meet; see https://docs.stripe.com/api/errors. */
export interface StripeErrorBody {
  type: "api_error" | "card_error" | "idempotency_error" | "invalid_request_error";
  message: string;
  code?: string;
  param?: string;
  decline_code?: string;
  charge?: string;
  payment_intent?: object;
  payment_method?: object;
}

interface ProblemOptions {
  /** The refused deed still left traces that must be stored, as a declined card does. */
  keepsChanges?: boolean;
  /** Refused before anything was tried: the idempotency key stays free. */
  beforeExecution?: boolean;
}

/** A refusal that the API answers with Stripe's status and error object. */
export class StripeProblem extends Error {
  readonly status: number;
  readonly body: StripeErrorBody;
  readonly keepsChanges: boolean;
  readonly beforeExecution: boolean;

  constructor(status: number, body: StripeErrorBody, options: ProblemOptions = {}) {
    super(body.message);
    this.name = "StripeProblem";
    this.status = status;
    this.body = body;
    this.keepsChanges = options.keepsChanges ?? false;
    this.beforeExecution = options.beforeExecution ?? false;
  }
}

/** 400: the request makes sense to nobody, or not now. */
export function invalidRequest(
  message: string,
  detail: { code?: string; param?: string } = {},
): StripeProblem {
  return new StripeProblem(400, { type: "invalid_request_error", message, ...detail });
}

/** 403: the key lacks a permission that the call asks for. */
export function forbidden(message: string): StripeProblem {
  return new StripeProblem(403, { type: "invalid_request_error", message });
}

/** 400: the parameters themselves are wrong, so nothing was tried. */
export function invalidParameter(message: string, param: string, code?: string): StripeProblem {
  const body = { type: "invalid_request_error" as const, message, param };
  return new StripeProblem(400, code === undefined ? body : { ...body, code }, {
    beforeExecution: true,
  });
}

/** 404 for the object a URL names; 400 with `param` for one that a parameter names. */
export function missing(noun: string, id: string, param?: string): StripeProblem {
  return new StripeProblem(param === undefined ? 404 : 400, {
    type: "invalid_request_error",
    code: "resource_missing",
    message: `No such ${noun}: '${id}'`,
    param: param ?? "id",
  });
}

/** 400: the object exists but its state does not allow the deed. */
export function unexpectedState(message: string, object?: object): StripeProblem {
  return new StripeProblem(400, {
    type: "invalid_request_error",
    code: "payment_intent_unexpected_state",
    message,
    ...(object === undefined ? {} : { payment_intent: object }),
  });
}
