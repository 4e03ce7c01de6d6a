/**
 * Shows a document in shades of gray: a white sheet with the blend mode Color lies over each page. It takes the colours away
 * from what is below it and keeps the lightness. Text stays text.
 */
import {
  beginMarkedContent,
  endMarkedContent,
  fill,
  PDFDict,
  type PDFDocument,
  PDFName,
  type PDFPage,
  popGraphicsState,
  pushGraphicsState,
  rectangle,
  setFillingRgbColor,
  setGraphicsState,
} from "@cantoo/pdf-lib";

/** Readers smooth the edges of the sheet: what is exactly as large as the page leaves a line of colour. */
const BEYOND_PT = 1;

export function showInGray(document: PDFDocument): void {
  const { context } = document;
  const state = context.register(context.obj({ Type: "ExtGState", BM: "Color", ca: 1, SMask: "None" }));
  for (const page of document.getPages()) {
    blendInRgb(page);
    cover(page, page.node.newExtGState("Gray", state));
  }
}

/** Without a colour space of the page, colours are blended in that of the device, which may be a printer's. */
function blendInRgb({ node, doc: { context } }: PDFPage): void {
  const [key, space] = [PDFName.of("Group"), PDFName.of("CS")];
  const group = node.lookupMaybe(key, PDFDict) ?? context.obj({ Type: "Group", S: "Transparency", I: true });
  if (!group.has(space)) group.set(space, PDFName.of("DeviceRGB"));
  if (!node.has(key)) node.set(key, group);
}

/** The sheet is white, because an empty part of the page takes its colour from it. An artifact is not read aloud. */
function cover(page: PDFPage, state: PDFName): void {
  const { x, y, width, height } = page.getMediaBox();
  const [left, bottom] = [x - BEYOND_PT, y - BEYOND_PT];
  page.pushOperators(
    beginMarkedContent("Artifact"),
    pushGraphicsState(),
    setGraphicsState(state),
    setFillingRgbColor(1, 1, 1),
    rectangle(left, bottom, width + 2 * BEYOND_PT, height + 2 * BEYOND_PT),
    fill(),
    popGraphicsState(),
    endMarkedContent(),
  );
}
