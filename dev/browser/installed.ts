/** Finds a Chrome or Chromium that the machine already has. */
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

const NAMES = ["google-chrome-stable", "google-chrome", "chromium", "chromium-browser"];
const APPLICATIONS = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** The executable's path, or null. */
export function findInstalledChrome(): string | null {
  const onPath = (process.env.PATH ?? "")
    .split(delimiter)
    .flatMap((folder) => NAMES.map((name) => join(folder, name)));
  const places = process.platform === "darwin" ? [...APPLICATIONS, ...onPath] : onPath;
  return places.find((place) => existsSync(place)) ?? null;
}
