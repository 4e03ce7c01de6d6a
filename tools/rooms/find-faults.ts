/** Compares the imports with the table of rooms. Each fault is one sentence. */
import { posix } from "node:path";
import type { Imports } from "./read-imports.ts";
import type { Rooms, Walls } from "./rooms.ts";

const TABLE = "tools/rooms/rooms.ts";
/** A unit test, or a file that only unit tests use. Files in tests/ follow their room's line instead. */
const UNIT_TEST = /^(?!tests\/).*(\.test\.tsx?|\/test-[^/]+)$/;

export function findFaults(imports: Imports, walls: Walls): string[] {
  const parts = new Set(Object.keys(walls.rooms).map(partOf));
  const isBound = (to: string) => to.startsWith("node:") || parts.has(partOf(to));
  return [
    ...faultsOfTable(imports, walls.rooms),
    ...[...imports].flatMap(([file, targets]) =>
      targets.filter(isBound).flatMap((to) => faultOf(file, to, walls)),
    ),
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
  if (UNIT_TEST.test(to) && !isTest)
    return [`${file} imports ${to}. Only unit tests import a unit test's files.`];
  const isOwn = isTest ? partOf(to) === part : roomOf(to) === room;
  if (isOwn) return [];
  const allowed = isTest ? allowedToTests(part, rooms, tests) : (rooms[room] ?? []);
  const other = roomOf(to);
  if (other in rooms && allowed.some((name) => stands(other, name, room))) return [];
  const who = isTest ? `A unit test of ${part}` : `A file of ${room}`;
  const list = [...new Set(allowed)].join(", ") || "nothing";
  return [`${file} imports ${to}. ${who} may import, from other rooms, ${list} (${TABLE}).`];
}

function allowedToTests(part: string, rooms: Rooms, tests: Rooms): string[] {
  const own = Object.keys(rooms).filter((room) => partOf(room) === part);
  return [...own.flatMap((room) => rooms[room] ?? []), ...(tests[part] ?? [])];
}

/** The rooms that a line names. */
function expand(room: string, names: readonly string[], rooms: Rooms): string[] {
  return names.flatMap((name) =>
    name.endsWith("/*") ? Object.keys(rooms).filter((other) => stands(other, name, room)) : [name],
  );
}

/** Whether a name in the line of `room` stands for `other`. `store/*` is store and all rooms in it, without `room` itself. */
function stands(other: string, name: string, room: string): boolean {
  if (!name.endsWith("/*")) return other === name;
  return other !== room && `${other}/`.startsWith(name.slice(0, -1));
}

/** A file's folder. A file of the root is its own room. */
function roomOf(file: string): string {
  return file.includes("/") ? posix.dirname(file) : file;
}

function partOf(path: string): string {
  return path.split("/")[0] ?? "";
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
