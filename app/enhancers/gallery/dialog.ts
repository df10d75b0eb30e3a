import { adoptStyle } from "../shared/adopt-style";
import { closeBeside } from "../shared/beside";
import { heard } from "./heard";
import css from "./dialog.css?inline";

/** How far a finger goes before it turns the photo, in pixels. */
const SWIPE = 40;

/**
 * Photos one at a time in a dialog over the page: buttons, arrow keys and swipes turn them round and round;
 * Escape, 'Fermer', a press beside the photo and the browser's Back close it, and the focus is where it was.
 *
 * @param list of links, each around its picture
 * @param pressed one of them
 * @param impatient the timer that leads to its own page, were this code not here in time
 * @throws where browsers do not know style sheets as objects
 */
export default function showPhotos(
  list: HTMLElement,
  pressed: HTMLAnchorElement,
  impatient: ReturnType<typeof setTimeout>,
): void {
  clearTimeout(impatient);
  // Pressed twice while this code was on its way.
  if (document.querySelector("dialog.viewer")) return;
  adoptStyle(css);
  const links = [...list.querySelectorAll("a")];
  let current = 0;
  const dialog = document.createElement("dialog");
  dialog.className = "viewer";
  dialog.setAttribute("aria-label", "Photos du lieu");

  const image = document.createElement("img");
  image.sizes = "100vw";
  const position = document.createElement("p");
  const words = document.createElement("p");
  // The picture's alternative text: read with the picture, and said when another one gives way to it.
  words.setAttribute("aria-hidden", "true");
  const said = document.createElement("p");
  said.className = "sr-only";
  said.setAttribute("role", "status");

  const show = (place: number) => {
    current = (place + links.length) % links.length;
    const photo = links[current]!.querySelector("img")!;
    image.srcset = photo.srcset;
    image.src = photo.src;
    image.alt = photo.alt;
    words.textContent = photo.alt;
    position.textContent = `Photo ${current + 1} sur ${links.length}`;
    said.textContent = heard(current + 1, links.length, photo.alt);
  };
  const button = (text: string, press: () => void, label?: string) => {
    const control = document.createElement("button");
    control.type = "button";
    control.className = "btn btn-secondary btn-compact";
    control.textContent = text;
    if (label) control.setAttribute("aria-label", label);
    control.addEventListener("click", press);
    return control;
  };
  const bar = (...content: HTMLElement[]) => {
    const row = document.createElement("div");
    row.className = "viewer-bar";
    row.append(...content);
    return row;
  };
  dialog.append(
    bar(
      position,
      button("Fermer", () => dialog.close()),
    ),
    image,
    bar(
      button("‹", () => show(current - 1), "Photo précédente"),
      words,
      button("›", () => show(current + 1), "Photo suivante"),
    ),
    said,
  );

  dialog.addEventListener("keydown", ({ key }) => {
    if (key === "ArrowLeft") show(current - 1);
    if (key === "ArrowRight") show(current + 1);
  });
  // Two fingers enlarge a photo, and one moves about in it then, whichever way: neither turns it.
  const mayMove = () => {
    const isEnlarged = visualViewport !== null && visualViewport.scale > 1;
    image.style.touchAction = isEnlarged ? "manipulation" : "";
  };
  mayMove();
  visualViewport?.addEventListener("resize", mayMove);
  let startX: number | undefined;
  dialog.addEventListener(
    "touchstart",
    ({ touches }) => {
      const isSwipe = touches.length === 1 && visualViewport?.scale === 1;
      startX = isSwipe ? touches[0]!.clientX : undefined;
    },
    { passive: true },
  );
  dialog.addEventListener("touchend", ({ changedTouches }) => {
    const moved = startX === undefined ? 0 : changedTouches[0]!.clientX - startX;
    if (Math.abs(moved) > SWIPE) show(current + (moved < 0 ? 1 : -1));
  });
  closeBeside(dialog);
  let isBack = false;
  const back = () => {
    isBack = true;
    dialog.close();
  };
  dialog.addEventListener("close", () => {
    dialog.remove();
    removeEventListener("popstate", back);
    visualViewport?.removeEventListener("resize", mayMove);
    // Closed otherwise: the step that Back would have undone is undone here.
    if (!isBack) history.back();
    pressed.focus();
  });

  show(links.indexOf(pressed));
  document.body.append(dialog);
  dialog.showModal();
  // Without what a link within the page left there: the step back would scroll to that, and take the focus along.
  history.replaceState(history.state, "", location.pathname + location.search);
  history.pushState({ ...(history.state as object | null), photos: true }, "");
  addEventListener("popstate", back);
}
