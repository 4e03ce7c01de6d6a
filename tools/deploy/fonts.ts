/** The fonts in R2, with which worker-render draws what its browser has no glyphs for. */
import { z } from "zod";
import { bucketPath, hasBucket } from "./bucket.ts";
import type { Deployment, Step } from "./step.ts";

const Objects = z.array(z.object({ key: z.string() }));

/** An object of an earlier release stays: its Worker may still run, and the bucket's end removes it. */
export function fontsStep(deployment: Deployment): Step {
  const { fonts, account } = deployment;
  const path = `${bucketPath(deployment)}/objects`;
  return {
    name: "fonts for all scripts",
    async look() {
      if (!(await hasBucket(deployment))) return "upload";
      const found = await account.cloudflare.read(`${path}?prefix=${encodeURIComponent(fonts.key)}`, Objects);
      return found.some(({ key }) => key === fonts.key) ? null : "upload";
    },
    async change() {
      await account.cloudflare.upload(`${path}/${encodeURIComponent(fonts.key)}`, new Blob([fonts.read()]));
    },
    loss: async () => null,
    remove: async () => {},
  };
}
