/** Compares the imports with the table of rooms. Each fault is one sentence. */
import { posix } from "node:path";
import type { Imports } from "./read-imports.ts";
import type { Rooms, Walls } from "./rooms.ts";

const TABLE = "tools/rooms/rooms.ts";
/** A unit test, or a file that only unit tests use. Files in tests/ follow their room's line instead. */
const UNIT_TEST = /^(?!tests\/).*(\.test\.tsx?|\/test-[^/]+)$/;

export function findFaults(imports: Imports, walls: Walls): string[] {
  return [
    ...faultsOfTable(imports, walls.rooms),
    ...[...imports].flatMap(([file, targets]) => targets.flatMap((to) => faultOf(file, to, walls))),
    ...findCircles(imports),
  ];
}

function faultsOfTable(imports: Imports, rooms: Rooms): string[] {
  const inUse = new Set([...imports.keys()].map(roomOf));
  const names = Object.keys(rooms);
  const missing = [...inUse].filter((room) => !(room in rooms));
  const empty = names.filter((room) => !inUse.has(room));
  const wrong = names.flatMap((room, index) => {
    const above = new Set(names.slice(0, index));
    const named = expand(room, rooms[room] ?? [], rooms);
    return named.filter((other) => !above.has(other)).map((other) => [room, other]);
  });
  return [
    ...missing.map((room) => `${room} is not in ${TABLE}. Add a line that says what it may import.`),
    ...empty.map((room) => `${room} holds no code. Remove its line from ${TABLE}.`),
    ...wrong.map(([room, other]) => `${room} may name only rooms above it in ${TABLE}, and ${other} is not.`),
  ];
}

function faultOf(file: string, to: string, { rooms, tests, withoutNode }: Walls): string[] {
  const [room, part] = [roomOf(file), partOf(file)];
  const isTest = UNIT_TEST.test(file);
  if (to.startsWith("node:")) {
    const isWrong = withoutNode.includes(part) && !isTest && !file.endsWith(".config.ts");
    return isWrong ? [`${file} imports ${to}. ${part} runs without Node.`] : [];
  }
  if (!isOurs(to, rooms)) return [];
  if (UNIT_TEST.test(to) && !isTest)
    return [`${file} imports ${to}. Only unit tests import a unit test's files.`];
  const isOwn = isTest ? partOf(to) === part : roomOf(to) === room;
  const allowed = isTest ? allowedToTests(part, rooms, tests) : (rooms[room] ?? []);
  if (isOwn || expand(room, allowed, rooms).includes(roomOf(to))) return [];
  const who = isTest ? `A unit test of ${part}` : `A file of ${room}`;
  const list = [...new Set(allowed)].join(", ") || "nothing";
  return [`${file} imports ${to}. ${who} may import, from other rooms, ${list} (${TABLE}).`];
}

function allowedToTests(part: string, rooms: Rooms, tests: Rooms): string[] {
  const own = Object.keys(rooms).filter((room) => partOf(room) === part);
  return [...own.flatMap((room) => rooms[room] ?? []), ...(tests[part] ?? [])];
}

/** The rooms that a line names. `store/*` is store and all rooms in it, without the line's own room. */
function expand(room: string, names: readonly string[], rooms: Rooms): string[] {
  return names.flatMap((name) => {
    if (!name.endsWith("/*")) return [name];
    const top = name.slice(0, -2);
    return Object.keys(rooms).filter((one) => one !== room && `${one}/`.startsWith(`${top}/`));
  });
}

/** A file's folder. A file of the root is its own room. */
function roomOf(file: string): string {
  return file.includes("/") ? posix.dirname(file) : file;
}

function partOf(path: string): string {
  return path.split("/")[0] ?? "";
}

function isOurs(path: string, rooms: Rooms): boolean {
  return Object.keys(rooms).some((room) => partOf(room) === partOf(path));
}

/** One sentence for each circle: files that import each other, directly or through others. */
function findCircles(imports: Imports): string[] {
  const circles: string[] = [];
  const done = new Set<string>();
  const visit = (file: string, way: readonly string[]) => {
    const at = way.indexOf(file);
    if (at >= 0) circles.push(`${[...way.slice(at), file].join(" → ")}: these files import each other.`);
    if (at >= 0 || done.has(file)) return;
    for (const to of imports.get(file) ?? []) visit(to, [...way, file]);
    done.add(file);
  };
  for (const file of imports.keys()) visit(file, []);
  return circles;
}
