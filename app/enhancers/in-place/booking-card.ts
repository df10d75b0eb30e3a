import { arrived } from "../shared/arrived";
import { hold, STOPPED_MS } from "../shared/hold";
import { patience } from "../shared/patience";

/** After that a page that comes by itself is the better answer. */
const PATIENCE_MS = 8_000;

/** What a venue's page says of the days asked for: the card, a phone's bar, the links of the months. */
const PARTS = ["#reserver", ".sticky-bar", "#disponibilites"];

let isSending = false;

// Back at a page that was left for what an answer led to.
addEventListener("pageshow", ({ persisted }) => {
  if (persisted) isSending = false;
});

/**
 * Sends the booking form of a venue's page, and puts what the server answers in the place of what the page shows:
 * the same card that a page of its own would hold, with its error summary or its price. The address is that page's,
 * so that Back and reload show what was shown. An answer that leads elsewhere is gone to, unless something was pressed
 * meanwhile that leaves the page: that is what counts then.
 *
 * @param impatient the timer that sends the form as without script, were this code not here in time
 * @throws when something else is answered, or nothing, to who still waits for it; sent again, the same form is one reservation
 */
export default async function answerInPlace(
  form: HTMLFormElement,
  submitter: HTMLButtonElement,
  impatient: ReturnType<typeof setTimeout>,
): Promise<void> {
  clearTimeout(impatient);
  // Pressed twice.
  if (isSending) return;
  isSending = true;
  let hasLeft = false;
  const isLeft = () => hasLeft;
  const leave = () => void (hasLeft = true);
  addEventListener("beforeunload", leave);
  // There, and empty, before it is filled: a region that comes with its text is not told.
  say("");
  let free: (() => void) | undefined;
  const freeLater = () =>
    setTimeout(() => {
      free?.();
      isSending = false;
    }, STOPPED_MS);
  try {
    free = hold(form, submitter, "Envoi en cours…");
    const fields = new URLSearchParams();
    for (const [name, value] of new FormData(form)) {
      if (typeof value === "string") fields.append(name, value);
    }
    const address = new URL(form.action);
    address.search = fields.toString();
    if (submitter.name) fields.append(submitter.name, submitter.value);
    const isGet = submitter.getAttribute("formmethod") === "get";
    const response = await fetch(isGet ? address : form.action, {
      ...(!isGet && { method: "post", body: fields }),
      signal: patience(PATIENCE_MS),
    });
    if (isLeft()) throw new Error("left");
    if (response.redirected) {
      location.assign(response.url);
      freeLater();
      return;
    }
    const text = await response.text();
    if (isLeft()) throw new Error("left");
    const page = new DOMParser().parseFromString(text, "text/html");
    if (response.status >= 500 || !page.querySelector("#reserver form")) throw new Error("no card");
    show(page, address);
    isSending = false;
  } catch (error) {
    isSending = false;
    // Sent as without script: the page that this brings may be stopped too.
    freeLater();
    if (!isLeft()) throw error;
  } finally {
    removeEventListener("beforeunload", leave);
  }
}

function show(page: Document, address: URL): void {
  // The calendar did not come: its plain fields stay, and who works a price out stays at their button.
  const isPlain = document.querySelector<HTMLElement>("#reserver [data-plain]")?.hidden === false;
  if (isPlain) page.querySelector("#reserver [data-island]")?.removeAttribute("data-island");
  for (const part of PARTS) {
    const now = document.querySelector(part);
    const next = page.querySelector(part);
    if (!now || !next) continue;
    now.replaceChildren(...next.childNodes);
    arrived(now, page);
  }
  document.title = page.title;
  if (address.href !== location.href) history.pushState(null, "", address);

  const card = document.querySelector("#reserver")!;
  const summary = card.querySelector<HTMLElement>(".error-summary");
  (summary ?? card.querySelector<HTMLElement>("[formmethod]"))?.focus();
  const total = [...card.querySelectorAll(".breakdown .total")].find(
    (row) => row.getClientRects().length > 0,
  );
  total?.scrollIntoView({ block: "nearest" });
  say(
    summary || !total ? "" : [...total.children].map((cell) => cell.textContent).join("\u00a0: "),
  );
}

/** Told to those who do not see the card change; stays in the page, as only what changes in there is told. */
function say(text: string): void {
  let region = document.querySelector("#prix-annonce");
  if (!region) {
    region = document.createElement("p");
    region.id = "prix-annonce";
    region.className = "sr-only";
    region.setAttribute("role", "status");
    document.querySelector("main")!.append(region);
  }
  region.textContent = text;
}
