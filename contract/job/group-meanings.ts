/** What each group of options is for, by its name. */
export const GROUP_MEANINGS: Readonly<Record<string, string>> = {
  basicAuth: "User name and password of a page with HTTP authentication",
  pdfOptions: "Options of a PDF",
  metadata: "Properties of the document, as PDF readers show them",
  watermark: "A text or picture of your own over each page",
  margin: "Margins of each sheet",
  viewport: "Size of the browser's window",
  screenshotOptions: "Options of a screenshot",
  clip: "The part of the page to capture",
  resize: "Largest size of the image",
  geolocation: "Where the page sees its visitor",
  waitFor: "What to wait for before the capture",
};
