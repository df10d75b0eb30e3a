import sharp from "sharp";
import { MOODS, SCENES, type Scene } from "./scenes";

const drawings = import.meta.glob<string>("./illustrations/*.svg", {
  query: "?raw",
  import: "default",
  eager: true,
});

/** Pixels of every demo picture at its largest, 4:3. */
export const PICTURE_SIZE = { width: 1280, height: 960 } as const;
const WHOLE = 'viewBox="0 0 1200 900"';

/** One of the demo's pictures: a view of a scene in a mood, by their places in the lists. */
export interface Shot {
  scene: Scene;
  view: number;
  mood: number;
}

/** Draws a shot, 1,280 × 960, as a PNG file. The same shot gives the same picture. */
export async function drawShot({ scene, view, mood }: Shot): Promise<Buffer> {
  const { width, height } = PICTURE_SIZE;
  const frame = SCENES[scene][view];
  const { hue, brightness, saturation, light, mirrored } = MOODS[scene][mood] ?? MOODS[scene][0];
  const drawing = drawings[`./illustrations/${scene}.svg`];
  if (!frame || !drawing?.includes(WHOLE)) throw new Error(`No view ${view} of ${scene}`);

  const part = `viewBox="${frame.left} ${frame.top} ${frame.width} ${(frame.width * 3) / 4}"`;
  const framed = drawing.replace(WHOLE, `${part} width="${width}" height="${height}"`);
  return await sharp(Buffer.from(framed))
    .flatten({ background: "#ffffff" })
    .flop(mirrored)
    .modulate({ hue: ((hue % 360) + 360) % 360, brightness, saturation })
    .linear(light, [0, 0, 0])
    .png({ compressionLevel: 1 })
    .toBuffer();
}
