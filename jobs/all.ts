import { forgetAccesses } from "~/admin/audit/forget-accesses.server";
import { eraseRemovedPhotos } from "~/admin/moderation/erase-removed-photos.server";
import { goOnCallingOff } from "~/admin/users/calling-off.server";
import { eraseForgottenImages } from "~/accounts/anonymise-account.server";
import { forgetInvited } from "~/accounts/forget-invited.server";
import { forgetEmailChanges } from "~/accounts/change-email.server";
import { forgetCodes, forgetSignups } from "~/accounts/forget-signups.server";
import { syncDueCalendars } from "~/bookings/calendars/sync-calendar.server";
import { endReservations } from "~/bookings/record/transition.server";
import { expireChanges } from "~/bookings/change/expire-changes.server";
import { expireHolds } from "~/bookings/payment/expire-holds.server";
import { expireRequests } from "~/bookings/answer/expire-requests.server";
import { forgetWishAddresses } from "~/bookings/waiting/forget-addresses.server";
import { forgetWishes } from "~/bookings/waiting/forget-wishes.server";
import { offerWishes } from "~/bookings/waiting/offer-wishes.server";
import { askForReviews, remindOfEvents, remindOwners } from "~/bookings/mail/reminders.server";
import { reconcile } from "~/bookings/payment/reconcile.server";
import { forgetMessages } from "~/contact/forget-messages.server";
import { remindTaxFacts } from "~/declarations/remind-tax-facts.server";
import { sendStatements } from "~/declarations/send-statements.server";
import { renewDaily } from "~/gallery/renew-tiles.server";
import { closeUnused } from "~/offboarding/close-unused.server";
import { finishLeftovers } from "~/offboarding/finish-leftovers.server";
import { forgetDeletedVenues } from "~/offboarding/forget-deleted-venues.server";
import { forgetLastMails } from "~/offboarding/forget-last-mails.server";
import { forgetPrivacyRequests } from "~/offboarding/forget-privacy-requests.server";
import { inBackground } from "~/payments/background-pace.server";
import { forgetCustomers } from "~/payments/customers.server";
import { compareLedger } from "~/payments/compare-ledger.server";
import { forgetEvents } from "~/payments/forget-events.server";
import { holdPayouts } from "~/payments/hold-payouts.server";
import { syncAccounts } from "~/payments/sync-accounts.server";
import { forgetDeadMails } from "~/platform/mail/forget-dead-mails.server";
import { sweepRemovedPictures } from "~/platform/images/images.server";
import { forgetReporters } from "~/reports/forget-reporters.server";
import { sweepDraftPhotos } from "~/venues/draft-photos.server";
import { doEach } from "./do-each";
import type { Handler, Job } from "./job-runner";
import { sendMails } from "./send-mails";
import { TIMETABLE, type JobName, type Schedule } from "./timetable";

/** What each job does: one use case. */
export const handlers: Record<JobName, Handler> = {
  "send-mails": sendMails,
  "sweep-holds": () => expireHolds(new Date()),
  "expire-requests": () => expireRequests(new Date()),
  "expire-changes": () => expireChanges(new Date()),
  "call-off": () => goOnCallingOff(new Date()),
  "hold-payouts": holdPayouts,
  "offer-wishes": () => offerWishes(new Date()),
  "remind-owners": () => remindOwners(new Date()),
  "remind-of-events": () => remindOfEvents(new Date()),
  // Who asks sees what has ended: at a worker's start both have their turn at once, and after three days it is the last one for some.
  "ask-for-reviews": () => doEach([endReservations, askForReviews]),
  "end-reservations": () => endReservations(new Date()),
  "reconcile-payments": () => reconcile(new Date()),
  "sync-calendars": () => syncDueCalendars(new Date()),
  "sync-accounts": syncAccounts,
  "finish-leftovers": finishLeftovers,
  "erase-images": eraseForgottenImages,
  "forget-customers": () => forgetCustomers(new Date()),
  "sweep-images": () => doEach([sweepDraftPhotos, eraseRemovedPhotos, sweepRemovedPictures]),
  "forget-requests": () => forgetPrivacyRequests(new Date()),
  "forget-old": () =>
    doEach([
      ...[forgetSignups, forgetInvited, forgetMessages, forgetReporters],
      ...[forgetDeletedVenues, forgetLastMails, forgetDeadMails, forgetAccesses],
      ...[forgetWishes, forgetEvents, forgetWishAddresses, forgetCodes],
      forgetEmailChanges,
    ]),
  "close-unused": () => closeUnused(new Date()),
  "compare-ledger": () => compareLedger(new Date()),
  "remind-tax-facts": () => remindTaxFacts(new Date()),
  "send-statements": () => sendStatements(new Date()),
  "renew-rooms": () => renewDaily("rooms", new Date()),
  "renew-news": () => renewDaily("news", new Date()),
};

/** Every job that a worker runs; what they ask of Stripe leaves room for people's own requests. */
export const allJobs: readonly Job[] = (Object.entries(TIMETABLE) as [JobName, Schedule][]).map(
  ([name, schedule]) => ({ name, schedule, handler: () => inBackground(handlers[name]) }),
);
