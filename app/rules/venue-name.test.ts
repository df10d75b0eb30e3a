import { describe, expect, it } from "vitest";
import { venueName } from "./venue-name";

describe("a venue's name", () => {
  it.each([
    ["Salle des fêtes", "Boos", "Salle des fêtes (Boos)"],
    ["Salle des fêtes", "Cléon", "Salle des fêtes (Cléon)"],
    ["Salle des fêtes de Boos", "Boos", "Salle des fêtes de Boos"],
    ["SALLE DES FÊTES DE CLEON", "Cléon", "SALLE DES FÊTES DE CLEON"],
    ["Espace St-Étienne du Rouvray", "Saint-Étienne-du-Rouvray", "Espace St-Étienne du Rouvray"],
    ["Salle des fêtes de Boos", "Cléon", "Salle des fêtes de Boos (Cléon)"],
    // A part of a word is no town.
    ["Le Boosteur", "Boos", "Le Boosteur (Boos)"],
    ["La Verrière", "Eu", "La Verrière (Eu)"],
  ])("%s in %s: %s", (title, city, name) => {
    expect(venueName({ title, city })).toBe(name);
  });
});
