import { json, redirect, type ActionFunctionArgs } from "@remix-run/node";
import { withZod } from "@remix-validated-form/with-zod";
import { validationError, type Validator } from "remix-validated-form";
import { noShare } from "./body-memory";
import {
  admit,
  allowTry,
  complete,
  countUpload,
  holderOf,
  inputOf,
  limitsOf,
  type Access,
  type AnyDescription,
  type Call,
  type Description,
  type Params,
} from "./call.server";
import { failureMessage, logUnheard } from "./failure.server";
import { isPassword, type Input } from "./input";
import { refusalResponse } from "./page-loader.server";
import { wasChosen } from "../images/sent-picture";
import { Refusal, refusalHeaders, type RefusalCode } from "../refusal";
import { refusalOf } from "./refusal-of.server";
import { bodyShare, readForm, type PostedForm } from "./request-body.server";
import type { Toast } from "./toast";
import { redirectWithToast } from "./toast.server";
import { requireOwnForm } from "./whose";

/** Where a form leads once it is done. */
export type Next =
  /** To another page (303), which may say what was done; a toast without a type is a success. */
  | { to: string; toast?: string | Toast }
  /** To the same page, with all that was typed: the form is not finished, and `again` is its next step. */
  | { again: string }
  /** To the same page, with what was found, which it reads by `useActionData`, and by another title where one is given. */
  | { show: Record<string, unknown>; title?: string };

/** One form of a page, as data. */
export interface PageForm<A extends Access, P extends Params, I extends Input> extends Description<
  A,
  P,
  I
> {
  /** Of a form that stands on every page and has none of its own to be shown again: where a refusal leads. */
  failTo?: string;
  /** About the viewer alone, and nothing in its address or its fields says so: its page has a `WhoseField`. */
  mine?: boolean;
  /** Fields never sent back to the page, beside passwords. */
  secrets?: readonly string[];
  /** The field at which a refusal that names none is said; where there is none, it is of the whole form. */
  fieldOf?: (code: RefusalCode) => string | undefined;
  /** A form that may hold files. */
  files?: {
    /** Bytes that they may have together. */
    maxBytes: number;
    /** Stores what has to outlive a refusal, before the rules are checked, and changes `form` to name it. */
    store?: (form: FormData, call: { viewer: Call<A, P, I>["viewer"] }) => Promise<void>;
  };
  /** Calls the use case and says where to go next. */
  run: (call: Call<A, P, I> & { form: FormData }) => Promise<Next>;
}

type AnyForm = PageForm<Access, Params, Input>;

/** Hides the types of one form, so that forms of several types share a table. */
export function pageForm<
  A extends Access,
  P extends Params = Params,
  I extends Input = Input<Record<never, never>>,
>(form: PageForm<A, P, I>): AnyForm {
  return form as unknown as AnyForm;
}

/** A page's forms by their button's `intent`; a page with one form needs none. */
type Forms = AnyForm | Record<string, AnyForm>;

/**
 * The action of a page: says who may and how often, reads the form, finds which of the page's it is (field
 * `intent`), checks it, runs it, and turns a refusal into the same page with a 4xx, and what
 * nobody expected into it with a 500, the message, and everything typed but the secrets. `forms` on it is the description, by intent; "" is a page's only form.
 */
export function formAction(forms: Forms) {
  const validators = new Map<AnyForm, Validator<Record<string, unknown>>>();
  for (const form of allOf(forms)) validators.set(form, withZod(inputOf(form).schema));
  const common = commonOf(allOf(forms));
  const maxBytes = largestOf(forms);

  const handle = async (args: ActionFunctionArgs): Promise<Response> => {
    if (args.request.method !== "POST") {
      return refusalResponse(new Refusal("method"), ["GET", "HEAD", "POST"]);
    }
    let share = noShare;
    try {
      const admitted = await admit(common, args);
      const refused = await refusalFrom(async () => {
        await allowTry(common, admitted, args);
        if (maxBytes !== undefined) await countUpload(admitted, args);
      });
      // Of who may not now only the texts are read, to be shown again.
      if (!refused) share = bodyShare(holderOf(admitted, args.context));
      return await answer(await readForm(args.request, share, maxBytes), refused, args);
    } catch (error) {
      // Before it is known which form it is: refusals become the page again, all else the incident page.
      const refusal = refusalOf(error);
      if (refusal) return failed(refusal, null, [], undefined, refusal.field);
      logUnheard(error, args);
      throw error;
    } finally {
      share.release();
    }
  };
  return Object.assign(handle, { forms: isForm(forms) ? { "": forms } : forms });

  async function answer(
    { form, refused: filesRefused }: PostedForm,
    refused: Refusal | null,
    args: ActionFunctionArgs,
  ): Promise<Response> {
    const intent = form.get("intent");
    const name = typeof intent === "string" && !isForm(forms) ? intent : undefined;
    const chosen = chosenOf(forms, name);
    if (!chosen) {
      const refusal = refused ?? filesRefused ?? new Refusal("invalid");
      return failed(refusal, form, [], undefined, refusal.field);
    }
    try {
      if (refused) throw refused;
      const admitted = await admit(chosen, args);
      if (chosen.mine) requireOwnForm(form, admitted.viewer);
      await allowTry(chosen, admitted, args, limitsOf(common));
      await chosen.files?.store?.(form, { viewer: admitted.viewer });
      if (filesRefused) throw filesRefused;
      const checked = await validators.get(chosen)!.validate(withoutBlanks(form));
      // Told where it leads, in words: there is no field to say it at.
      if (checked.error && chosen.failTo) throw new Refusal("invalid");
      if (checked.error) {
        return validationError(
          { ...checked.error, subaction: name },
          keepable(form, chosen.secrets),
          { status: 422 },
        );
      }
      const { call, afterwards } = await complete(chosen, admitted, checked.data, args);
      const outcome = await chosen.run({ ...call, form });
      await afterwards?.();
      return await follow(outcome, form);
    } catch (error) {
      const told = toldFailure(error, chosen, args);
      if (chosen.failTo)
        return await redirectWithToast(chosen.failTo, { type: "error", message: told.message });
      const field = told.field ?? (told.code && chosen.fieldOf?.(told.code));
      return failed(told, form, chosen.secrets, name, field);
    }
  }
}

/** The refusal that `work` ends with; null when it ends well. */
async function refusalFrom(work: () => Promise<void>): Promise<Refusal | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

const BY_OPENNESS: readonly Access[] = ["public", "user", "verified", "member", "admin"];

/** The access of whoever may use any of a page's forms. */
function openest(accesses: readonly Access[]): Access {
  const open = BY_OPENNESS.find((access) => accesses.includes(access));
  // Whatever a role may do, it may read.
  return open ?? (new Set(accesses).size === 1 ? accesses[0]! : "office.read");
}

/** What all forms of a page ask: said before the body is read, which alone says which of them it is. */
function commonOf(forms: readonly AnyForm[]): AnyDescription {
  const [first, ...others] = forms;
  if (!first) throw new Error("A page's action without a form");
  const inAll = <T>(read: (form: AnyForm) => T): T | undefined =>
    others.every((other) => read(other) === read(first)) ? read(first) : undefined;
  return {
    access: openest(forms.map(({ access }) => access)),
    params: inAll(({ params }) => params),
    requires: inAll(({ requires }) => requires),
    underView: inAll(({ underView }) => underView),
    limit: limitsOf(first).filter((bucket) =>
      others.every((other) => limitsOf(other).includes(bucket)),
    ),
  };
}

function isForm(forms: Forms): forms is AnyForm {
  return typeof forms.run === "function";
}

function allOf(forms: Forms): readonly AnyForm[] {
  return isForm(forms) ? [forms] : Object.values(forms);
}

function chosenOf(forms: Forms, name: string | undefined): AnyForm | undefined {
  if (isForm(forms)) return forms;
  return name !== undefined && Object.hasOwn(forms, name) ? forms[name] : undefined;
}

/** What the files of any of a page's forms may weigh. */
function largestOf(forms: Forms): number | undefined {
  const limits = allOf(forms).flatMap(({ files }) => files?.maxBytes ?? []);
  return limits.length > 0 ? Math.max(...limits) : undefined;
}

async function follow(next: Next, form: FormData): Promise<Response> {
  if ("again" in next) {
    return json({ fieldErrors: {}, repopulateFields: keepable(form, []), subaction: next.again });
  }
  if ("show" in next) return json({ ...next.show, pageTitle: next.title });
  const { to, toast } = next;
  if (toast === undefined) return redirect(to, 303);
  return await redirectWithToast(
    to,
    typeof toast === "string" ? { type: "success", message: toast } : toast,
  );
}

/** What a form is answered with when it was not done. */
type Told = Pick<Refusal, "message" | "status"> & Partial<Refusal>;

/** Told on a page that is there, of what was shown there: removed meanwhile in another window, or by somebody else. */
const GONE = "Ce que vous vouliez modifier n’est plus là.";

/** A refusal, or the form's own sentence, else one of nothing in particular, with the incident's number. */
function toldFailure(
  error: unknown,
  { failure: code = "other" }: AnyForm,
  args: ActionFunctionArgs,
): Told {
  const refusal = refusalOf(error);
  if (refusal?.code === "not_found") {
    const { status, field } = refusal;
    return { code: refusal.code, status, field, message: GONE };
  }
  if (refusal) return refusal;
  if (error instanceof Response) throw error;
  const sentence = failureMessage(error, code, args).replace(/\.$/, "");
  return { message: `${sentence} (incident ${args.context.requestId}).`, status: 500 };
}

function failed(
  { message, status, code, retryAfter }: Told,
  /** Null: nothing of it was read. */
  form: FormData | null,
  secrets: readonly string[] | undefined,
  subaction: string | undefined,
  field = "form",
): Response {
  return validationError(
    { fieldErrors: { [field]: message }, subaction },
    // None, not an empty one: the page tells what was not read from what nothing is kept of.
    form ? keepable(form, secrets) : undefined,
    { status, headers: code && refusalHeaders({ code, retryAfter }) },
  );
}

/** An empty input arrives as '', or as a file without a name; for the rules it is absent. */
function withoutBlanks(form: FormData): FormData {
  const kept = new FormData();
  for (const [name, value] of form) {
    if (typeof value === "string" ? value.trim() !== "" : wasChosen(value))
      kept.append(name, value);
  }
  return kept;
}

/** What was typed, to be shown again: texts alone, and no secrets. */
function keepable(
  form: FormData,
  secrets: readonly string[] | undefined,
): Record<string, string | string[]> {
  const values: Record<string, string | string[]> = {};
  for (const name of new Set(form.keys())) {
    if (secrets?.includes(name) || isPassword(name)) continue;
    const texts = form.getAll(name).filter((value) => typeof value === "string");
    if (texts.length > 0) values[name] = texts.length > 1 ? texts : texts[0]!;
  }
  return values;
}
