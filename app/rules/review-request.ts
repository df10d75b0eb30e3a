/** When buyers are asked what they think of a venue. Pure. */

/** So many days after their last one at the latest, when the job was late: never of stays of long ago. */
export const REVIEW_REQUEST_DAYS = 3;
