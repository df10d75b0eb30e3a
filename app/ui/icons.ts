/**
 * Shapes of the icons: the inner markup of a 24 × 24 SVG, drawn as strokes (the `icon` class sets
 * width, caps and colour). Keys are the names that `<Icon name>` takes.
 */
const shapes = {
  menu: '<path d="M4 7h16M4 12h16M4 17h16"/>',
  fermer: '<path d="M6 6l12 12M18 6L6 18"/>',
  chevron: '<path d="M6 9l6 6 6-6"/>',
  droite: '<path d="M9 6l6 6-6 6"/>',
  gauche: '<path d="M15 6l-6 6 6 6"/>',
  recherche: '<circle cx="11" cy="11" r="6.5"/><path d="M16 16l4.5 4.5"/>',
  filtre:
    '<path d="M4 7h10M18 7h2M4 17h2M10 17h10"/><circle cx="16" cy="7" r="2"/><circle cx="8" cy="17" r="2"/>',
  personne: '<circle cx="12" cy="8" r="4"/><path d="M4.5 20.5c.6-4 3.6-6 7.5-6s6.9 2 7.5 6"/>',
  groupe:
    '<circle cx="9" cy="8.5" r="3.5"/><path d="M2.5 20c.5-3.6 3-5.5 6.5-5.5s6 1.9 6.5 5.5M15.5 5.3a3.5 3.5 0 0 1 0 6.4M18 14.9c2 .8 3.2 2.5 3.5 5.1"/>',
  lieu: '<path d="M12 21.5s7-6.3 7-11.7A7 7 0 0 0 5 9.8c0 5.4 7 11.7 7 11.7z"/><circle cx="12" cy="9.8" r="2.5"/>',
  calendrier:
    '<rect x="3.5" y="5" width="17" height="15.5" rx="2"/><path d="M3.5 10h17M8 2.8V7M16 2.8V7"/>',
  image:
    '<rect x="3" y="4.5" width="18" height="15" rx="2"/><circle cx="8.5" cy="9.5" r="1.7"/><path d="M3.5 17.5l5.5-5 4 3.5 3-2.5 4.5 4"/>',
  etoile:
    '<path d="M12 2.8l2.8 5.9 6.4.8-4.7 4.4 1.2 6.4L12 17.2l-5.7 3.1 1.2-6.4L2.8 9.5l6.4-.8z"/>',
  coche: '<path d="M4.5 12.5l5 5 10-11"/>',
  valide: '<circle cx="12" cy="12" r="9"/><path d="M8 12.3l2.8 2.8L16 9.5"/>',
  horloge: '<circle cx="12" cy="12" r="9"/><path d="M12 7v5.3l3.5 2"/>',
  eclair: '<path d="M13.5 2.8L5 13.5h6l-1 7.7 9-11.2h-6z"/>',
  alerte: '<path d="M12 3.5l9.3 16.5H2.7z"/><path d="M12 10v4.5M12 17.4v.1"/>',
  info: '<circle cx="12" cy="12" r="9"/><path d="M12 11v5.5M12 7.6v.1"/>',
  refus: '<circle cx="12" cy="12" r="9"/><path d="M9 9l6 6M15 9l-6 6"/>',
  sablier:
    '<path d="M6.5 3h11M6.5 21h11M8 3v3.5c0 2.5 4 3.5 4 5.5s-4 3-4 5.5V21M16 3v3.5c0 2.5-4 3.5-4 5.5s4 3 4 5.5V21"/>',
  oeil: '<path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12z"/><circle cx="12" cy="12" r="3"/>',
  crayon: '<path d="M4 20l1-4.5L16.5 4 20 7.5 8.5 19zM14 6.5l3.5 3.5"/>',
  corbeille: '<path d="M4 6.5h16M9 6.5V4h6v2.5M6 6.5L7 20.5h10l1-14M10 10.5v6M14 10.5v6"/>',
  plus: '<path d="M12 5v14M5 12h14"/>',
  envoyer: '<path d="M12 16V4M7 8.5L12 3.5l5 5M4 15v4.5h16V15"/>',
  copier:
    '<rect x="8.5" y="8.5" width="12" height="12" rx="2"/><path d="M15.5 8.5v-3a2 2 0 0 0-2-2h-8a2 2 0 0 0-2 2v8a2 2 0 0 0 2 2h3"/>',
  imprimer: '<path d="M7 8.5V3h10v5.5M7 17.5H3.5v-9h17v9H17"/><path d="M7 13.5h10V21H7z"/>',
  telecharger: '<path d="M12 4v12M7 11.5l5 5 5-5M4 15.5v4.5h16v-4.5"/>',
  sortie: '<path d="M14 4.5H5v15h9M10 12h11M17.5 8.5L21 12l-3.5 3.5"/>',
  reglages:
    '<circle cx="12" cy="12" r="3"/><path d="M12 2.8v3M12 18.2v3M2.8 12h3M18.2 12h3M5.5 5.5l2.1 2.1M16.4 16.4l2.1 2.1M18.5 5.5l-2.1 2.1M7.6 16.4l-2.1 2.1"/>',
  enveloppe: '<rect x="3" y="5" width="18" height="14" rx="2"/><path d="M3.5 6.5L12 13l8.5-6.5"/>',
  cle: '<circle cx="8" cy="15.5" r="4.5"/><path d="M11.3 12.2L20 3.5M16 7.5l3 3"/>',
  tableau:
    '<rect x="3" y="3.5" width="7.5" height="9" rx="1.5"/><rect x="13.5" y="3.5" width="7.5" height="5" rx="1.5"/><rect x="3" y="16" width="7.5" height="4.5" rx="1.5"/><rect x="13.5" y="12" width="7.5" height="8.5" rx="1.5"/>',
  batiment: '<path d="M3 21h18M5 21V10M19 21V10M9.5 21v-8M14.5 21v-8M2.5 10L12 3.5l9.5 6.5z"/>',
  wifi: '<path d="M2.5 9.5c5.5-5 13.5-5 19 0M6 13.2c3.5-3.2 8.5-3.2 12 0M9.3 16.7c1.6-1.4 3.8-1.4 5.4 0M12 20v.1"/>',
  parking:
    '<rect x="3.5" y="3.5" width="17" height="17" rx="3"/><path d="M9.5 17V7.5h3.3a3 3 0 0 1 0 6H9.5"/>',
  son: '<path d="M4 9.5v5h3.5L12 19V5L7.5 9.5zM15.5 9a4.2 4.2 0 0 1 0 6M18.3 6a8.5 8.5 0 0 1 0 12"/>',
  pmr: '<circle cx="11" cy="4.5" r="1.7"/><path d="M11 8v6h5l3 5M11 10.5h4.5M8.5 11.5a5 5 0 1 0 6 7"/>',
  hausse: '<path d="M4 17l6-6 4 4 6.5-7.5M15.5 7H21v5.5"/>',
  baisse: '<path d="M4 7l6 6 4-4 6.5 7.5M15.5 17H21v-5.5"/>',
  stable: '<path d="M3.5 12h16M15 7.5l4.5 4.5-4.5 4.5"/>',
  euro: '<path d="M18 6.5A7 7 0 0 0 7 12a7 7 0 0 0 11 5.5M4 10.3h9M4 13.7h9"/>',
  document: '<path d="M6 2.8h8l4.5 4.5v13.9H6zM14 2.8v4.7h4.5M9 12.5h6M9 16.3h6"/>',
  surface: '<path d="M3.5 3.5h17v17h-17z"/><path d="M7.5 12V7.5H12M16.5 12v4.5H12"/>',
  cintre:
    '<path d="M12 9V7.8a2.2 2.2 0 1 0-2.2-2.2M12 9l9 6.5c.8.6.4 2-.6 2H3.6c-1 0-1.4-1.4-.6-2z"/>',
  froid:
    '<path d="M12 3v18M4.2 7.5l15.6 9M19.8 7.5l-15.6 9M9.5 4.5L12 7l2.5-2.5M9.5 19.5L12 17l2.5 2.5"/>',
  scene:
    '<path d="M2.5 3.5h19M4 3.5v13M20 3.5v13M10 3.5c0 5-2 8-6 9M14 3.5c0 5 2 8 6 9M2.5 16.5h19v4h-19z"/>',
  chaise: '<path d="M7 3v10h10M17 13v8M7 13v8M7 8.5h8M15 3v5.5"/>',
  table: '<path d="M2.5 8h19M5.5 8v11.5M18.5 8v11.5"/>',
  verre: '<path d="M4.5 4h15L12 12.5zM12 12.5V20M8 20h8"/>',
  podium: '<path d="M3 20v-5.5h6V9h6v8h6v3z"/>',
  camera: '<path d="M4.5 5l13.5 3.5-1.5 5.5L3 10.5zM10 12.5V19H4.5M18 10l3 .8"/>',
  ordinateur: '<rect x="4.5" y="5" width="15" height="10.5" rx="1.5"/><path d="M2.5 19h19"/>',
  bureau: '<path d="M3 8h18M4.5 8v11.5M19.5 8v11.5M12.5 8v6.5h7M15 11.300h2"/>',
  tri: '<path d="M8 9.5L12 5l4 4.5M8 14.5l4 4.5 4-4.5"/>',
  "tri-croissant": '<path d="M7 13.5l5-5.5 5 5.5"/>',
  "tri-decroissant": '<path d="M7 10.5l5 5.5 5-5.5"/>',
  relire: '<path d="M20 12a8 8 0 1 1-2.4-5.7M20.5 3.5v4.8h-4.8"/>',
  branche: '<path d="M8 3v5M16 3v5M5.5 8h13v3.5a6.5 6.5 0 0 1-13 0zM12 18v3.5"/>',
  drapeau: '<path d="M5.5 21V4M5.5 4.5c4-2.2 7 2 13 0v9c-6 2-9-2.2-13 0"/>',
  bouclier:
    '<path d="M12 2.8l7.5 2.7v6c0 4.7-3 8-7.5 9.7-4.5-1.7-7.5-5-7.5-9.7v-6zM8.5 12l2.5 2.5 4.5-5"/>',
} as const;

export type IconName = keyof typeof shapes;

export const icons: Record<IconName, string> = shapes;
