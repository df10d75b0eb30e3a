import { useEffect, useState, type RefObject } from "react";
import { addressField, fillField } from "./fields";
import { searchOwn } from "./source";

/**
 * The towns of the postal code that is typed into the form around `input`, offered in its field for
 * the town through the `<datalist>` with `listId`; a town that has its code for itself is written.
 *
 * @param say tells the person that there are several.
 */
export function useCities(
  input: RefObject<HTMLElement>,
  listId: string,
  say: (words: string) => void,
): readonly string[] {
  const [cities, setCities] = useState<readonly string[]>([]);

  useEffect(() => {
    const form = input.current?.closest("[data-island]");
    const code = addressField(form, "postalCode");
    const city = addressField(form, "city");
    if (!code || !city) return;
    city.setAttribute("list", listId);
    let running: AbortController | undefined;
    /** The town that was written here, for the code before. */
    let written = "";

    const offer = async (signal: AbortSignal) => {
      const found = (await searchOwn(code.value.trim(), signal)).map((address) => address.city);
      setCities(found);
      const [only, ...others] = found;
      // Still there, it is nobody's choice, and no town of another code.
      if (written !== "" && city.value === written) {
        fillField(city, "");
        written = "";
      }
      const typed = city.value.trim();
      if (only === undefined || found.includes(typed)) return;
      if (others.length === 0 && typed === "") {
        fillField(city, only);
        written = only;
        // Who is there already and about to type writes over it, not after it.
        if (city === document.activeElement && "select" in city) city.select();
        return;
      }
      if (others.length > 0) {
        say(`${found.length} communes ont ce code postal\u00a0: le champ Ville les propose.`);
      }
    };
    const read = () => {
      running?.abort();
      if (!/^\d{5}$/.test(code.value.trim())) return setCities([]);
      const { signal } = (running = new AbortController());
      // Without the towns people type theirs, as they would without this.
      offer(signal).catch(() => signal.aborted || setCities([]));
    };
    code.addEventListener("input", read);
    if (city.value.trim() === "") read();
    return () => {
      running?.abort();
      code.removeEventListener("input", read);
    };
    // `say` is new at each render and always does the same.
  }, [input, listId]);

  return cities;
}
