/** Puts the photos of a list in order by buttons, or by dragging them: their numbers follow. */
export default function photoOrder(list: HTMLElement): void {
  const said = document.createElement("p");
  said.className = "sr-only";
  said.setAttribute("role", "status");
  list.after(said);
  let dragged: HTMLLIElement | undefined;

  const photos = () => [...list.children] as HTMLLIElement[];
  const number = () => {
    for (const [at, photo] of photos().entries()) {
      photo.querySelector<HTMLInputElement>("[name=rank]")!.value = String(at + 1);
    }
  };
  const move = (photo: HTMLLIElement, by: -1 | 1) => {
    const neighbour = photos()[photos().indexOf(photo) + by];
    if (!neighbour) return;
    if (by < 0) neighbour.before(photo);
    else neighbour.after(photo);
    number();
    said.textContent = `Photo en place ${photos().indexOf(photo) + 1} sur ${photos().length}.`;
  };
  const button = (photo: HTMLLIElement, by: -1 | 1, at: number) => {
    const control = document.createElement("button");
    control.type = "button";
    control.className = "btn btn-secondary btn-compact btn-square";
    control.textContent = by < 0 ? "‹" : "›";
    control.setAttribute("aria-label", `${by < 0 ? "Avancer" : "Reculer"} la photo ${at + 1}`);
    control.onclick = () => {
      move(photo, by);
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
    // Not from its fields, where a pointer that is drawn selects text.
    photo.onpointerdown = ({ target }) => {
      photo.draggable = !(target as Element).closest("input, label, button");
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
