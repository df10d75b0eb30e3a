import type { Config } from "tailwindcss";

/**
 * How large headings get where people read with larger letters: what the longest word of a heading
 * ('Responsabilités', 'événementielle') leaves room for, so that none breaks within a word.
 */
const TITLE_LIMIT = "24px + 2.5vw";
const HEADLINE_LIMIT = "27px + 2.7vw";

/**
 * Design tokens, under the French names of the design language (bleu-700, text-t1, rounded-carte).
 * tailwind.config.ts extends Tailwind's own theme with them; breakpoints stay Tailwind's.
 */
export const tokens = {
  colors: {
    encre: { DEFAULT: "#172033", doux: "#4B5468" },
    pierre: {
      50: "#F6F6F3",
      100: "#ECEBE5",
      200: "#DDDBD2",
      300: "#C6C3B7",
      500: "#7D7A6E",
    },
    bleu: {
      50: "#EEF3FC",
      100: "#D8E3F7",
      200: "#B4C9EE",
      600: "#2450A4",
      700: "#1A3F8A",
      800: "#14316D",
      900: "#0F2450",
    },
    bouteille: {
      50: "#E9F5EE",
      100: "#CDE8D9",
      600: "#1C7A53",
      700: "#156142",
      800: "#0F4B33",
    },
    mimosa: {
      50: "#FFF8E3",
      100: "#FDEBB5",
      300: "#FFDD66",
      400: "#F5BF3F",
      700: "#9A6A00",
      800: "#6B4700",
    },
    garance: {
      50: "#FDF0F1",
      100: "#F9D9DD",
      600: "#B4233C",
      700: "#951A30",
    },
  },
  fontFamily: {
    titre: [
      '"Iowan Old Style"',
      '"Palatino Linotype"',
      "Palatino",
      '"URW Palladio L"',
      "P052",
      '"Noto Serif"',
      "Georgia",
      "serif",
    ],
    texte: [
      '"Segoe UI"',
      '"Avenir Next"',
      "Roboto",
      '"Noto Sans"',
      "Ubuntu",
      "Cantarell",
      '"Helvetica Neue"',
      "Arial",
      "sans-serif",
    ],
  },
  fontSize: {
    note: ["0.875rem", { lineHeight: "1.5" }],
    aide: ["0.9375rem", { lineHeight: "1.45" }],
    corps: ["1rem", { lineHeight: "1.6" }],
    chapo: ["1.125rem", { lineHeight: "1.6" }],
    citation: ["1.1875rem", { lineHeight: "1.5" }],
    t3: ["1.25rem", { lineHeight: "1.15", letterSpacing: "-0.01em", fontWeight: "700" }],
    bloc: [
      `min(1.375rem, ${TITLE_LIMIT})`,
      { lineHeight: "1.15", letterSpacing: "-0.01em", fontWeight: "700" },
    ],
    t2: [
      `min(clamp(1.5rem, 1.3rem + 0.9vw, 2rem), ${TITLE_LIMIT})`,
      { lineHeight: "1.15", letterSpacing: "-0.01em", fontWeight: "700" },
    ],
    t1: [
      `min(clamp(1.875rem, 1.5rem + 1.8vw, 2.625rem), ${HEADLINE_LIMIT})`,
      { lineHeight: "1.15", letterSpacing: "-0.01em", fontWeight: "700" },
    ],
    affiche: [
      `min(clamp(2.125rem, 1.5rem + 2.9vw, 3.5rem), ${HEADLINE_LIMIT})`,
      { lineHeight: "1.06", letterSpacing: "-0.02em", fontWeight: "700" },
    ],
    prix: ["1.375rem", { lineHeight: "1", fontWeight: "700" }],
    chiffre: ["2rem", { lineHeight: "1.15", fontWeight: "700" }],
  },
  spacing: {
    laterale: "14.5rem",
  },
  maxWidth: {
    lecture: "65ch",
    formulaire: "32.5rem",
  },
  aspectRatio: {
    photo: "4 / 3",
  },
  borderWidth: {
    trait: "1.5px",
    plaque: "3px",
    corniche: "12px",
  },
  borderRadius: {
    puce: "6px",
    champ: "8px",
    carte: "14px",
    arche: "999px 999px 0 0",
  },
  boxShadow: {
    carte: "0 1px 2px rgba(23, 32, 51, 0.06), 0 8px 20px -10px rgba(23, 32, 51, 0.18)",
    flottant: "0 2px 6px rgba(23, 32, 51, 0.10), 0 18px 40px -12px rgba(23, 32, 51, 0.32)",
    bouton: "inset 0 1px 0 rgba(255, 255, 255, 0.20), inset 0 -2px 0 rgba(0, 0, 0, 0.22)",
    plaque: "inset 0 0 0 1.5px #FFFFFF, 0 2px 4px rgba(15, 36, 80, 0.25)",
    barre: "0 -6px 20px -8px rgba(23, 32, 51, 0.25)",
    actif: "inset 0 -3px 0 #F5BF3F",
    repere: "inset 4px 0 0 #1A3F8A",
  },
} satisfies NonNullable<NonNullable<Config["theme"]>["extend"]>;
