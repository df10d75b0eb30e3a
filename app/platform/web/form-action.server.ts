import {
  type ActionFunctionArgs,
  type AppLoadContext,
  type LoaderFunctionArgs,
  json,
} from "@remix-run/node";
import type { Params } from "@remix-run/react";
import { validationError, type Validator } from "remix-validated-form";
import { Refusal } from "./refusal";
import { refusalOf } from "./refusal-of.server";
import { bodyShare, readForm, type PostedForm } from "./request-body.server";
import "./rule-messages";

/** What a form's use case receives: the checked fields and the request's surroundings. */
export interface Submission<T> {
  data: T;
  params: Params;
  context: AppLoadContext;
  request: Request;
  form: FormData;
}

/** One form of a page. */
export interface FormIntent<T> {
  validator: Validator<T>;
  /** Fields never sent back to the page. */
  secrets?: readonly string[];
  /** Bytes its files may have together, when it has any. */
  maxBytes?: number;
  /**
   * What has to outlive a refusal, done before the rules are checked: files are stored, and `form`
   * is changed to name them.
   */
  prepare?: (submission: Omit<Submission<T>, "data">) => Promise<void>;
  /** Calls the use case and answers where to go next. */
  run: (submission: Submission<T>) => Promise<Response>;
}

/** Hides the type of one intent's fields, so that intents of several types share a table. */
export function intent<T>(definition: FormIntent<T>): FormIntent<unknown> {
  return definition as unknown as FormIntent<unknown>;
}

/**
 * The action of a page: reads the form, finds its intent (field `intent`, when there are several),
 * validates, runs, and turns a refusal into the same page with a 4xx, the message, and everything
 * typed but the secrets.
 */
export function formAction(intents: Intents) {
  return async (args: ActionFunctionArgs): Promise<Response> => {
    if (args.request.method !== "POST") return refusalResponse(new Refusal("method"));
    const share = bodyShare();
    try {
      return await answer(intents, args, await readForm(args.request, share, largestOf(intents)));
    } catch (error) {
      return failure(error, new FormData(), [], undefined);
    } finally {
      share.release();
    }
  };
}

async function answer(
  intents: Intents,
  { request, params, context }: ActionFunctionArgs,
  { form, refused }: PostedForm,
): Promise<Response> {
  const name = form.get("intent");
  const single = isIntent(intents) ? intents : null;
  const chosen = single ?? (typeof name === "string" ? own(table(intents), name) : undefined);
  if (!chosen) return failure(refused ?? new Refusal("invalid"), form, [], undefined);
  const subaction = typeof name === "string" && !single ? name : undefined;
  try {
    await chosen.prepare?.({ params, context, request, form });
    if (refused) throw refused;
    const checked = await chosen.validator.validate(withoutBlanks(form));
    if (checked.error) {
      return validationError({ ...checked.error, subaction }, keepable(form, chosen.secrets), {
        status: 422,
      });
    }
    return await chosen.run({ data: checked.data, params, context, request, form });
  } catch (error) {
    return failure(error, form, chosen.secrets, subaction);
  }
}

/** What the files of any of a page's forms may weigh. */
function largestOf(intents: Intents): number | undefined {
  if (isIntent(intents)) return intents.maxBytes;
  const limits = Object.values(intents).flatMap(({ maxBytes }) => maxBytes ?? []);
  return limits.length > 0 ? Math.max(...limits) : undefined;
}

function isIntent(value: Intents): value is FormIntent<unknown> {
  return typeof value.run === "function";
}

type Intents = FormIntent<unknown> | Record<string, FormIntent<unknown>>;

function table(intents: Intents): Record<string, FormIntent<unknown>> {
  return intents as Record<string, FormIntent<unknown>>;
}

function own(
  intents: Record<string, FormIntent<unknown>>,
  name: string,
): FormIntent<unknown> | undefined {
  return Object.hasOwn(intents, name) ? intents[name] : undefined;
}

/** Refusals become the page again; everything else stays an error (a 500 with its incident page). */
function failure(
  error: unknown,
  form: FormData,
  secrets: readonly string[] | undefined,
  subaction: string | undefined,
): Response {
  const refusal = refusalOf(error);
  if (!refusal) throw error;
  const headers = refusal.retryAfter ? { "Retry-After": String(refusal.retryAfter) } : undefined;
  return validationError(
    { fieldErrors: { [refusal.field ?? "form"]: refusal.message }, subaction },
    keepable(form, secrets),
    { status: refusal.status, headers },
  );
}

/** An empty input arrives as ''; for the rules it is absent. */
function withoutBlanks(form: FormData): FormData {
  const kept = new FormData();
  for (const [name, value] of form) {
    if (typeof value === "string" ? value.trim() !== "" : value.size > 0) kept.append(name, value);
  }
  return kept;
}

function keepable(
  form: FormData,
  secrets: readonly string[] | undefined,
): Record<string, string | string[]> {
  const values: Record<string, string | string[]> = {};
  for (const name of new Set(form.keys())) {
    if (secrets?.includes(name) || /password/i.test(name)) continue;
    const texts = form.getAll(name).filter((value) => typeof value === "string");
    if (texts.length > 0) values[name] = texts.length > 1 ? texts : texts[0]!;
  }
  return values;
}

/**
 * The page again with all that was typed and no error: a form that is not finished yet.
 *
 * @param step which state of its form the page shows; `useFormState` tells it.
 */
export function formAgain(form: FormData, step: string): Response {
  return json({ fieldErrors: {}, repopulateFields: keepable(form, []), subaction: step });
}

/** A refusal where there is no form to show again: an error page of its status. */
export function refusalResponse(refusal: Refusal): Response {
  return new Response(refusal.message, {
    status: refusal.status,
    headers: refusal.retryAfter ? { "Retry-After": String(refusal.retryAfter) } : undefined,
  });
}

/** A page's loader, whose refusals become error pages of their status. */
export function pageLoader<T>(load: (args: LoaderFunctionArgs) => Promise<T>) {
  return async (args: LoaderFunctionArgs): Promise<T> => {
    try {
      return await load(args);
    } catch (error) {
      const refusal = refusalOf(error);
      throw refusal ? refusalResponse(refusal) : error;
    }
  };
}
