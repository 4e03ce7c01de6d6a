/**
 * The lists of the build, which `tools/filters/serialize.ts` makes into engines. Ads and trackers: the hosts of third-party-web, and rules for elements of our own. They are in use
 * until EasyList and EasyPrivacy are in R2. Chats: always these.
 */
import thirdPartyWeb from "third-party-web/nostats-subset.js";
import type { Unwanted } from "#contract/job/values.ts";
import { CHAT_RULES } from "./chats.ts";

/** The categories of third-party-web in each list. */
const CATEGORIES: Record<"ads" | "trackers", readonly string[]> = {
  ads: ["ad"],
  trackers: ["analytics", "tag-manager"],
};

/**
 * Elements and paths that ads of many sites share. Names that sites also give to other things are left out, such as `advert`
 * for the classified ads that a page is about.
 */
const AD_RULES = [
  "/pagead/js/adsbygoogle.js",
  "/adsbygoogle.js",
  "/tag/js/gpt.js",
  "/prebid.js",
  "/prebid-ads.js",
  "##ins.adsbygoogle",
  '##div[id^="div-gpt-ad"]',
  '##div[id^="google_ads_iframe_"]',
  '##iframe[id^="google_ads_iframe_"]',
  '##iframe[src*="://ads."]',
  '##a[href^="https://ad.doubleclick.net/"]',
  '##a[href*=".googlesyndication.com/"]',
  "##amp-ad",
  "##amp-embed[type=taboola]",
  ...[
    "ad-banner",
    "ad-container",
    "ad-leaderboard",
    "ad-placeholder",
    "ad-placement",
    "ad-sidebar",
    "ad-slot",
    "ad-unit",
    "ad-wrapper",
    "ad_banner",
    "ad_container",
    "ad_slot",
    "ads-banner",
    "ads-container",
    "adslot",
    "adunit",
    "advertisement",
    "adwrapper",
    "banner-ad",
    "banner-ads",
    "banner_ad",
    "dfp-ad",
    "google-ad",
    "google-ads",
    "leaderboard-ad",
    "native-ad",
    "sidebar-ad",
    "sidebar-ads",
    "sponsored-ad",
    "sticky-ad",
  ].flatMap((name) => [`##.${name}:not(body)`, `###${name}:not(body)`]),
  ...["OUTBRAIN", "trc_rbox_container", "taboola-container", "mgbox", "revcontent", "dianomi_context"].map(
    (name) => `##.${name}`,
  ),
  '##div[id^="taboola-"]',
  "##.ob-widget",
];

const TRACKER_RULES = [
  "/gtag/js?id=",
  "/google-analytics/analytics.js",
  "/matomo.js",
  "/piwik.js",
  '##img[width="1"][height="1"][src*="/tr?id="]',
];

function hosts(list: "ads" | "trackers"): string[] {
  return thirdPartyWeb.entities
    .filter(({ category }) => CATEGORIES[list].includes(category))
    .flatMap(({ domains }) => domains.map((domain) => `||${domain.replace(/^\*\./, "")}^$third-party`));
}

/** The rules of a list, in the syntax of EasyList. */
export function builtInRules(name: Unwanted): string[] {
  switch (name) {
    case "ads":
      return [...hosts("ads"), ...AD_RULES];
    case "trackers":
      return [...hosts("trackers"), ...TRACKER_RULES];
    case "chats":
      return CHAT_RULES;
    case "cookieBanners":
      // Their scripts are loaded, because some pages wait for them.
      return [];
  }
}
