/** What receipts will say of an organisation's VAT that said nothing of it, while it can still be put right before the first one. */
export function AssumedVat({ text }: { text: string }) {
  return (
    <p>
      TVA sur les reçus de vos locations&nbsp;: {text}. Un reçu émis ne change plus.{" "}
      <a href="/profil?modifier=identite#identite">Indiquer mon régime de TVA</a>
    </p>
  );
}
