/** It is said, beside being shown, when so many minutes are left. */
const SAID_AT = [1, 5];
const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR = 60;
/** From so many hours on nobody counts minutes. */
const IN_HOURS = 3;
/** A button of the card form, or of the form before it, that was pressed and waits. */
const PAYING = "[aria-labelledby=titre-paiement] [aria-disabled=true]";
const WAIT = "Si votre paiement est en cours, attendez sa réponse";

/** '29 min', '3 h': the twin of rules/time-left's, whose other words this script is spared. */
export function minutesText(minutes: number): string {
  const hours = Math.floor(minutes / HOUR);
  return hours < IN_HOURS ? `${minutes}\u00a0min` : `${hours}\u00a0h`;
}

/**
 * Counts down how long days are held, `data-seconds` of this page's: what is left is shown each minute, politely said near
 * the end, and gives way at the end to what the template says, not before a payment is answered that is under way then.
 * The time is this browser's own, of whose clock only the pace counts.
 */
export default function holdCountdown(element: HTMLElement): void {
  const [banner, said, over] = element.children as unknown as [
    HTMLElement,
    HTMLElement,
    HTMLTemplateElement,
  ];
  const show = writer(banner.querySelector("span")!);
  const say = writer(said);
  const end = Date.now() + Number(element.dataset.seconds) * SECOND_MS;
  const left = () => Math.ceil((end - Date.now()) / MINUTE_MS);
  const markOf = (minutes: number) => SAID_AT.find((mark) => minutes <= mark);
  // What is there from the start is read with the page.
  let mark = markOf(left());

  const count = () => {
    const minutes = left();
    if (minutes < 1 && document.querySelector(PAYING)) {
      show(`délai dépassé. ${WAIT}`);
      say(`${WAIT}.`);
      return;
    }
    if (minutes < 1) {
      clearInterval(timer);
      say("");
      banner.replaceWith(over.content);
      return;
    }
    show(`encore ${minutesText(minutes)}`);
    if (markOf(minutes) === mark) return;
    mark = markOf(minutes);
    say(`Il reste ${minutes}\u00a0min pour payer.`);
  };
  const timer = setInterval(count, SECOND_MS);
}

/**
 * What writes a text into an element once: each second it would be said again, and a page that its reader's browser
 * translates would each second be French again.
 */
function writer(element: HTMLElement): (text: string) => void {
  let last = element.textContent;
  return (text) => {
    if (text !== last) element.textContent = last = text;
  };
}
