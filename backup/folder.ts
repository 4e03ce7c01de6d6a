/**
 * The folder of a backup: `manifest.json`, the database that it names, the objects of the bucket under `objects/`, and their
 * checksums in `objects.jsonl`. The manifest is written last: until then, the backup before is the valid one.
 */
import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { appendFile, mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { z } from "zod";

export const Manifest = z.object({
  format: z.literal(1),
  /** ISO 8601: when the database was read. */
  takenAt: z.string(),
  migrations: z.array(z.string()),
  database: z.object({ file: z.string(), sha256: z.string(), rows: z.record(z.string(), z.number()) }),
  objects: z.object({
    count: z.number(),
    bytes: z.number(),
    /** Deleted between the export of the database and the copy. */
    missing: z.array(z.string()),
  }),
});
export type Manifest = z.infer<typeof Manifest>;

const StoredObject = z.object({ key: z.string(), bytes: z.number(), sha256: z.string() });
export type StoredObject = z.infer<typeof StoredObject>;

/** Readable by the owner only: the backup holds customers' files. */
export const PRIVATE = { mode: 0o600 };
const PARTIAL = ".partial";

/** Further databases have backups of their own inside the folder, each with the files of its accounts. */
export function backupOf(folder: string, index: number): BackupFolder {
  return new BackupFolder(index === 0 ? folder : join(folder, "databases", String(index)));
}

/** How many databases the backup has. */
export async function countBackups(folder: string): Promise<number> {
  const further = await readdir(join(folder, "databases")).catch(() => []);
  return 1 + further.length;
}

export class BackupFolder {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  private get manifestFile(): string {
    return join(this.path, "manifest.json");
  }

  private get checksumsFile(): string {
    return join(this.path, "objects.jsonl");
  }

  databaseFile(name: string): string {
    return join(this.path, name);
  }

  objectFile(key: string): string {
    return join(this.path, "objects", ...key.split("/"));
  }

  async create(): Promise<void> {
    await mkdir(this.path, { recursive: true, mode: 0o700 });
  }

  /** Null when no backup was completed in this folder. */
  async readManifest(): Promise<Manifest | null> {
    const text = await readFile(this.manifestFile, "utf8").catch(() => null);
    return text === null ? null : Manifest.parse(JSON.parse(text));
  }

  /** From now on, this is the valid backup. */
  async writeManifest(manifest: Manifest): Promise<void> {
    await this.replace(this.manifestFile, `${JSON.stringify(manifest, null, 2)}\n`);
  }

  private async replace(file: string, text: string): Promise<void> {
    await writeFile(file + PARTIAL, text, PRIVATE);
    await rename(file + PARTIAL, file);
  }

  /** The objects that are in the folder whole. A line that a crash has cut is left out. */
  async readObjects(): Promise<Map<string, StoredObject>> {
    const text = await readFile(this.checksumsFile, "utf8").catch(() => "");
    const objects = new Map<string, StoredObject>();
    for (const line of text.split("\n")) {
      const object = parseLine(line);
      if (object) objects.set(object.key, object);
    }
    return objects;
  }

  /** Stores an object and its checksum. */
  async addObject(key: string, body: ReadableStream<Uint8Array>): Promise<StoredObject> {
    const file = this.objectFile(key);
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    const hash = createHash("sha256");
    let bytes = 0;
    const measure = new Transform({
      transform(chunk: Uint8Array, _, done) {
        hash.update(chunk);
        bytes += chunk.length;
        done(null, chunk);
      },
    });
    await pipeline(Readable.from(body), measure, createWriteStream(file + PARTIAL, PRIVATE));
    await rename(file + PARTIAL, file);
    const object = { key, bytes, sha256: hash.digest("hex") };
    // A line break first, so that a line that a crash has cut stays apart.
    await appendFile(this.checksumsFile, `\n${JSON.stringify(object)}`, PRIVATE);
    return object;
  }

  /** Deletes what the manifest does not need: objects of deleted jobs, and databases of earlier runs. */
  async prune(keys: ReadonlySet<string>, databaseFile: string): Promise<void> {
    const objects = await this.readObjects();
    for (const key of objects.keys()) if (!keys.has(key)) await rm(this.objectFile(key), { force: true });
    const kept = [...objects.values()].filter(({ key }) => keys.has(key));
    await this.replace(this.checksumsFile, kept.map((object) => `${JSON.stringify(object)}\n`).join(""));
    const others = (await readdir(this.path)).filter(
      (name) => name.startsWith("database-") && name !== databaseFile,
    );
    for (const name of others) await rm(join(this.path, name));
  }
}

function parseLine(line: string): StoredObject | null {
  try {
    return StoredObject.parse(JSON.parse(line));
  } catch {
    return null;
  }
}

export async function sha256Of(file: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(file)) hash.update(chunk);
  return hash.digest("hex");
}

export async function sizeOf(file: string): Promise<number | null> {
  return stat(file).then(
    ({ size }) => size,
    () => null,
  );
}
