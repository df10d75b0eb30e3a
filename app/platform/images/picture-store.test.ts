import { beforeEach, expect, it } from "vitest";
import { movedFrom, pictureFileName, type PictureName, type PictureStore } from "./picture-store";

/** A place for pictures that tells what it is asked. */
function place(name: string) {
  const kept = new Map<string, Buffer>();
  const store: PictureStore = {
    put(picture, bytes) {
      said.push(`${name} put ${pictureFileName(picture)}`);
      kept.set(pictureFileName(picture), Buffer.from(bytes));
      return Promise.resolve();
    },
    get(picture) {
      said.push(`${name} get ${pictureFileName(picture)}`);
      return Promise.resolve(kept.get(pictureFileName(picture)) ?? null);
    },
    remove(id, widths) {
      said.push(`${name} remove ${id} ${widths.join()}`);
      return Promise.resolve();
    },
  };
  return Object.assign(store, { kept });
}

let said: string[];
let [before, after] = [place(""), place("")];
let both: PictureStore;
const picture: PictureName = { id: "a".repeat(24), width: 320 };
const file = `${picture.id}/320.webp`;

beforeEach(() => {
  said = [];
  [before, after] = [place("before"), place("after")];
  both = movedFrom(before, after);
});

it("a picture goes to the new place alone, and is read there without a look at the one before", async () => {
  await both.put(picture, Buffer.from("x"));
  expect((await both.get(picture))?.toString()).toBe("x");
  expect(said).toEqual([`after put ${file}`, `after get ${file}`]);
});

it("a picture of before is read where it lies, and one that is moved meanwhile where it lies then", async () => {
  before.kept.set(file, Buffer.from("old"));
  expect((await both.get(picture))?.toString()).toBe("old");
  before.get = () => {
    after.kept.set(file, Buffer.from("moved"));
    return Promise.resolve(null);
  };
  expect((await both.get(picture))?.toString()).toBe("moved");
  after.kept.clear();
  before.get = () => Promise.resolve(null);
  expect(await both.get(picture)).toBeNull();
});

it("a picture is removed from both, and its mover first finds none to move any more", async () => {
  await both.remove(picture.id, [320, 640]);
  expect(said).toEqual([
    `before remove ${picture.id} 320,640`,
    `after remove ${picture.id} 320,640`,
  ]);
});
