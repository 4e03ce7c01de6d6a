export function SaveAsPdf() {
  return (
    <>
      <script src="https://YOUR-PLATEN-HOST/cdn/widget/bundle.js" async />
      <platen-button
        public-key="pk_live_…"
        pdf-format="Letter"
        onplaten-done={(event) => console.log(`${event.detail.filename} is ready`)}
      />
    </>
  );
}
