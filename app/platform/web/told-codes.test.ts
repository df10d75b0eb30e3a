import { expect, it, vi } from "vitest";
import { logger } from "../log.server";
import { failureMessage, type FailureCode } from "./failure.server";
import { limitOf, type Bucket } from "./rate-limit.server";
import { REFUSAL_CODES, refusalMessage, refusalStatus } from "../refusal";

/** Lists that others rely on word by word: people, programs and the specification. */

it("a refusal: each code's status and sentence", () => {
  const told = REFUSAL_CODES.map(
    (code) => `${code} ${refusalStatus(code)} ${refusalMessage(code)}`,
  );
  expect(told).toMatchSnapshot();
});

it("a failure that nobody expected: the specification's words", () => {
  const sentences: Record<FailureCode, string> = {
    other: "Un problème est survenu.",
    signup: "Erreur lors de l’inscription",
    logout: "Erreur lors de la déconnexion",
    newCode: "Erreur de l’envoi de l’e-mail",
    verification: "Erreur de vérification de l’e-mail",
    resetRequest: "Erreur lors de l’envoi de l’e-mail de réinitialisation",
    reset: "Erreur lors de la réinitialisation du mot de passe",
    adminCheck: "Les données de l’administrateur manquent",
    contactRemoval: "Erreur lors de la suppression des contacts",
    creation: "Erreur lors de la transmission des données",
    validation: "Erreur lors de la validation",
    venueEdit: "Une erreur est survenue lors de la modification.",
    venueRemoval: "Une erreur est survenue lors de la suppression.",
    launch: "Erreur lors du lancement.",
    contact: "Erreur lors de l’envoi",
    edit: "Erreur lors de la modification",
    settings: "Erreur lors de la mise à jour des paramètres.",
    changeOfDates: "Une erreur s’est produite lors du changement de dates",
    cancellation: "Une erreur s’est produite lors de l’annulation",
    removal: "Une erreur s’est produite lors de la suppression",
  };
  const log = vi.spyOn(logger, "error").mockReturnValue(undefined);
  const request = new Request(`http://localhost/demandes/${"a".repeat(64)}/accepter`);
  const asked = { request, context: { requestId: "1" } };
  for (const [code, sentence] of Object.entries(sentences)) {
    expect(failureMessage(new Error("x"), code as FailureCode, asked)).toBe(sentence);
  }
  expect(log).toHaveBeenCalledTimes(Object.keys(sentences).length);
  // A mailed link is good for whoever reads it.
  expect(log.mock.lastCall?.[0]).toMatchObject({ requestId: "1", path: "/demandes/…/accepter" });
  log.mockRestore();
});

it("a limit: so many tries in so many minutes, by address or by account", () => {
  const limits: Record<Bucket, [by: string, tries: number, minutes: number]> = {
    login_address: ["address", 30, 15],
    login_account: ["account", 10, 15],
    login_device: ["account", 10, 15],
    confirm_password: ["account", 10, 15],
    second_factor: ["account", 10, 15],
    second_factor_day: ["account", 60, 1_440],
    verify_code: ["address", 30, 15],
    code_browser: ["account", 5, 15],
    code_own: ["account", 20, 1_440],
    code_other: ["account", 20, 1_440],
    new_code_address: ["address", 20, 60],
    new_code_account: ["account", 10, 60],
    reset_address: ["address", 20, 60],
    reset_account: ["account", 5, 60],
    signup: ["address", 40, 60],
    signup_account: ["account", 10, 60],
    liaison: ["account", 30, 60],
    data_export: ["account", 20, 60],
    contact: ["address", 10, 60],
    contact_account: ["account", 10, 60],
    report: ["address", 10, 60],
    appeal: ["address", 20, 60],
    contact_sender: ["account", 3, 1_440],
    report_sender: ["account", 3, 1_440],
    email_change: ["account", 5, 60],
    email_change_to: ["account", 8, 1_440],
    photos: ["account", 60, 60],
    uploads: ["account", 120, 60],
    payment_account: ["account", 30, 60],
    payment_state: ["account", 60, 5],
    booking: ["account", 30, 60],
    token_creation: ["account", 20, 60],
    token: ["account", 600, 5],
    calendar_feed: ["address", 300, 5],
    calendar_import: ["account", 60, 60],
    api: ["address", 600, 5],
  };
  for (const [bucket, expected] of Object.entries(limits)) {
    const { by, tries, seconds } = limitOf(bucket as Bucket);
    expect([bucket, by, tries, seconds / 60]).toEqual([bucket, ...expected]);
  }
});
