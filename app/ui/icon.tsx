import { icons, type IconName } from "./icons";
import { usePageAssets } from "./page-assets";

interface IconProps {
  name: IconName;
  /** Pixels: 24 by default, 20 in buttons, 18 in badges. */
  size?: 18 | 20 | 24;
  className?: string;
}

/** A decorative icon, always beside text; its shape is emitted once a page by `IconSprite`. */
export function Icon({ name, size = 24, className }: IconProps) {
  usePageAssets().icons.add(name);
  return (
    <svg
      className={className ? `icon ${className}` : "icon"}
      width={size}
      height={size}
      aria-hidden="true"
    >
      <use href={`#i-${name}`} />
    </svg>
  );
}

/** The shapes of the icons that the page used; must render after everything that shows an icon. */
export function IconSprite() {
  const { icons: used } = usePageAssets();
  if (used.size === 0) return null;
  const symbols = [...used]
    .map((name) => `<symbol id="i-${name}" viewBox="0 0 24 24">${icons[name as IconName]}</symbol>`)
    .join("");
  // The markup is our own constant, never data.
  return (
    <svg className="hidden" aria-hidden="true" dangerouslySetInnerHTML={{ __html: symbols }} />
  );
}
