/** How many days a review may wait to be read, and published: /CGU promises it (code de la consommation, article D.111-17). */
export const REVIEW_DAYS = 7;
