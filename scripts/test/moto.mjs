import { pythonProgram } from "./pip.mjs";

/**
 * A stand-in for Amazon's services (https://docs.getmoto.org) that checks signatures and policies as they do.
 * Its own list for a server (`moto[server]`) brings 120 MB for services that are not asked.
 */
const { python, obstacle } = pythonProgram({
  name: "moto",
  packages: ["moto==5.2.5", "flask==3.1.3", "flask-cors==6.0.5"],
  proof: ["-c", "import moto.server"],
});

/** The Python that `-m moto.server` is there for, once it is installed. */
export const MOTO_PYTHON = python;

export const motoObstacle = obstacle;
