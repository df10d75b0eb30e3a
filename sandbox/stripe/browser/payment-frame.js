// @ts-check
/** The card's fields, in a frame: answers the page that shows them, and tells it nothing of the card. */
(() => {
  const form = /** @type {HTMLFormElement} */ (document.querySelector("form"));
  /** @type {Record<string, string>} */
  const words = JSON.parse(form.dataset.words ?? "{}");
  const key = new URLSearchParams(location.search).get("key") ?? "";

  /** @param {object} message @param {string} [target] */
  const tell = (message, target = "*") => parent.postMessage(message, target);
  const tellHeight = () => tell({ height: document.documentElement.offsetHeight });

  function validate() {
    for (const field of form.querySelectorAll("input")) {
      field.setAttribute("aria-invalid", String(!field.validity.valid));
    }
    if (form.checkValidity()) return {};
    const message = "Les informations de votre carte sont incomplètes.";
    return { error: { type: "validation_error", message } };
  }

  /** @param {{ return_url?: string }} params */
  async function makeToken(params) {
    const fields = new FormData(form);
    const written = String(fields.get("cardExpiry"));
    const [, month = "0", year = "0"] =
      /^\s*(\d{1,2})\s*[/. -]?\s*(\d{2}|\d{4})\s*$/.exec(written) ?? [];
    const card = "payment_method_data[card]";
    const body = new URLSearchParams({
      "payment_method_data[type]": "card",
      [`${card}[number]`]: String(fields.get("cardNumber")),
      [`${card}[exp_month]`]: month,
      [`${card}[exp_year]`]: year.length === 2 ? `20${year}` : year,
      [`${card}[cvc]`]: String(fields.get("cardCvc")),
      ...(params.return_url && { return_url: params.return_url }),
    });
    const headers = { authorization: `Bearer ${key}` };
    const answer = await fetch("/v1/confirmation_tokens", { method: "POST", headers, body });
    const said = await answer.json();
    if (answer.ok) return { confirmationToken: said };
    return { error: { ...said.error, message: words[said.error.code] ?? said.error.message } };
  }

  addEventListener("message", async (event) => {
    const { ask, params, reply } = event.data;
    // The page may hold others who talk to its frames.
    if (event.source !== parent || (ask !== "validate" && ask !== "token")) return;
    const answer = ask === "validate" ? validate() : await makeToken(params);
    tell({ ...answer, reply }, event.origin);
  });
  // The page's own button pays; Enter in a field must not send the card anywhere.
  form.addEventListener("submit", (event) => event.preventDefault());
  new ResizeObserver(tellHeight).observe(document.documentElement);
  // Its height first: nothing may move any more under who presses what `ready` brings.
  tellHeight();
  tell({ event: "ready" });
})();
