type InPageFunction = (...args: never[]) => unknown;

declare module "*.in-page.js" {
  const fn: InPageFunction;
  export default fn;
}
