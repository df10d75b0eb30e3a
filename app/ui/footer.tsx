import { Plaque } from "./plaque";

interface FooterProps {
  brand: string;
  /** Of the copyright line, in Europe/Paris. */
  year: number;
}

const groups = [
  {
    id: "pied-trouver",
    title: "Trouver un lieu",
    links: [
      { href: "/reservation", label: "Réservation" },
      { href: "/#villes", label: "Nos Villes" },
      { href: "/#nouveautes", label: "Nouveautés" },
    ],
  },
  {
    id: "pied-proposer",
    title: "Proposer un lieu",
    links: [
      { href: "/ajouter-location", label: "Référencer mon lieu" },
      { href: "/qui-sommes-nous", label: "Qui sommes-nous" },
      { href: "/contact", label: "Contact" },
    ],
  },
];

const legalLinks = [
  { href: "/mentions-legales", label: "Mentions légales" },
  { href: "/CGU", label: "Conditions d’utilisation" },
  { href: "/CGV", label: "Conditions de vente" },
  { href: "/politique", label: "Données personnelles" },
];

/** Bunting, plaque, three groups of links, the year. */
export function Footer({ brand, year }: FooterProps) {
  const legal = {
    id: "pied-informations",
    title: "Informations",
    links: [
      ...legalLinks,
      // The audited level, which the law asks for on the home page.
      { href: "/accessibilite", label: "Accessibilité\u00a0: non conforme" },
    ],
  };
  return (
    <footer className="site-footer on-dark">
      <div className="bunting" />
      <div className="frame">
        <div className="footer-columns">
          <div className="stack">
            <p>
              <Plaque href="/">{brand}</Plaque>
            </p>
            <p>
              Des lieux à louer près de chez vous, de particuliers, associations, entreprises et
              communes.
            </p>
          </div>
          {[...groups, legal].map((group) => (
            <nav key={group.id} aria-labelledby={group.id}>
              <h2 id={group.id}>{group.title}</h2>
              <ul className="mt-1">
                {group.links.map((link) => (
                  <li key={link.href}>
                    <a href={link.href}>{link.label}</a>
                  </li>
                ))}
              </ul>
            </nav>
          ))}
        </div>
        <p className="mt-6">{`© ${year} ${brand}`}</p>
      </div>
    </footer>
  );
}
