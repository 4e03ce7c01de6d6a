/** As Wrangler declares it for worker-render. */
declare module "*.bin" {
  const bytes: ArrayBuffer;
  export default bytes;
}
