/** Where a backup comes from and where it is restored: the database and the bucket of a deployed service, or of a local one. */

export interface Database {
  /** Writes the whole database, as it is at one moment, as SQL into a file. */
  exportSql(file: string): Promise<void>;
  /** Rows of a statement that reads. */
  query(sql: string): Promise<unknown[]>;
  /** Runs all statements, or none. Each is shorter than D1's limit. */
  runAll(statements: Iterable<string>): Promise<void>;
  close(): Promise<void>;
}

export interface Bucket {
  /** Null when the bucket has no such object. */
  read(key: string): Promise<ReadableStream<Uint8Array> | null>;
  write(key: string, file: { path: string; sha256: string }): Promise<void>;
}

export type Place = Database & Bucket;
