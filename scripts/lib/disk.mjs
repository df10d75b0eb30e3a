import { randomUUID } from "node:crypto";
import { mkdir, open, rm } from "node:fs/promises";
import path from "node:path";
import { UserError } from "./log.mjs";

/** What the system refuses, by the words that its programs use for it, and what to do about it. */
const REFUSALS = [
  {
    words: /ENOSPC|EDQUOT|EFBIG|No space left on device|Disk quota exceeded|File too large/,
    sentence: "Le disque est plein : faites de la place, puis relancez. / The disk is full.",
  },
  {
    words: /EROFS|Read-only file system/,
    sentence:
      "Ce disque est en lecture seule : donnez un autre dossier (DATA_DIR), puis relancez. / Read-only disk.",
  },
  {
    words: /EACCES|EPERM|Permission denied|Operation not permitted/,
    sentence:
      "Vous n'avez pas le droit d'y écrire : changez les droits ou donnez un autre dossier (DATA_DIR). / No permission to write there.",
  },
  {
    words: /ENOTDIR|EEXIST|Not a directory/,
    sentence: "Ce n'est pas un dossier : donnez-en un autre (DATA_DIR). / Not a directory.",
  },
];

/**
 * Why a disk refused, and what to do, if that is what a text tells of.
 * @param {string} text an error's code or message
 * @returns {string | undefined} French and English
 */
const diskRefusal = (text) => REFUSALS.find(({ words }) => words.test(text))?.sentence;

/**
 * The same of a program's log, where only a full or read-only disk is sure to be the cause.
 * @param {string} text
 */
export const diskRefusalInLog = (text) =>
  REFUSALS.slice(0, 2).find(({ words }) => words.test(text))?.sentence;

/**
 * An error as it is told to the person at the terminal: a disk that refuses in a sentence, all else as
 * it is.
 * @param {unknown} error
 * @returns {unknown}
 */
export function explained(error) {
  if (!(error instanceof Error) || error instanceof UserError) return error;
  const { code = "", path: file } = /** @type {NodeJS.ErrnoException} */ (error);
  const sentence = diskRefusal(code);
  if (!sentence || !file) return error;
  return new UserError(`${file} : ${sentence}`, { cause: error });
}

/** As much as a start writes at least: a full disk often has a few bytes left. */
const PROBE_BYTES = 1_000_000;

/**
 * Makes a directory and proves that it takes what is written there.
 * @param {string} directory
 * @throws {UserError} that says why not, and what to do
 */
export async function ensureWritable(directory) {
  const probe = path.join(directory, `.probe-${randomUUID()}`);
  try {
    await mkdir(directory, { recursive: true });
    const handle = await open(probe, "wx");
    try {
      await handle.writeFile(Buffer.alloc(PROBE_BYTES, 1));
      await handle.sync();
    } finally {
      await handle.close();
      await rm(probe, { force: true });
    }
  } catch (error) {
    const { code = "", message } = /** @type {NodeJS.ErrnoException} */ (error);
    throw new UserError(
      `Rien ne peut être écrit dans ${directory}. ${diskRefusal(code) ?? message}`,
      { cause: error },
    );
  }
}
