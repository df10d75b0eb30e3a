/** Pixels of the width, and quality, as the server keeps photos. */
const WIDEST = 1_920;
const QUALITY = 0.85;
const PREVIEW = 320;

const megabytes = new Intl.NumberFormat("fr-FR", { maximumFractionDigits: 1 });

/** '1,4 Mo', 'moins de 0,1 Mo' */
export function sizeText(bytes: number): string {
  const size = bytes / 1_000_000;
  return size < 0.1 ? "moins de 0,1\u00a0Mo" : `${megabytes.format(size)}\u00a0Mo`;
}

/** How large a picture is drawn, no wider than `widest`, as the server does: a portrait keeps its height. */
export function fitted(width: number, height: number, widest: number): [number, number] {
  const scale = Math.min(1, widest / width);
  return [Math.round(width * scale), Math.round(height * scale)];
}

/**
 * Shows the photos that were chosen, and makes them as small as they will be kept (WebP, else JPEG), so that a phone sends
 * a tenth. What the browser cannot read or draw, or makes larger, is sent as it is; so is what is sent before they are ready.
 */
export default function photoFiles(element: HTMLElement): void {
  const input = element as HTMLInputElement;
  const previews = document.createElement("ul");
  previews.className = "thumbnails";
  const said = document.createElement("p");
  said.className = "hint";
  said.setAttribute("role", "status");
  input.closest(".field")!.append(said, previews);
  let choice = 0;

  input.addEventListener("change", async () => {
    const mine = ++choice;
    const chosen = [...input.files!];
    const ready = new DataTransfer();
    previews.replaceChildren();
    for (const [at, file] of chosen.entries()) {
      said.textContent = `Préparation de la photo ${at + 1} sur ${chosen.length}…`;
      const [light, preview] = await lighten(file);
      // Chosen anew meanwhile.
      if (mine !== choice) return;
      ready.items.add(light);
      previews.append(shown(file.name, light.size, preview));
    }
    input.files = ready.files;
    const total = [...ready.files].reduce((sum, { size }) => sum + size, 0);
    const count = chosen.length > 1 ? `${chosen.length} photos prêtes` : "1 photo prête";
    said.textContent = chosen.length > 0 ? `${count} à l’envoi, ${sizeText(total)} en tout.` : "";
  });
}

function shown(name: string, bytes: number, preview: string | null): HTMLElement {
  const item = document.createElement("li");
  item.className = "grid min-w-0 content-start gap-1";
  if (preview) {
    const image = document.createElement("img");
    image.className = "photo";
    image.alt = "";
    image.src = preview;
    item.append(image);
  }
  const words = document.createElement("p");
  words.className = "hint anywhere";
  words.textContent = `${name}, ${sizeText(bytes)}`;
  item.append(words);
  return item;
}

/** Whether a canvas gives back what is drawn: browsers that keep a machine from being known by it give noise. */
function isTrue(): boolean {
  const [canvas, colour] = [document.createElement("canvas"), [64, 128, 192, 255]];
  canvas.width = canvas.height = 8;
  const context = canvas.getContext("2d")!;
  context.fillStyle = `rgb(${colour.slice(0, 3).join()})`;
  context.fillRect(0, 0, 8, 8);
  return context.getImageData(0, 0, 8, 8).data.every((value, at) => value === colour[at % 4]);
}

/** A JPEG, two pixels wide and one high, that says of itself that it is to be turned by a quarter. */
const ON_ITS_SIDE =
  "/9j/4QAiRXhpZgAATU0AKgAAAAgAAQESAAMAAAABAAYAAAAAAAD/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERX" +
  "RTc4UG1RV19iZ2hnPk1xeXBkeFxlZ2P/wAALCAABAAIBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAABf/EABkQAAEFAAAAAAAAAAAAAAAAAAQAAjRz" +
  "sf/aAAgBAQAAPwB0GCPU3F//2Q==";

/** Whether photos are read as they were held: what is drawn no longer says how it is to be turned. */
async function isUpright(): Promise<boolean> {
  const bytes = Uint8Array.from(atob(ON_ITS_SIDE), (letter) => letter.charCodeAt(0));
  const { width } = await createImageBitmap(new Blob([bytes], { type: "image/jpeg" }));
  return width === 1;
}

/** The file to send, and a small picture of it as an address; none where it cannot be read here. */
export async function lighten(file: File): Promise<[File, string | null]> {
  try {
    if (!isTrue() || !(await isUpright())) return [file, null];
    const bitmap = await createImageBitmap(file);
    const whole = drawn(bitmap, WIDEST);
    const preview = drawn(bitmap, PREVIEW).toDataURL("image/webp", QUALITY);
    bitmap.close();
    const light =
      (await packed(whole, "webp")) ?? (isOpaque(file) && (await packed(whole, "jpeg")));
    if (!light || light.size >= file.size) return [file, preview];
    const name = `${file.name.replace(/\.\w+$/, "")}.${light.type === "image/webp" ? "webp" : "jpg"}`;
    return [new File([light], name, { type: light.type }), preview];
  } catch {
    return [file, null];
  }
}

/** Null where the browser does not write this format: it answers with a PNG. */
async function packed(canvas: HTMLCanvasElement, format: "webp" | "jpeg"): Promise<Blob | null> {
  const type = `image/${format}`;
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, QUALITY));
  return blob?.type === type ? blob : null;
}

/** Of another type a picture may be transparent, which a JPEG would show in black. */
function isOpaque({ type }: File): boolean {
  return !["image/png", "image/webp", "image/avif"].includes(type);
}

function drawn(bitmap: ImageBitmap, widest: number): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = fitted(bitmap.width, bitmap.height, widest);
  canvas.getContext("2d")!.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return canvas;
}
