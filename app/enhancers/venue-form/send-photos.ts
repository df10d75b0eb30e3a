import css from "../confirm/dialog.css?inline";
import { adoptStyle } from "../shared/adopt-style";
import { arrived, showMain } from "../shared/show-main";
import { progressDialog } from "./progress-dialog";
import { sendAsEver } from "./sent-form";

/** The form's step that stores its photos and asks nothing else of it. */
const STORE = "update";

/**
 * Sends chosen photos before the form, so that it can be seen how far they have come and the sending be given up.
 * The page then holds them as the server answers, and the form is sent once more, without files. What the server
 * refuses is shown as its page shows it; when the sending fails, the form is sent as ever, photos included.
 */
export function sendPhotos(form: HTMLFormElement, submitter: HTMLButtonElement | null): void {
  adoptStyle(css);
  const request = new XMLHttpRequest();
  const dialog = progressDialog(() => request.abort());
  request.upload.onprogress = ({ loaded, total }) => dialog.show(loaded, total);
  request.onabort = () => {
    dialog.close();
    submitter?.focus();
  };
  const fail = () => {
    dialog.close();
    sendAsEver(form, submitter);
  };
  request.onerror = fail;
  request.onload = () => {
    const page = new DOMParser().parseFromString(request.responseText, "text/html");
    const isSame = new URL(request.responseURL).pathname === new URL(form.action).pathname;
    if (!isSame || request.status >= 500 || !sectionOf(page)) return fail();
    dialog.close();
    if (request.status !== 200) return showMain(page);
    const section = sectionOf(document)!;
    section.replaceChildren(...sectionOf(page)!.childNodes);
    arrived(section);
    if (submitter?.value !== STORE) form.requestSubmit(submitter);
    else section.querySelector<HTMLElement>(`button[value=${STORE}]`)?.focus();
  };
  const body = new FormData(form);
  body.set("intent", STORE);
  request.open("post", form.action);
  request.send(body);
}

function sectionOf(page: Document): Element | null | undefined {
  return page.getElementById("section-photos")?.closest("section");
}
