import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { ReviewCard } from "./review-card";

it("shows the lines of a review as they were written", () => {
  const said = { text: "Belle salle.\nCuisine petite.", author: "Anne B." };
  const days = { stayOn: "11/06/2027", publishedOn: "20/06/2027" };
  const html = renderToStaticMarkup(<ReviewCard review={{ ...said, ...days, rating: 4 }} />);
  expect(html).toMatch(
    /<blockquote class="whitespace-pre-line"><p>Belle salle\.\nCuisine petite\./,
  );
});
