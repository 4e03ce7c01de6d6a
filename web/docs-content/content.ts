/** What the build makes of the OpenAPI document and the guides (tools/site), as the documentation shows it. */

/** A field of a request or a response. */
export interface FieldRow {
  /** Path inside the body, such as `options.pdfOptions.format`, or the name of a parameter. */
  path: string;
  type: string;
  /** Accepted values, in words. */
  bounds: string;
  /** Default, in words. */
  fallback: string;
  required: boolean;
  meaning: string;
}

export interface ResponseInfo {
  status: string;
  meaning: string;
  rows: readonly FieldRow[];
  /** JSON; empty for other content. */
  example: string;
}

export interface Operation {
  /** Anchor on its page. */
  id: string;
  method: string;
  path: string;
  title: string;
  meaning: string;
  /** What a caller may prove its identity with. */
  access: readonly string[];
  parameters: readonly (FieldRow & { place: string })[];
  body: readonly FieldRow[];
  /** JSON; empty for requests without a body. */
  example: string;
  responses: readonly ResponseInfo[];
  /** Codes of the errors that the operation returns. */
  codes: readonly string[];
}

export interface ReferencePage {
  kind: "reference";
  title: string;
  meaning: string;
  operations: readonly Operation[];
}

/** A part of a guide: a text, or an element with its attributes and its children. */
export type GuideNode = string | GuideElement;
export interface GuideElement {
  tag: string;
  id?: string;
  /** Of a link or an image. */
  href?: string;
  /** Of an image. */
  alt?: string;
  /** Of a block of code. */
  language?: string;
  children: readonly GuideNode[];
}

export interface GuidePage {
  kind: "guide";
  title: string;
  nodes: readonly GuideNode[];
}

export type DocsPage = ReferencePage | GuidePage;

export interface PageSection {
  href: string;
  title: string;
}

/** An entry of the navigation. */
export interface PageEntry {
  href: string;
  title: string;
}

export interface PageGroup {
  title: string;
  pages: readonly PageEntry[];
}

export interface SearchEntry {
  title: string;
  /** The entry's page or kind. */
  place: string;
  text: string;
  href: string;
}

/** Milliseconds of one job on an idle service, of a page of the bench. */
export interface KnownTimes {
  page: string;
  output: string;
  platen: number;
  /** null: the tool does not make the same file. */
  puppeteer: number | null;
  browserless: number | null;
}
