import { useEffect, useRef, useState } from "react";
import { SearchError, type Source, type Suggestion } from "./source";

const PAUSE_MS = 250;
const LEAST_LETTERS = 3;
export const FILL_BY_HAND = "remplissez les champs ci-dessous.";

export interface Search {
  suggestions: readonly Suggestion[];
  /** What to say of them. */
  status: string;
  /** Searches for `text` once nothing is typed for 250 ms, or at once. */
  search: (text: string, when?: "pause" | "now") => void;
  /** Says `status` beside what was found. */
  say: (status: string) => void;
  /** Gives up what runs and what was found, and says `status` instead. */
  close: (status?: string) => void;
}

/** Suggestions for what is being typed; a newer search gives up the older one. */
export function useSearch(source: Source): Search {
  const [suggestions, setSuggestions] = useState<readonly Suggestion[]>([]);
  const [status, setStatus] = useState("");
  const running = useRef<AbortController>();
  const timer = useRef<ReturnType<typeof setTimeout>>();

  const stop = () => {
    clearTimeout(timer.current);
    running.current?.abort();
  };
  useEffect(() => stop, []);

  const show = (found: readonly Suggestion[], words: string) => {
    setSuggestions(found);
    setStatus(words);
  };

  async function run(text: string): Promise<void> {
    const { signal } = (running.current = new AbortController());
    try {
      const found = await source(text, signal);
      if (!signal.aborted) show(found, countOf(found.length));
    } catch (error) {
      if (signal.aborted) return;
      const words = error instanceof SearchError ? error.message : "La recherche ne répond pas.";
      show([], `${words} En attendant, ${FILL_BY_HAND}`);
    }
  }

  return {
    suggestions,
    status,
    search(text, when = "pause") {
      stop();
      if (text.trim().length < LEAST_LETTERS) return show([], "");
      timer.current = setTimeout(() => void run(text.trim()), when === "now" ? 0 : PAUSE_MS);
    },
    say: setStatus,
    close(words = "") {
      stop();
      show([], words);
    },
  };
}

function countOf(count: number): string {
  if (count === 0) return `Aucune adresse trouvée\u00a0: ${FILL_BY_HAND}`;
  const found = count === 1 ? "1 adresse proposée" : `${count} adresses proposées`;
  return `${found}. Les flèches et Entrée choisissent.`;
}
