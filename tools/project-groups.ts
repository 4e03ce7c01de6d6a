/**
 * The projects of vitest.config.ts that `npm run tests` runs in one Vitest process each, all but the end-to-end tests at once. Each
 * worker of a process loads the code of each of its projects, which takes up to 12 s in workerd: two processes of two workers load
 * half as much as one of four.
 */
export const GROUPS = [
  ["worker-api", "store", "web"],
  ["worker-render", "node"],
] as const;

/** They come after all others. */
export const END_TO_END = "e2e";

const NAMES: readonly string[] = [...GROUPS.flat(), END_TO_END];

/** Returns the projects. @throws Error if one of them is in no group */
export function inGroups<Project extends { test: { name: string } }>(projects: Project[]): Project[] {
  for (const { test } of projects) {
    if (!NAMES.includes(test.name)) throw new Error(`tools/project-groups.ts has no project ${test.name}.`);
  }
  return projects;
}
