import type { SearchEntry } from "../../docs-content/content.ts";

const MAX_RESULTS = 12;

/** How well an entry fits a word: the title's beginning counts most. 0 if the word is not in the entry. */
function matchOf({ title, place, text }: SearchEntry, word: string): number {
  const name = title.toLowerCase();
  if (name === word) return 8;
  if (name.startsWith(word)) return 5;
  if (name.split(/[^\p{L}\p{N}]+/v).some((part) => part.startsWith(word))) return 4;
  if (name.includes(word)) return 3;
  return `${place} ${text}`.toLowerCase().includes(word) ? 1 : 0;
}

/** The entries that contain every word of the query, best first. */
export function findEntries(entries: readonly SearchEntry[], query: string): SearchEntry[] {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  if (words.length === 0) return [];
  return entries
    .map((entry) => ({ entry, fits: words.map((word) => matchOf(entry, word)) }))
    .filter(({ fits }) => fits.every((points) => points > 0))
    .map(({ entry, fits }) => ({ entry, points: fits.reduce((sum, points) => sum + points, 0) }))
    .sort((a, b) => b.points - a.points)
    .slice(0, MAX_RESULTS)
    .map(({ entry }) => entry);
}
