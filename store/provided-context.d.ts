/** Values that vitest.config.ts passes to the tests inside workerd. */
import "vitest";

declare module "vitest" {
  interface ProvidedContext {
    migrations: { name: string; queries: string[] }[];
    /** Origin of dev/access. */
    accessOrigin: string;
  }
}
