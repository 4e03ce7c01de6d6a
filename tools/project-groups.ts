/**
 * The projects of vitest.config.ts that `npm run tests` runs in one Vitest process each, at once. Each worker of a process loads the
 * code of each of its projects, which takes up to 12 s in workerd: so few projects share a process, and each process has few workers.
 * Their number is for two processors. Together they are more, because many tests wait for a page or a browser.
 */
export const GROUPS = [
  { projects: ["worker-api"], workers: 3 },
  { projects: ["worker-render", "node", "store"], workers: 2 },
  { projects: ["web"], workers: 1 },
] as const;

/** They come after all others. */
export const END_TO_END = "e2e";

const NAMES: readonly string[] = [...GROUPS.flatMap(({ projects }) => projects), END_TO_END];

/** Returns the projects. @throws Error if one of them is in no group */
export function inGroups<Project extends { test: { name: string } }>(projects: Project[]): Project[] {
  for (const { test } of projects) {
    if (!NAMES.includes(test.name)) throw new Error(`tools/project-groups.ts has no project ${test.name}.`);
  }
  return projects;
}
