import ts from "typescript";
import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { at } from "../lib/paths.mjs";
import { sourceFiles } from "./source-texts";
