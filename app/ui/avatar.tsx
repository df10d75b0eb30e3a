import { classNames } from "./class-names";
import { initials } from "./initials";
import { pictureUrl } from "./picture";

interface AvatarProps {
  name: string;
  /** Id of the person's image; their initials stand in for it. */
  imageId?: string | null;
  large?: boolean;
}

/** Decorative: the name is always written beside it. */
export function Avatar({ name, imageId, large }: AvatarProps) {
  const className = classNames("avatar", large && "avatar-large");
  const size = large ? 60 : 44;
  return imageId ? (
    <img
      className={className}
      src={pictureUrl(imageId, 320)}
      alt=""
      width={size}
      height={size}
      loading="lazy"
    />
  ) : (
    <span className={className} aria-hidden="true">
      {initials(name)}
    </span>
  );
}
