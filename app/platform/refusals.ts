/**
 * What the product refuses, as one closed list: each code has one French sentence (exact where the
 * specification gives it) and one HTTP status. Anything else that goes wrong is a 500. `{time}` is from
 * when on it would not be refused any more, `{seconds}` and `{wait}` how long until then, `{limit}` what is asked for.
 */
export const REFUSALS = {
  // Any request
  invalid: [400, "La demande est incomplète ou mal formée."],
  login_required: [401, "Connectez-vous pour continuer."],
  forbidden: [403, "Vous n’avez pas accès à cette page."],
  role_required: [403, "Votre rôle ne le permet pas\u00a0: il faut le rôle {limit}."],
  foreign_origin: [
    403,
    "Cette demande ne vient pas de notre site. Rechargez la page et recommencez.",
  ],
  view_only: [
    403,
    "Vous voyez le site comme quelqu’un d’autre, en lecture seule\u00a0: rien n’a été changé.",
  ],
  view_hidden: [
    403,
    "Vous voyez le site comme quelqu’un d’autre\u00a0: ce qui est secret ou s’emporte en fichier ne s’affiche pas.",
  ],
  another_account: [
    409,
    "Vous êtes maintenant connecté(e) avec un autre compte\u00a0: rien n’a été enregistré.",
  ],
  not_found: [404, "Oups\u00a0! La page que vous cherchez n’existe pas."],
  method: [405, "Cette adresse n’accepte pas cette méthode."],
  too_slow: [408, "L’envoi a pris trop de temps. Recommencez avec moins de fichiers à la fois."],
  too_large: [413, "L’envoi dépasse la taille acceptée."],
  files_too_large: [
    413,
    "L’envoi dépasse la taille acceptée\u00a0: les fichiers de trop ne sont pas gardés.",
  ],
  unsupported_type: [415, "Ce format n’est pas accepté."],
  picture_interlaced: [
    413,
    "Cette image est enregistrée en mode progressif ou entrelacé, et trop grande pour être lue ainsi. Enregistrez-la sans ce mode, ou plus petite.",
  ],
  picture_deep: [
    413,
    "Cette image a 16\u00a0bits par couleur, et elle est trop grande pour être lue ainsi. Enregistrez-la en 8\u00a0bits, ou plus petite.",
  ],
  picture_too_high: [
    415,
    "Cette image est trop haute pour sa largeur\u00a0: 8\u00a0fois celle-ci au plus. Recadrez-la.",
  ],
  too_many: [429, "Trop de tentatives. Patientez {wait} avant de recommencer."],
  upload_under_way: [
    429,
    "Un autre envoi de votre compte est en cours. Attendez qu’il soit terminé, puis recommencez.",
  ],
  // What the office says of it.
  maintenance: [503, "Le site est en maintenance. {limit}"],
  unavailable: [503, "Le service est momentanément indisponible. Réessayez dans un instant."],
  // Accounts
  bad_credentials: [401, "E-mail ou mot de passe incorrect"],
  token_invalid: [401, "Ce jeton d’API n’est pas valable, ou ne l’est plus."],
  token_refused: [403, "Cet appel ne se fait pas avec un jeton d’API."],
  token_read_only: [403, "Ce jeton d’API permet de lire, et de ne rien changer."],
  tokens_full: [409, "Vous avez déjà 10 jetons. Révoquez-en un pour en créer un autre."],
  submission_pending: [
    403,
    "Votre soumission est en cours d’examen. La réponse d’un administrateur vous parviendra par e-mail.",
  ],
  submission_unverified: [
    403,
    "Votre soumission attend la vérification de votre e-mail. Saisissez d’abord le code que vous avez reçu.",
  ],
  second_factor_required: [403, "Passez d’abord la seconde étape de votre connexion."],
  second_factor_wrong: [
    422,
    "Ce code n’est pas le bon, ou il a déjà servi. Attendez le code suivant et recommencez\u00a0; s’il n’est pas reconnu non plus, vérifiez l’heure de votre téléphone.",
  ],
  recovery_code_wrong: [
    422,
    "Ce code de secours n’est pas le bon, ou il a déjà servi. Vérifiez-le ou essayez-en un autre.",
  ],
  second_factor_exists: [409, "Votre seconde étape est déjà activée."],
  second_factor_unreadable: [
    409,
    "Le serveur ne peut plus lire la clé de votre application\u00a0: aucun de ses codes n’est plus reconnu. Demandez à un super-admin de réinitialiser votre seconde étape\u00a0; s’il n’y a que vous, lancez sur le serveur npm run admin:reset-second-factor.",
  ],
  verification_failed: [422, "Erreur de vérification de l’e-mail"],
  address_missing: [422, "Saisissez l’adresse e-mail qui a reçu le code."],
  reset_expired: [410, "Erreur lors de la réinitialisation du mot de passe"],
  email_code_over: [422, "Ce code n’est plus valable. Demandez-en un autre."],
  email_same: [422, "C’est déjà l’adresse e-mail de votre compte."],
  password_same: [422, "Choisissez un mot de passe différent de l’actuel."],
  password_is_email: [422, "Le mot de passe doit être différent de l’adresse e-mail."],
  terms_required: [422, "Veuillez accepter les C.G.U."],
  terms_awaited: [
    403,
    "Ce compte n’a pas encore accepté nos conditions\u00a0: connectez-vous sur le site pour les lire et les accepter.",
  ],
  wrong_password: [422, "Le mot de passe actuel est incorrect."],
  password_required: [422, "Saisissez votre mot de passe."],
  profile_incomplete: [422, "Toutes les informations doivent être remplies"],
  profile_changed: [
    409,
    "Votre profil a changé entre-temps\u00a0: rien n’a été enregistré. Ce qui est enregistré est dit ci-dessous\u00a0: vérifiez vos champs, puis sauvegardez de nouveau pour les garder.",
  ],
  name_length: [422, "Veuillez choisir un {limit} d’une longueur appropriée."],
  vat_number_former: [
    422,
    "Ce numéro de TVA est celui de l’organisme précédent\u00a0: saisissez celui du nouveau, ou choisissez un autre régime de TVA.",
  ],
  siren_mismatch: [
    422,
    "Le numéro INSEE doit être celui du SIRET\u00a0: ses 9\u00a0premiers chiffres.",
  ],
  too_young: [422, "Il faut avoir 18\u00a0ans pour avoir un compte."],
  tax_id_invalid: [422, "Ce numéro fiscal n’est pas celui que donne ce pays."],
  tax_id_persons: [
    422,
    "Un entrepreneur individuel donne son numéro fiscal personnel, de 13\u00a0chiffres, et non son SIREN.",
  ],
  tax_id_anothers: [
    422,
    "Ce SIREN n’est pas celui de votre profil\u00a0: corrigez celui des deux qui n’est pas juste.",
  ],
  unknown_liaison_code: [422, "Aucun compte Master ne correspond à ce code."],
  liaison_self: [409, "Un compte ne peut pas être lié à lui-même."],
  liaison_circle: [409, "Ce compte Master est déjà lié au vôtre."],
  already_linked: [409, "Votre compte est déjà lié à un compte Master. Quittez-le d’abord."],
  master_changed: [
    409,
    "Votre compte est lié à un autre compte Master depuis\u00a0: vérifiez lequel avant de le quitter.",
  ],
  account_in_use: [
    409,
    "Votre compte a encore des réservations à venir, ou des dates gardées pour quelqu’un.",
  ],
  money_awaited: [
    409,
    "De l’argent est encore attendu pour une réservation de ce compte\u00a0: il pourra être fermé une fois que c’est réglé.",
  ],
  consent_own: [
    403,
    "Ces cookies ne s’acceptent qu’en son propre nom\u00a0: pour quelqu’un d’autre, ils se refusent seulement.",
  ],
  admin_stays: [409, "Un compte administrateur ne peut pas être désactivé."],
  // Bookings
  dates_required: [422, "Veuillez sélectionner une date"],
  days_taken: [
    409,
    "Une réservation existe déjà entre vos dates sélectionnées. Veuillez choisir des dates disponibles.",
  ],
  day_invalid: [422, "Saisissez des dates qui existent, au format JJ/MM/AAAA."],
  reversed: [422, "La seconde date ne peut pas précéder la première."],
  too_early: [422, "La première date possible est demain."],
  too_late: [422, "Les réservations sont ouvertes jusqu’à 18\u00a0mois à l’avance."],
  too_long: [422, "Choisissez 366\u00a0jours au plus."],
  too_soon: [422, "Ce lieu se réserve au moins {limit} à l’avance."],
  weekday_closed: [422, "Ce lieu est fermé {limit}. Choisissez des dates sans jour de fermeture."],
  stay_too_short: [422, "Ce lieu se réserve pour {limit} au moins."],
  stay_too_long: [422, "Ce lieu se réserve pour {limit} au plus."],
  too_expensive: [422, "Le total dépasse ce qu’un paiement par carte permet."],
  slot_invalid: [422, "Choisissez le matin ou l’après-midi."],
  slots_reversed: [422, "La dernière demi-journée ne peut pas précéder la première."],
  hold_too_long: [
    422,
    "31\u00a0jours au plus se réservent à la fois. Choisissez une période plus courte.",
  ],
  holds_full: [
    429,
    "Vous avez déjà 3 demandes qui ne sont pas payées. Payez-en une dans Mes demandes, ou réessayez à partir du {time}.",
  ],
  holds_days: [
    429,
    "Vos demandes qui ne sont pas payées retiendraient plus de 31\u00a0jours. Payez-les dans Mes demandes, choisissez une période plus courte, ou réessayez à partir du {time}.",
  ],
  hold_wait: [
    429,
    "Votre demande précédente pour ce lieu a pris fin sans paiement. Vous pourrez le réserver de nouveau à partir du {time}.",
  ],
  holds_address: [
    429,
    "Trop de demandes qui ne sont pas payées viennent de votre connexion à Internet. Réessayez à partir du {time}.",
  ],
  payment_opening: [
    503,
    "Le service de paiement tarde à répondre. Votre demande et vos dates sont gardées\u00a0: réessayez dans {seconds}\u00a0secondes.",
  ],
  venue_closed: [409, "Ce lieu n’accepte pas les réservations pour le moment."],
  venue_changed: [
    409,
    "Ce lieu a été modifié entre-temps\u00a0: sa fiche, ci-dessous, dit ce qui est enregistré. Vérifiez vos champs, puis enregistrez de nouveau pour les garder.",
  ],
  form_outdated: [
    409,
    "Le site a été mis à jour depuis que ce formulaire est affiché\u00a0: la fiche du lieu, ci-dessous, dit ce qui est enregistré. Vérifiez vos champs, puis enregistrez de nouveau.",
  ],
  venue_moved: [
    409,
    "Ce lieu a changé d’adresse au moment où vous réserviez\u00a0: ces dates ne vous sont plus gardées et rien n’est débité. Si la nouvelle adresse vous convient, réservez de nouveau.",
  ],
  price_changed: [409, "Le prix de ce lieu a changé. Vérifiez le nouveau total avant de payer."],
  own_venue: [403, "Vous ne pouvez pas réserver votre propre lieu."],
  not_cancellable: [409, "Cette réservation ne peut plus être annulée."],
  slot_required: [
    422,
    "Plusieurs réservations commencent ce jour-là\u00a0: précisez la demi-journée.",
  ],
  not_changeable: [
    409,
    "Les dates de cette réservation ne peuvent plus être changées\u00a0: ce n’est possible que tant que son annulation serait remboursée en totalité.",
  ],
  change_waits: [409, "Un changement de dates attend déjà la réponse du propriétaire."],
  change_too_often: [
    429,
    "Vous avez déjà choisi d’autres dates ces derniers jours. Vous pourrez en choisir de nouveau à partir du {time}.",
  ],
  change_days: [
    429,
    "Avec les autres dates que vous avez demandées et vos demandes qui ne sont pas payées, plus de 31\u00a0jours seraient retenus. Choisissez une période plus courte, renoncez à l’une d’elles dans Mes demandes, ou réessayez à partir du {time}.",
  ],
  change_refund: [
    409,
    "Une partie du prix a été rendue, ou est en train de l’être. Tant que ce remboursement est en cours, ou s’il ne vient pas d’un changement de dates, les dates ne peuvent pas être changées.",
  ],
  change_contested: [
    409,
    "Un paiement de cette réservation est contesté auprès de la banque du client, qui décide d’abord\u00a0: les dates ne peuvent pas être changées en attendant.",
  ],
  change_unpayable: [
    409,
    "Le client ne peut pas payer la différence pour le moment\u00a0: ces dates ne peuvent pas être acceptées. Sans réponse de votre part, la réservation reste comme elle est.",
  ],
  change_same: [422, "Choisissez d’autres dates que celles de votre réservation."],
  change_outdated: [
    409,
    "Cette réservation a changé entre-temps. Vérifiez ses dates avant de continuer.",
  ],
  change_overtaken: [
    409,
    "Un remboursement ou une contestation du paiement est venu entre-temps\u00a0: les dates demandées ne sont plus gardées, et la réservation reste comme elle est.",
  ],
  refund_too_large: [422, "Ce montant dépasse ce qui peut encore être remboursé."],
  answer_not_awaited: [409, "Cette demande n’attend plus de réponse."],
  deadline_changed: [
    409,
    "Le délai de réponse a changé entre-temps. Vérifiez la nouvelle date avant de le prolonger.",
  ],
  extension_too_long: [
    422,
    "Ce délai dépasse ce que l’autorisation de paiement ou les dates permettent. Choisissez-en un plus court.",
  ],
  not_extendable: [
    409,
    "Le délai de réponse ne peut plus être prolongé\u00a0: l’autorisation de paiement ou les dates ne le permettent pas.",
  ],
  mail_outdated: [
    409,
    "Cet e-mail ne dit plus ce qui est vrai\u00a0: il ne peut pas être renvoyé.",
  ],
  mail_once: [409, "Cet e-mail ne se renvoie pas d’ici\u00a0: prévenez la personne autrement."],
  mail_erased: [409, "Le contenu de cet e-mail est effacé\u00a0: il ne peut pas être renvoyé."],
  refund_changed: [
    409,
    "Le montant du remboursement a changé. Vérifiez-le avant de confirmer l’annulation.",
  ],
  refunded_meanwhile: [
    409,
    "D’autres sommes ont été remboursées entre-temps. Vérifiez ce qui reste avant de rembourser.",
  ],
  wishes_full: [
    409,
    "Vous attendez déjà 5 dates. Renoncez à l’une d’elles dans Mes demandes pour en attendre d’autres.",
  ],
  wish_days_free: [409, "Ces dates sont libres\u00a0: vous pouvez les réserver tout de suite."],
  wish_days_yours: [409, "Ces dates sont déjà à vous\u00a0: elles sont dans Mes demandes."],
  offer_over: [410, "Ces dates ne sont plus gardées pour vous."],
  offer_not_yours: [
    403,
    "Ces dates sont gardées pour un autre compte. Connectez-vous avec celui qui a reçu l’e-mail.",
  ],
  hold_expired: [409, "Le délai de paiement est dépassé. Choisissez de nouveau vos dates."],
  already_answered: [409, "Cette demande a déjà reçu une réponse."],
  // Reviews
  review_too_early: [409, "Vous pourrez donner votre avis une fois la réservation terminée."],
  review_exists: [409, "Vous avez déjà donné votre avis sur cette réservation."],
  review_decided: [409, "Cet avis a déjà reçu cette réponse."],
  review_changed: [
    409,
    "Cet avis a reçu une autre réponse entre-temps. Relisez-le avant de décider.",
  ],
  review_elsewhere: [
    409,
    "Ce lieu a changé de ville depuis votre réservation\u00a0: votre avis y serait lu comme celui d’un autre endroit. Il ne peut plus être donné.",
  ],
  review_venue_moved: [
    409,
    "Ce lieu a changé de ville depuis la réservation\u00a0: cet avis y serait lu comme celui d’un autre endroit. Il ne peut pas être publié.",
  ],
  // Venues
  account_required: [409, "Créez d’abord votre compte de paiement\u00a0: il sert à vous payer."],
  identity_incomplete: [
    409,
    "Votre profil ne dit pas encore qui loue\u00a0: il y manque {limit}. Complétez-le pour continuer.",
  ],
  photo_refused: [
    415,
    "Nous n’acceptons pas {limit}\u00a0: une photo est un JPEG, PNG, WebP ou AVIF sans animation, de 12\u00a0Mo et 40 mégapixels au plus (6 en AVIF). Les autres sont gardées.",
  ],
  too_many_photos: [
    422,
    "Vous pouvez avoir 10 photos au plus\u00a0: les suivantes ne sont pas gardées.",
  ],
  photos_gone: [409, "Certaines photos ne sont plus disponibles. Ajoutez-les de nouveau."],
  publish_failed: [503, "Une erreur s’est produite lors de la publication"],
  edit_failed: [503, "Une erreur est survenue lors de la modification."],
  delete_failed: [503, "Une erreur est survenue lors de la suppression."],
  venue_in_use: [
    409,
    "Ce lieu a encore des réservations à venir, ou des dates gardées pour quelqu’un.",
  ],
  town_in_use: [
    409,
    "Des réservations ou des demandes sont à venir dans ce lieu, ou des dates y sont gardées pour quelqu’un\u00a0: d’ici là, son code postal et sa ville ne changent pas. Un autre lieu se publie à part\u00a0; pour corriger une erreur, écrivez-nous par la page Contact.",
  ],
  town_reviewed: [
    409,
    "Ce lieu a des avis, publiés ou à relire, et ils parlent de l’endroit où il est\u00a0: son code postal et sa ville ne changent pas. Si c’est un autre endroit, publiez-le comme un autre lieu\u00a0; pour corriger une erreur, écrivez-nous par la page Contact.",
  ],
  town_left_lately: [
    409,
    "Une location s’est terminée ici il y a peu\u00a0: le temps que son client donne son avis, jusqu’au {limit} inclus, ce lieu ne change pas de ville. Un autre lieu se publie à part\u00a0; pour corriger une erreur, écrivez-nous par la page Contact.",
  ],
  stay_lengths_reversed: [422, "La durée maximale doit être au moins la durée minimale."],
  stay_never_held: [
    422,
    "31\u00a0jours au plus se réservent à la fois\u00a0: réduisez la durée minimale.",
  ],
  stay_never_open: [
    422,
    "Avec ces jours de fermeture, la durée minimale ne tient dans aucune semaine. Réduisez-la ou ouvrez des jours.",
  ],
  days_not_free: [409, "Certains de ces jours sont déjà réservés ou fermés."],
  days_all_taken: [409, "Rien n’a été fermé. Déjà pris\u00a0: {limit}."],
  closing_too_late: [422, "Les jours se ferment jusqu’à 36\u00a0mois à l’avance."],
  calendar_exists: [409, "Ce calendrier est déjà importé."],
  calendars_full: [409, "Un lieu importe 5 calendriers au plus. Retirez-en un d’abord."],
  // Payments
  payment_failed: [402, "Une erreur est survenue lors du paiement."],
  charge_failed: [402, "Paiement échoué"],
  card_declined: [
    402,
    "Paiement échoué\u00a0: votre carte a été refusée. Essayez avec une autre carte.",
  ],
  card_expired: [402, "Paiement échoué\u00a0: votre carte a expiré. Essayez avec une autre carte."],
  card_without_funds: [
    402,
    "Paiement échoué\u00a0: votre carte ne dispose pas de fonds suffisants. Essayez avec une autre carte.",
  ],
  card_code_wrong: [
    402,
    "Paiement échoué\u00a0: le code de sécurité de votre carte est incorrect.",
  ],
  card_form_stale: [
    402,
    "Paiement échoué\u00a0: votre saisie a expiré ou a déjà servi. Appuyez de nouveau sur le bouton de paiement.",
  ],
  account_failed: [502, "Stripe id a échoué"],
  // Back-office
  own_account: [
    409,
    "C’est votre propre compte\u00a0: un autre administrateur, qui en a le droit, peut le faire.",
  ],
  last_admin: [
    409,
    "C’est le dernier super-admin\u00a0: donnez d’abord ce rôle à quelqu’un d’autre, qui se soit déjà connecté.",
  ],
  job_at_work: [409, "Cette tâche est déjà en cours. Attendez qu’elle finisse."],
  list_too_long: [
    422,
    "Cette recherche lit trop de lignes. Ajoutez une date ou un état pour la resserrer.",
  ],
  cursor_unreadable: [
    422,
    "Ce repère de page n’est pas celui d’une page de cette liste. Reprenez-la depuis le début.",
  ],
  end_past: [422, "Cette fin est déjà passée\u00a0: indiquez-en une à venir."],
  maintenance_changed: [
    409,
    "La maintenance du site a changé entre-temps. Relisez-la avant de décider.",
  ],
  notice_changed: [409, "Ce bandeau a changé entre-temps. Relisez-le avant de le changer."],
  notices_full: [409, "20 bandeaux sont déjà affichés ou à venir. Retirez-en un d’abord."],
  view_impossible: [
    409,
    "Ce compte ne peut pas être regardé ainsi\u00a0: il est fermé, banni, non vérifié ou d’administration.",
  ],
  role_changed: [
    409,
    "Ce compte a reçu un autre rôle entre-temps\u00a0: {limit}. Vérifiez-le avant de décider.",
  ],
  same_role: [409, "Ce compte a déjà ce rôle."],
  master_banned: [409, "Ce compte est banni\u00a0: il ne peut pas être validé."],
  already_banned: [409, "Ce compte est déjà banni."],
  ban_unverified: [
    409,
    "Personne n’a vérifié l’adresse e-mail de ce compte, qui ne peut encore rien faire\u00a0: supprimez-le plutôt.",
  ],
  not_banned: [409, "Ce compte n’est pas banni."],
  ban_changed: [
    409,
    "Ce compte a été banni de nouveau entre-temps. Lisez pourquoi avant de le rétablir.",
  ],
  master_unverified: [
    409,
    "Cette adresse e-mail n’est pas vérifiée\u00a0: la soumission n’attend pas encore de réponse.",
  ],
  already_decided: [409, "Cette soumission a déjà reçu une réponse."],
  owner_told: [409, "Ce propriétaire est déjà prévenu de cette limite."],
  contact_answered: [
    409,
    "Une réponse à ce message est partie entre-temps. Lisez-la avant d’en envoyer une autre.",
  ],
  case_taken: [409, "Quelqu’un d’autre vient de prendre ce dossier en charge."],
  nothing_coming: [409, "Ce compte n’a aucune réservation à venir."],
  coming_changed: [
    409,
    "Les réservations à venir ont changé entre-temps. Vérifiez-les avant de les annuler.",
  ],
  case_changed: [409, "Ce dossier a changé entre-temps. Relisez-le avant de le classer."],
  refund_under_way: [
    409,
    "Ce remboursement vient d’être redemandé à Stripe, qui n’a pas encore dit ce qu’il est devenu. Relisez le dossier dans un quart d’heure avant de le classer.",
  ],
  email_taken: [409, "Un compte existe déjà à cette adresse e-mail."],
  reports_changed: [
    409,
    "D’autres signalements sont arrivés entre-temps, ou ont été traités. Lisez-les avant de décider.",
  ],
  venue_mended: [409, "Ce lieu a été modifié entre-temps. Relisez-le avant de décider."],
  report_decided: [409, "Ces signalements ont déjà reçu une décision."],
  photo_not_shown: [
    409,
    "Ce lieu ne montre plus cette photo\u00a0: elle a été remplacée ou retirée.",
  ],
  last_photo: [
    409,
    "C’est la seule photo de ce lieu, et un lieu publié en montre au moins une\u00a0: suspendez plutôt le lieu.",
  ],
  venue_suspended: [409, "Ce lieu est déjà suspendu."],
  venue_not_suspended: [409, "Ce lieu n’est pas suspendu."],
  suspension_changed: [
    409,
    "Ce lieu a été suspendu de nouveau entre-temps. Lisez pourquoi avant de le rétablir.",
  ],
  bulk_many: [422, "Choisissez 50 lignes au plus à la fois."],
  filter_empty: [422, "Filtrez d’abord la liste."],
  filter_name: [409, "Un filtre de cette liste porte déjà ce nom."],
  filters_full: [409, "Vous gardez déjà 20 filtres de cette liste. Retirez-en un d’abord."],
  privacy_day: [
    422,
    "Saisissez le jour où la demande est arrivée\u00a0: aujourd’hui ou un jour passé, depuis un an au plus.",
  ],
  privacy_closed: [409, "Cette demande a déjà reçu sa réponse."],
  privacy_identity: [409, "Vérifiez d’abord l’identité de la personne, et notez comment."],
  privacy_extended: [409, "Le délai de cette demande est déjà prolongé."],
  privacy_other_right: [
    409,
    "Ce message est déjà une demande d’un autre droit. Enregistrez celle-ci à part, depuis «\u00a0Droits des personnes\u00a0».",
  ],
  privacy_late: [409, "Un délai ne se prolonge que pendant le premier mois."],
  privacy_erases: [409, "Cette demande se satisfait par l’effacement des données."],
  appeal_exists: [409, "Vous avez déjà contesté cette décision."],
  appeal_late: [410, "Le délai pour contester cette décision est passé."],
  appeal_over: [410, "Cette décision n’a plus d’effet."],
  appeal_open: [
    409,
    "Cette personne conteste une décision, et attend notre réponse\u00a0: il faut d’abord répondre à son recours.",
  ],
  appeal_decided: [409, "Ce recours a déjà reçu une réponse."],
  own_matter: [403, "Cela vous concerne vous-même\u00a0: une autre personne doit en décider."],
  own_decision: [
    403,
    "Vous avez pris cette décision, ou elle vous concerne\u00a0: une autre personne doit relire le recours.",
  ],
  reservations_left: [
    409,
    "Ce compte a encore des réservations à venir. Annulez-les pour pouvoir le supprimer.",
  ],
} as const satisfies Record<string, readonly [number, string]>;
