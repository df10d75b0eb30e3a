import { z } from "zod";
import { GalleryTileModel, type GallerySection } from "@models/gallery-tile";

/** A tile as the /api path answers it; `img` is empty while it has no picture of its own. */
const tileShape = z.object({ id: z.string(), img: z.string(), text: z.string() });
const tiles = z.array(tileShape);
export const galleryShape = z.object({ city: tiles, rooms: tiles, news: tiles });

/** The three lists of the home page's tiles, each in the order of its places. */
export async function listTiles(): Promise<z.infer<typeof galleryShape>> {
  const found = await GalleryTileModel.find().sort({ section: 1, place: 1 }).lean();
  const of = (section: GallerySection) =>
    found
      .filter((tile) => tile.section === section)
      .map((tile) => ({
        id: tile.venue?.toString() ?? tile._id,
        img: tile.image ? `/images/${tile.image.toString()}/640.webp` : "",
        text: tile.text,
      }));
  return { city: of("city"), rooms: of("rooms"), news: of("news") };
}
