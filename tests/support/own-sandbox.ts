import { emptySandbox } from "./payments";

// Runs before each test file: those of one worker share a product that was told of one sandbox.
await emptySandbox();
