import { useEffect, useRef, useState, type KeyboardEvent } from "react";
import { AddressCombobox, type AddressSearchProps } from "~/ui/address-search";
import { optionId } from "~/ui/combobox";
import { fillAddress } from "./address/fields";
import { googleOrOwn } from "./address/google-or-own";
import { ownSource } from "./address/source";
import { useCities } from "./address/use-cities";
import { FILL_BY_HAND, useSearch } from "./address/use-search";

interface Props extends Pick<AddressSearchProps, "maps"> {
  /** Of the search field. */
  id: string;
}

/**
 * The search above the fields of an address: suggests while one types, and fills the fields with
 * what is chosen. Searches with the maps provider once the visitor accepts it, here or for good.
 */
export default function AddressSearch({ id, maps }: Props) {
  const input = useRef<HTMLInputElement>(null);
  /** How often an address was chosen: the answer to an older choice fills in nothing. */
  const choices = useRef(0);
  const [active, setActive] = useState(-1);
  const [usesMaps, setUsesMaps] = useState(maps?.accepted ?? false);
  // The first HTML has to be the server's (AddressCombobox alone); the rest comes after it.
  const [isTakenOver, setIsTakenOver] = useState(false);
  const source = maps && usesMaps ? googleOrOwn(maps.key, () => setUsesMaps(false)) : ownSource;
  const { suggestions, status, search, say, close } = useSearch(source);
  const citiesId = `${id}-villes`;
  const cities = useCities(input, citiesId, say);

  useEffect(() => setIsTakenOver(true), []);
  // For what was typed before this code was there, or before it searched elsewhere; not over the fields of who went on.
  useEffect(() => {
    const field = input.current;
    if (field && field === document.activeElement) search(field.value, "now");
  }, [usesMaps]);
  useEffect(() => setActive(-1), [suggestions]);
  useEffect(() => {
    document.getElementById(optionId(id, active))?.scrollIntoView({ block: "nearest" });
  }, [id, active]);

  async function choose(index: number): Promise<void> {
    const suggestion = suggestions[index];
    const field = input.current;
    if (!suggestion || !field) return;
    close();
    field.value = suggestion.label;
    const mine = ++choices.current;
    try {
      const address = await suggestion.read();
      if (mine !== choices.current) return;
      if (!address) {
        return close(`Cette adresse est incomplète ou hors de France\u00a0: ${FILL_BY_HAND}`);
      }
      fillAddress(field.closest("[data-island]"), address);
      close(`Champs remplis\u00a0: ${suggestion.label}.`);
    } catch (error) {
      if (mine === choices.current)
        close(`Cette adresse n’a pas pu être lue\u00a0: ${FILL_BY_HAND}`);
      globalThis.reportError?.(error);
    }
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    const { key, currentTarget } = event;
    if (key === "Enter") {
      // Sends no half-filled form.
      event.preventDefault();
      void choose(active);
    } else if (key === "Escape" && suggestions.length > 0) {
      event.preventDefault();
      close();
    } else if (key === "ArrowDown" || key === "ArrowUp") {
      event.preventDefault();
      if (suggestions.length === 0) return search(currentTarget.value, "now");
      // One place beyond the last is the field itself.
      const places = suggestions.length + 1;
      const step = key === "ArrowDown" ? 1 : -1;
      setActive(((active + 1 + step + places) % places) - 1);
    }
  }

  return (
    <>
      <AddressCombobox
        id={id}
        options={suggestions.map(({ label }) => label)}
        active={active}
        status={status}
        inputRef={input}
        onInput={() => search(input.current?.value ?? "")}
        onKeyDown={onKeyDown}
        // What is still on its way would open over the next field; what was said without a list stays.
        onBlur={() => close(suggestions.length > 0 ? "" : status)}
        onChoose={(index) => void choose(index)}
      />
      {cities.length > 0 ? (
        <datalist id={citiesId}>
          {cities.map((city) => (
            <option key={city} value={city} />
          ))}
        </datalist>
      ) : null}
      {isTakenOver && usesMaps ? <p className="hint">Adresses fournies par Google Maps.</p> : null}
      {isTakenOver && maps && !usesMaps ? (
        <>
          <button
            type="button"
            className="btn btn-secondary btn-compact"
            aria-describedby={`${id}-google`}
            onClick={() => {
              setUsesMaps(true);
              input.current?.focus();
            }}
          >
            Chercher avec Google Maps
          </button>
          <p className="hint" id={`${id}-google`}>
            Charge la recherche d’adresses de Google, qui reçoit ce que vous tapez et peut déposer
            des cookies.
          </p>
        </>
      ) : null}
    </>
  );
}
