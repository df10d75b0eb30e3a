import { z } from "zod";
import { refusalMessage } from "./refusal";

/**
 * What a schema says of what no person types: a list for a text, a number for a choice. zod's own
 * words are English. Messages that a schema gives itself stand.
 */
z.setErrorMap(() => ({ message: refusalMessage("invalid") }));
