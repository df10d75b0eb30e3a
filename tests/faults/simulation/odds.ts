/** How often what happens in the simulated town. */

/** Minutes that pass at a time. */
export const WAITS = [1, 6, 20, 35, 200, 700, 1_500, 4_400];

/** The cards that buyers have, by how often. */
export const CARDS = {
  pm_card_visa: 12,
  pm_card_visa_chargeDeclined: 3,
  pm_card_authenticationRequired: 3,
  pm_card_pendingRefund: 2,
  pm_card_refundFail: 1,
  pm_card_createDispute: 1,
} as const;
/** The same on the hosted page. */
export const NUMBERS = {
  "4242424242424242": 10,
  "4000000000000002": 3,
  "4000002760003184": 2,
  "4000000000007726": 2,
} as const;

/** Everything that may happen, by how often. */
export const STEPS = {
  reserve: 5,
  payInPage: 22,
  openHosted: 9,
  payHosted: 11,
  answerBank: 5,
  comeBack: 6,
  webhook: 26,
  webhookTwice: 4,
  webhookLost: 5,
  accept: 9,
  refuse: 4,
  cancelAsBuyer: 6,
  cancelAsOwner: 3,
  changeDates: 9,
  lengthen: 10,
  paySupplement: 8,
  answerChange: 8,
  withdrawChange: 1,
  leaveWish: 6,
  takeOffer: 5,
  withdrawWish: 1,
  wait: 12,
  job: 12,
  refundSentBack: 3,
  openDispute: 2,
  closeDispute: 3,
  stripeFails: 3,
  two: 8,
  crash: 4,
} as const;
export type Step = keyof typeof STEPS;
