import { parseDay } from "~/platform/days";
import { fillField } from "../address/fields";
import { NOTHING, type Choice } from "./picker-state";

/**
 * The form's own fields beside a picker: they carry its value when the form is sent. They stand
 * outside of what React holds: Safari with VoiceOver opens no native date field that has a listener
 * for clicks above it.
 */
export class NativeFields {
  private readonly plain: HTMLElement | null;

  /** @param control any element of the picker's. */
  constructor(control: Element | null) {
    const island = control?.closest("[data-island]");
    this.plain = island?.querySelector(":scope > [data-plain]") ?? null;
  }

  private field(name: string): HTMLInputElement | HTMLSelectElement | null {
    return this.plain?.querySelector(`:is(input, select)[name="${name}"]`) ?? null;
  }

  write({ start, end, startSlot, endSlot }: Choice): void {
    fillField(this.field("start"), start ?? "");
    fillField(this.field("end"), end ?? "");
    fillField(this.field("startSlot"), startSlot);
    fillField(this.field("endSlot"), endSlot);
  }

  get areShown(): boolean {
    return this.plain?.hidden === false;
  }

  /** Whether they hold something else than the page brought: filled in, or kept by the browser of a visit before. */
  get areChanged(): boolean {
    const inputs = [...(this.plain?.querySelectorAll("input") ?? [])];
    const options = [...(this.plain?.querySelectorAll("option") ?? [])];
    return (
      inputs.some((input) => input.value !== broughtTo(input)) ||
      options.some(({ selected, defaultSelected }) => selected !== defaultSelected)
    );
  }

  /** What they hold, where it is a choice: both days, and half days where there are any. */
  read(): Choice {
    const day = (name: string) => parseDay(this.field(name)?.value ?? "");
    return {
      start: day("start"),
      end: day("end") ?? (this.field("end") ? null : day("start")),
      startSlot: this.field("startSlot")?.value === "PM" ? "PM" : NOTHING.startSlot,
      endSlot: this.field("endSlot")?.value === "AM" ? "AM" : NOTHING.endSlot,
    };
  }

  /** Gives way to the picker, unless someone is at work in them. */
  hide(): void {
    if (this.plain && !this.plain.contains(document.activeElement)) this.plain.hidden = true;
  }

  /** Takes the picker's place, for good. */
  show(): void {
    if (!this.plain) return;
    this.plain.hidden = false;
    const control = this.plain.previousElementSibling;
    if (control instanceof HTMLElement) control.hidden = true;
  }

  /** Calls back when a person changes them. @returns what ends that. */
  onChange(listen: () => void): () => void {
    const changed = (event: Event) => event.isTrusted && listen();
    this.plain?.addEventListener("change", changed);
    return () => this.plain?.removeEventListener("change", changed);
  }
}

/** What the page brought a field: a date field holds no text that is none, which a refused page brings too. */
function broughtTo({ type, defaultValue }: HTMLInputElement): string {
  return type === "date" ? (parseDay(defaultValue) ?? "") : defaultValue;
}
