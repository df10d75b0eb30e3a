import { expect, it } from "vitest";
import { secondFactorInput } from "./second-factor-forms";

const read = (code: string) => secondFactorInput.schema.safeParse({ code });

it("a code is six figures, however they are spaced", () => {
  expect(read(" 123 456 ").data).toEqual({ code: "123456" });
  expect(read("\u200e123\u00ad456").data).toEqual({ code: "123456" });
  for (const code of ["12345", "1234567", "12345a"]) {
    expect(read(code).error?.issues).toMatchObject([
      { path: ["code"], message: "Saisissez les 6 chiffres que montre votre application." },
    ]);
  }
});
