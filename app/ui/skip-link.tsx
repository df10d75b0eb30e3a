/** First thing in the page: leads the keyboard past the header, to `Main`. */
export function SkipLink() {
  return (
    <a className="skip-link" href="#contenu">
      Aller au contenu
    </a>
  );
}
