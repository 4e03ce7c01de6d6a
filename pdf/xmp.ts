/** The metadata that PDF 2.0 and PDF/UA expect in place of the old properties. */
import type { PdfProperties } from "#contract/pdf-file.ts";

export const XMP_TYPE = "/Type /Metadata\n/Subtype /XML";

const HEAD = `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/">`;
const TAIL = `</rdf:Description>
</rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>`;

export function xmpOf({ title, author, subject, keywords, language }: PdfProperties): Buffer {
  const lines = [
    title && `<dc:title>${inLanguages(title)}</dc:title>`,
    author && `<dc:creator><rdf:Seq><rdf:li>${escaped(author)}</rdf:li></rdf:Seq></dc:creator>`,
    subject && `<dc:description>${inLanguages(subject)}</dc:description>`,
    keywords && `<pdf:Keywords>${escaped(keywords)}</pdf:Keywords>`,
    language && `<dc:language><rdf:Bag><rdf:li>${escaped(language)}</rdf:li></rdf:Bag></dc:language>`,
  ];
  return Buffer.from([HEAD, ...lines.filter(Boolean), TAIL].join("\n"));
}

function inLanguages(text: string): string {
  return `<rdf:Alt><rdf:li xml:lang="x-default">${escaped(text)}</rdf:li></rdf:Alt>`;
}

/** Without the control characters, which XML does not allow. */
function escaped(text: string): string {
  return [...text]
    .filter((char) => char >= " " && char !== "\uFFFE" && char !== "\uFFFF")
    .join("")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}
