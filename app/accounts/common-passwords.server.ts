import wordList from "./data/common-words.txt?raw";

/**
 * The passwords that everybody tries first, told without a list of them: the words people choose
 * most (data/common-words.txt: first names, teams, keyboards, endearments…), alone, doubled or with
 * the usual digits after them; and what needs no word: sequences, repetitions, dates.
 */
const WORDS = new Set(wordList.split("\n").filter(Boolean));

/** What people add to a word when digits are asked for. */
const ENDINGS = new Set(
  (
    "0 1 2 3 4 5 6 7 8 9 00 01 02 07 10 11 12 13 14 15 21 22 23 33 42 44 55 66 69 75 77 88 99 " +
    "000 007 100 101 111 123 321 333 420 666 777 987 999 1111 1212 1234 2000 4321 12345 123123 " +
    "123456 1234567 12345678 123456789"
  ).split(" "),
);

/** Rows and columns that a finger follows, on French and other keyboards. */
const WALKS = [
  "azertyuiop",
  "qsdfghjklm",
  "wxcvbn",
  "qwertyuiop",
  "qwertzuiop",
  "asdfghjkl",
  "zxcvbnm",
  "1234567890",
  "abcdefghijklmnopqrstuvwxyz",
  "1q2w3e4r5t6y7u8i9o0p",
  "1a2z3e4r5t6y7u8i9o0p",
  "q1w2e3r4t5y6u7i8o9p0",
  "a1z2e3r4t5y6u7i8o9p0",
  "1qaz2wsx3edc4rfv5tgb",
  "qazwsxedcrfvtgb",
  "aqwzsxedcrfvtgb",
  "a1b2c3d4e5f6",
  "1a2b3c4d5e6f",
].flatMap((walk) => [walk, [...walk].reverse().join("")]);

/** Whether a password is one that everybody tries first; capitals make no difference. */
export function isCommonPassword(password: string): boolean {
  const text = password.toLowerCase();
  return isWord(text) || isRepetition(text) || isWalk(text) || isDate(text);
}

function isWord(text: string): boolean {
  for (let end = text.length; end >= 3; end -= 1) {
    const ending = text.slice(end);
    const word = text.slice(0, end);
    if (WORDS.has(word) && (ending === "" || ending === word || ENDINGS.has(ending))) return true;
  }
  return false;
}

/** Up to four characters again and again: `aaaaaaaa`, `12121212`, `abcdabcd`. */
function isRepetition(text: string): boolean {
  return /^(.{1,4}?)\1+$/u.test(text);
}

/** Up to three stretches of walks, of three characters at least: `azerty123`, `123qwe456`. */
function isWalk(text: string): boolean {
  let rest = text;
  for (let stretch = 0; stretch < 3 && rest !== ""; stretch += 1) {
    let length = rest.length;
    while (length >= 3 && !WALKS.some((walk) => walk.includes(rest.slice(0, length)))) length -= 1;
    if (length < 3) return false;
    rest = rest.slice(length);
  }
  return rest === "";
}

/** A date as eight digits: `14071989`, `07141989`, `19890714`. */
function isDate(text: string): boolean {
  const day = "(0[1-9]|[12]\\d|3[01])";
  const month = "(0[1-9]|1[0-2])";
  const year = "(19|20)\\d\\d";
  return new RegExp(`^(${day}${month}${year}|${month}${day}${year}|${year}${month}${day})$`).test(
    text,
  );
}
