/**
 * The projects of vitest.config.ts that `npm run tests` runs in one Vitest process each, at once. Each worker of a process loads the
 * code of each of its projects, which takes up to 12 s in workerd: so few projects share a process, and each process has few workers.
 */
export const GROUPS = [
  ["worker-api", "store"],
  ["worker-render", "node"],
] as const;

/** It begins when lint, types and the build are done. */
export const SCREENS = "web";

/** They come after all others. */
export const END_TO_END = "e2e";

const NAMES: readonly string[] = [...GROUPS.flat(), SCREENS, END_TO_END];

/** Returns the projects. @throws Error if one of them is in no group */
export function inGroups<Project extends { test: { name: string } }>(projects: Project[]): Project[] {
  for (const { test } of projects) {
    if (!NAMES.includes(test.name)) throw new Error(`tools/project-groups.ts has no project ${test.name}.`);
  }
  return projects;
}
