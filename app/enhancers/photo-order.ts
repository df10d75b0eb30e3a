/** Puts the photos of a list in order by buttons, by dragging them or by a number that is typed: all numbers follow. */
export default function photoOrder(list: HTMLElement): void {
  const said = document.createElement("p");
  said.className = "sr-only";
  said.setAttribute("role", "status");
  list.after(said);
  let dragged: HTMLLIElement | undefined;

  const photos = () => [...list.children] as HTMLLIElement[];
  const rankOf = (photo: HTMLLIElement) => photo.querySelector<HTMLInputElement>("[name=rank]")!;
  const number = () => {
    for (const [at, photo] of photos().entries()) {
      rankOf(photo).value = String(at + 1);
      rename(photo, at + 1);
    }
  };
  /** @param to from 0; what lies outside is the first or the last place */
  const move = (photo: HTMLLIElement, to: number) => {
    const at = photos().indexOf(photo);
    const place = Math.max(0, Math.min(to, photos().length - 1));
    const other = photos()[place]!;
    const name = nameOf(photo, at + 1);
    if (place < at) other.before(photo);
    else if (place > at) other.after(photo);
    number();
    if (place !== at)
      said.textContent = `${name}\u00a0: place ${place + 1} sur ${photos().length}.`;
  };
  const button = (photo: HTMLLIElement, by: -1 | 1, at: number) => {
    const control = document.createElement("button");
    control.type = "button";
    control.className = "btn btn-secondary btn-compact btn-square";
    control.textContent = by < 0 ? "‹" : "›";
    control.setAttribute("aria-label", `${by < 0 ? "Avancer" : "Reculer"} la photo ${at + 1}`);
    control.onclick = () => {
      move(photo, photos().indexOf(photo) + by);
      control.focus();
    };
    return control;
  };

  for (const [at, photo] of photos().entries()) {
    const row = document.createElement("p");
    row.className = "row gap-2";
    row.append(button(photo, -1, at), button(photo, 1, at));
    photo.querySelector("img")!.after(row);
    photo.querySelector("img")!.draggable = false;
    const rank = rankOf(photo);
    // Buttons and dragging number all photos anew: what is typed has its place by then.
    rank.onchange = () => {
      const hadFocus = rank === document.activeElement;
      const typed = Number.parseInt(rank.value, 10);
      move(photo, Number.isNaN(typed) ? photos().indexOf(photo) : typed - 1);
      if (hadFocus) rank.focus();
    };
    // Not from its fields, where a pointer that is drawn selects text.
    photo.onpointerdown = ({ target }) => {
      photo.draggable = !(target as Element).closest("input, textarea, label, button");
    };
    photo.ondragstart = () => (dragged = photo);
    photo.ondragover = (event) => {
      if (!dragged) return;
      event.preventDefault();
      if (dragged === photo) return;
      const isBefore = photos().indexOf(photo) < photos().indexOf(dragged);
      if (isBefore) photo.before(dragged);
      else photo.after(dragged);
    };
    photo.ondrop = (event) => event.preventDefault();
    photo.ondragend = () => {
      dragged = undefined;
      number();
    };
  }
}

/** All that speaks of a photo calls it by its place, which ends its name: 'Retirer la photo 3'. */
function rename(photo: HTMLLIElement, place: number): void {
  const named = (text: string) => text.replace(/\d+$/, String(place));
  for (const rest of photo.querySelectorAll(".sr-only")) rest.textContent = named(rest.textContent);
  for (const control of photo.querySelectorAll("button"))
    control.setAttribute("aria-label", named(control.getAttribute("aria-label")!));
  const image = photo.querySelector("img")!;
  image.alt = image.alt.replace(/^Photo \d+$/, `Photo ${place}`);
}

/** What a photo is called while it is moved: what it shows, where its owner said so. */
function nameOf(photo: HTMLLIElement, place: number): string {
  const words = photo.querySelector<HTMLTextAreaElement>("[name=alt]")!.value.trim();
  return words ? `«\u00a0${words}\u00a0»` : `Photo ${place}`;
}
