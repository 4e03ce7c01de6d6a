/** Constants that the build puts into the site. */
import { readOperator } from "../operator.ts";
import { turnstileSiteKey } from "../turnstile-csp.ts";

export function siteConstants(): Record<string, string> {
  const { origin, supportEmail } = readOperator();
  return {
    "import.meta.env.VITE_TURNSTILE_SITE_KEY": JSON.stringify(turnstileSiteKey()),
    "import.meta.env.VITE_SUPPORT_EMAIL": JSON.stringify(supportEmail),
    "import.meta.env.VITE_ORIGIN": JSON.stringify(origin),
  };
}
