/** Index of the neighbour, round and round. */
export function turn(index: number, step: 1 | -1, count: number): number {
  return (index + step + count) % count;
}

/** The cover's `srcset` or `src` for another photo: only the id in the address changes. */
export function withPhotoId(address: string, id: string): string {
  return address.replace(/\/images\/[^/]+\//g, `/images/${id}/`);
}

/**
 * Previous and next buttons on a card's cover. `data-photos` holds the ids of the photos, cover
 * first, `data-count` how many the venue has; one is fetched only when someone asks for it. Never turns by itself.
 */
export default function carousel(element: HTMLElement): void {
  const { photos = "", title = "", count } = element.dataset;
  const ids = photos.split(" ");
  const image = element.querySelector("img");
  if (!image || ids.length < 2) return;

  const { src, srcset } = image;
  const coverAlt = image.alt;
  let current = 0;

  const position = document.createElement("span");
  position.className = "sr-only";
  position.setAttribute("role", "status");

  const show = (step: 1 | -1) => {
    current = turn(current, step, ids.length);
    const id = ids[current] ?? "";
    const label = `${title}, photo ${current + 1} sur ${count ?? ids.length}`;
    image.loading = "eager";
    image.srcset = withPhotoId(srcset, id);
    image.src = withPhotoId(src, id);
    image.alt = current === 0 ? coverAlt : label;
    position.textContent = label;
    image.classList.remove("carousel-fade");
    // Waits for the photo, else the old one would fade in again. One that does not load shows its
    // alternative text, and nothing fades.
    image.decode().then(
      () => image.classList.add("carousel-fade"),
      () => undefined,
    );
  };

  const button = (name: string, sign: string, side: string, step: 1 | -1) => {
    const control = document.createElement("button");
    control.type = "button";
    control.className = `carousel-button ${side}`;
    control.textContent = sign;
    control.setAttribute("aria-label", `${name}, ${title}`);
    control.addEventListener("click", () => show(step));
    return control;
  };
  element.append(
    button("Photo précédente", "‹", "carousel-previous", -1),
    button("Photo suivante", "›", "carousel-next", 1),
    position,
  );
}
