import css from "../confirm/dialog.css?inline";
import { adoptStyle } from "../shared/adopt-style";
import { arrived } from "../shared/arrived";
import { showRefused } from "../shared/show-main";
import { showBroken } from "./broken-line";
import { progressDialog } from "./progress-dialog";

/** The form's step that stores its photos and asks nothing else of it. */
const STORE = "update";

/**
 * Sends chosen photos before the form, so that it can be seen how far they have come and the sending be given up.
 * The page then holds them as the server answers, and its fields hold no files. What the server refuses is shown as
 * its page shows it, and above the form as it is where that page has none of it. Where the line breaks that is said there:
 * all of it once more is not begun unasked, on a line that is slow or gone.
 *
 * @returns whether the form is still to be sent, without files
 * @throws when something else is answered
 */
export async function sendPhotos(
  form: HTMLFormElement,
  submitter: HTMLButtonElement,
): Promise<boolean> {
  adoptStyle(css);
  const request = new XMLHttpRequest();
  const dialog = progressDialog(() => request.abort());
  const end = await sent(request, form, (loaded, total) => dialog.show(loaded, total));
  dialog.close();
  if (end === "abort") submitter.focus();
  if (end === "error") showBroken(form);
  if (end !== "load") return false;
  const page = new DOMParser().parseFromString(request.responseText, "text/html");
  const isSame = new URL(request.responseURL).pathname === new URL(form.action).pathname;
  if (!isSame || request.status >= 500 || !sectionOf(page)) throw new Error("no form");
  if (request.status !== 200) {
    showRefused(form, page);
    return false;
  }
  const former = document.querySelector("main .error-summary[data-unread]");
  if (former) {
    former.remove();
    document.title = page.title;
  }
  const section = sectionOf(document)!;
  section.replaceChildren(...sectionOf(page)!.childNodes);
  arrived(section, page);
  if (submitter.value !== STORE) return true;
  section.querySelector<HTMLElement>(`button[value=${STORE}]`)?.focus();
  return false;
}

/** @returns what it ends by: 'load' with an answer, 'abort' when it is given up, 'error' when the line breaks */
async function sent(
  request: XMLHttpRequest,
  form: HTMLFormElement,
  show: (loaded: number, total: number) => void,
): Promise<string> {
  const body = new FormData(form);
  body.set("intent", STORE);
  return await new Promise<string>((resolve) => {
    request.upload.onprogress = ({ loaded, total }) => show(loaded, total);
    request.onload = request.onabort = request.onerror = ({ type }) => resolve(type);
    request.open("post", form.action);
    request.send(body);
  });
}

function sectionOf(page: Document): Element | null | undefined {
  return page.getElementById("section-photos")?.closest("section");
}
