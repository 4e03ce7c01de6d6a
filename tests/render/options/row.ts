/** A row of the table of options. */
import { readPdf } from "../../stage/read-pdf.ts";
import type { convert } from "../convert.ts";

export type Result = Awaited<ReturnType<typeof convert>>;
export type Nested = { [name: string]: Value };
export type Value = Nested | Value[] | string | number | boolean;

export interface Row {
  /** Path of the option inside `options`. */
  option: string;
  accepted: Value;
  refused: unknown;
  page: string;
  /** Other options that this one needs. */
  with?: Nested;
  /** Runs at night only, because a row beside it tests most of the same code. */
  nightly?: boolean;
  effect(result: Result): Promise<void> | void;
}

export const SHOT = { outputType: "screenshot" };

export const text = async ({ bytes }: Result) => (await readPdf(bytes)).map((page) => page.text).join(" ");

export const atNight = (row: Row): Row => ({ ...row, nightly: true });
