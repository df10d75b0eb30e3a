// @ts-check
/**
 * Stands in for Stripe.js in the page that pays: the part of its API that the product uses, with its own
 * traps. The card's fields stand in a frame of the sandbox's origin, so that the page never sees a number.
 */
(() => {
  const script = /** @type {HTMLScriptElement} */ (document.currentScript);
  const origin = new URL(script.src).origin;

  /**
   * A frame of the sandbox's, and how to ask it.
   * @param {string} path
   * @param {string} title
   */
  function frameOf(path, title) {
    const frame = document.createElement("iframe");
    frame.src = origin + path;
    frame.title = title;
    // One by one: a style attribute would be refused by the page's policy, as it is of Stripe.js.
    Object.assign(frame.style, { border: "0", width: "100%", display: "block" });
    /** @type {Map<string, (answer: any) => void>} */
    const waiting = new Map();
    /** @type {(message: any) => void} */
    let onMessage = () => undefined;
    /** @param {MessageEvent} event */
    const hear = (event) => {
      if (event.source !== frame.contentWindow || event.origin !== origin) return;
      const { reply } = event.data;
      waiting.get(reply)?.(event.data);
      waiting.delete(reply);
      if (!reply) onMessage(event.data);
    };
    addEventListener("message", hear);
    return {
      frame,
      /** @param {(message: any) => void} listener */
      listen: (listener) => {
        onMessage = listener;
      },
      /** @param {object} question */
      ask: (question) =>
        new Promise((resolve) => {
          const reply = crypto.randomUUID();
          waiting.set(reply, resolve);
          frame.contentWindow?.postMessage({ ...question, reply }, origin);
        }),
      remove: () => {
        removeEventListener("message", hear);
        frame.remove();
      },
    };
  }

  /** @param {string} key */
  function elementOf(key) {
    const card = frameOf(`/elements/payment?key=${encodeURIComponent(key)}`, "Saisie de la carte");
    /** @type {Map<string, Set<(event: object) => void>>} */
    const listeners = new Map();
    card.listen(({ event, height }) => {
      if (height) card.frame.style.height = `${height}px`;
      if (event)
        for (const listener of listeners.get(event) ?? []) listener({ elementType: "payment" });
    });
    const element = {
      /** @param {HTMLElement} place */
      mount: (place) => place.append(card.frame),
      unmount: () => card.frame.remove(),
      destroy: () => card.remove(),
      update: () => undefined,
      focus: () => card.frame.focus(),
      /** @param {string} event @param {(event: object) => void} listener */
      on(event, listener) {
        listeners.set(event, (listeners.get(event) ?? new Set()).add(listener));
        return element;
      },
      /** @param {string} event @param {(event: object) => void} listener */
      off(event, listener) {
        listeners.get(event)?.delete(listener);
        return element;
      },
    };
    return { element, ask: card.ask };
  }

  /** @param {string} key @param {any} options */
  function elementsOf(key, options) {
    if (options.mode !== "payment" || !(options.amount > 0) || options.currency !== "eur") {
      throw new Error("The stand-in knows deferred payments in euros alone.");
    }
    /** @type {ReturnType<typeof elementOf> | undefined} */
    let payment;
    let isSubmitted = false;
    return {
      /** @param {string} type */
      create(type) {
        if (type !== "payment") throw new Error(`The stand-in has no ${type} element.`);
        payment = elementOf(key);
        return payment.element;
      },
      getElement: () => payment?.element ?? null,
      update: () => undefined,
      async submit() {
        const { error } = await payment?.ask({ ask: "validate" });
        isSubmitted = !error;
        return error ? { error } : { selectedPaymentMethod: "card" };
      },
      /** @param {object} params */
      async createToken(params) {
        if (!isSubmitted)
          throw new Error("elements.submit() must be called before creating a token.");
        isSubmitted = false;
        const { error, confirmationToken } = await payment?.ask({ ask: "token", params });
        return error ? { error } : { confirmationToken };
      },
    };
  }

  /** @param {string} clientSecret */
  function askBank(clientSecret) {
    const [intent = ""] = clientSecret.split("_secret");
    const secret = encodeURIComponent(clientSecret);
    const bank = frameOf(`/elements/bank/${intent}?client_secret=${secret}`, "Votre banque");
    const dialog = document.createElement("dialog");
    dialog.setAttribute("aria-label", "Authentification bancaire");
    Object.assign(dialog.style, { width: "min(26rem, 92vw)", padding: "0" });
    bank.frame.style.height = "24rem";
    dialog.append(bank.frame);
    // As at Stripe, the bank's question has no way out but an answer.
    dialog.addEventListener("cancel", (event) => event.preventDefault());
    document.body.append(dialog);
    dialog.showModal();
    return new Promise((resolve) => {
      bank.listen(({ answer }) => {
        if (!answer) return;
        bank.remove();
        dialog.remove();
        resolve(answer);
      });
    });
  }

  const notHere = () => {
    throw new Error("The stand-in for Stripe.js does not have this: the product does not use it.");
  };

  /** @param {string} key */
  const Stripe = (key) => ({
    /** @param {object} options */
    elements: (options) => elementsOf(key, options),
    /** @param {{ elements: ReturnType<typeof elementsOf>, params?: object }} options */
    createConfirmationToken: ({ elements, params = {} }) => elements.createToken(params),
    /** @param {{ clientSecret: string }} options */
    handleNextAction: ({ clientSecret }) => askBank(clientSecret),
    ...{ createToken: notHere, createPaymentMethod: notHere, confirmCardPayment: notHere },
  });
  Object.assign(window, { Stripe: Object.assign(Stripe, { version: "endive" }) });
})();
