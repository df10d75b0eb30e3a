import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { ESLint } from "eslint";
import tseslint from "typescript-eslint";
import { afterAll, expect, it } from "vitest";
import { withinTransaction } from "./within-transaction.mjs";

/** What the real ones look like to the rule, which asks for types. */
const SURROUNDINGS = `
interface ClientSession { id: string }
interface Query { session(transaction: ClientSession | null): Query; lean(): Query }
declare const UserModel: {
  findById(id: string): Query;
  updateOne(filter: object, update: object, options?: object): Query;
  updateMany(filter: object, update: object, options?: object): Query;
  deleteMany(filter: object, options?: object): Query;
  findByIdAndDelete(id: string): Query;
  findOneAndReplace(filter: object, by: object): Query;
  estimatedDocumentCount(): Query;
};
declare function holdsOf(id: string, session?: ClientSession): Query;
declare function endAll(id: string, options?: { except?: string; transaction?: ClientSession }): Query;
declare function inTransaction(work: (transaction: ClientSession) => unknown): void;
interface Publication { now: Date; transaction: ClientSession }
function alone(id: string) { return UserModel.findById(id); }
function begins() { return inTransaction((own) => holdsOf("1", own)); }
function asked(id: string) { return alone(id); }
interface Given { session: ClientSession; own: ClientSession }
declare function formatted(query: Query): string;
declare const given: Publication;
`;

const directory = await mkdtemp(path.join(tmpdir(), "within-transaction-"));
afterAll(() => rm(directory, { recursive: true }));
await writeFile(
  path.join(directory, "tsconfig.json"),
  JSON.stringify({ compilerOptions: { strict: true, types: [] }, include: ["probe.ts"] }),
);

async function refused(code: string): Promise<string[]> {
  const file = path.join(directory, "probe.ts");
  const text = SURROUNDINGS + code;
  await writeFile(file, text);
  const eslint = new ESLint({
    cwd: directory,
    overrideConfigFile: true,
    overrideConfig: {
      files: ["**/*.ts"],
      languageOptions: {
        parser: tseslint.parser,
        parserOptions: { project: "tsconfig.json", tsconfigRootDir: directory },
      },
      plugins: { transactions: { rules: { "within-transaction": withinTransaction } } },
      rules: { "transactions/within-transaction": "error" },
    },
  });
  const [result] = await eslint.lintText(text, { filePath: file });
  return result!.messages.map(({ message }) => message);
}

const GIVEN = "transaction: ClientSession";

it.each([
  `function read(id: string) { return UserModel.findById(id).lean(); }`,
  `function read(id: string, ${GIVEN}) { return UserModel.findById(id).session(transaction).lean(); }`,
  `function write(${GIVEN}) { return UserModel.updateOne({}, {}, { session: transaction }); }`,
  `function write(session?: ClientSession) { return UserModel.updateOne({}, {}, { session }); }`,
  `function read(id: string, ${GIVEN}) { return formatted(holdsOf(id, transaction)); }`,
  `inTransaction((own) => holdsOf("1", own));`,
  `inTransaction((own) => UserModel.deleteMany({}, { session: own }));`,
  `inTransaction((own) => UserModel.updateMany({}, {}).session(own));`,
  `inTransaction((session) => UserModel.updateMany({}, {}, { session }));`,
  `function write({ session }: Given) { return UserModel.updateMany({}, {}, { session }); }`,
  `function write({ own }: Given) { return UserModel.deleteMany({}, { a: 1, session: own }); }`,
  `function write({ own }: Given) { return UserModel.deleteMany({}).session(own).lean(); }`,
  `function end(${GIVEN}) { return endAll("1", { transaction }); }`,
  `function end({ transaction }: Publication) { return holdsOf("1", transaction); }`,
  `function end(given: Publication) { return holdsOf("1", given.transaction); }`,
  `function end(publication: Publication) { return endAll("1", publication); }`,
  `function end(publication: Publication) { return endAll("1", { ...publication }); }`,
  `function end(publication: Publication) { return formatted(holdsOf("1", publication.transaction)); }`,
  `function ask() { return alone("1"); }`,
  `function ask(${GIVEN}) { return asked("1"); }`,
  `function ask(${GIVEN}) {
    const own = () => UserModel.findById("1").session(transaction);
    return own();
  }`,
])("takes %s", async (code) => {
  expect(await refused(code)).toEqual([]);
});

it.each([
  `function read(id: string, ${GIVEN}) { return UserModel.findById(id).lean(); }`,
  `function write(${GIVEN}) { return UserModel.updateOne({}, {}); }`,
  `function read(id: string, transaction?: ClientSession) { return formatted(holdsOf(id)); }`,
  `function later(${GIVEN}) { return [1].map(() => UserModel.updateOne({}, {})); }`,
  `inTransaction((transaction) => holdsOf("1"));`,
  `function write(${GIVEN}) { return UserModel.findByIdAndDelete("1"); }`,
  `function write(${GIVEN}) { return UserModel.findOneAndReplace({}, {}); }`,
  `function read(${GIVEN}) { return UserModel.estimatedDocumentCount(); }`,
  `function end(${GIVEN}) { return endAll("1"); }`,
  `function end(${GIVEN}) { return endAll("1", { except: "2" }); }`,
  `function read({ transaction }: Publication) { return UserModel.findById("1"); }`,
  `function read({ transaction, now }: Publication = given) { return holdsOf("1"); }`,
  `function read(publication: Publication) { return holdsOf("1"); }`,
  `function read(publication: Publication) { return holdsOf(String(publication.now)); }`,
  `function ask(${GIVEN}) { return alone("1"); }`,
  `function ask(${GIVEN}) { return begins(); }`,
  `function ask() { const own = () => UserModel.findById("1"); return inTransaction((transaction: ClientSession) => own()); }`,
])("refuses %s", async (code) => {
  expect(await refused(code)).toEqual([
    "Beside the transaction 'transaction' that this function is given.",
  ]);
});

it.each([
  `function forget() { return UserModel.deleteMany({}); }`,
  `function change() { return UserModel.updateMany({ a: 1 }, { b: 2 }, { timestamps: false }); }`,
  `function forget(session: string) { return UserModel.deleteMany({ _id: session }); }`,
  `function forget() { return UserModel.deleteMany({ session: "s1" }).lean(); }`,
  `function change(session: string) { return UserModel.updateMany({}, { session }, { a: session }); }`,
])("refuses what the embedded engine may stand still at: %s", async (code) => {
  expect(await refused(code)).toEqual([
    "Many documents at once, in no transaction: the embedded engine may stand still.",
  ]);
});
