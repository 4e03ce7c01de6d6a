/** Pages for the option `block`: ads and trackers, a chat, a banner in a frame. */
import { html, type Pages, picture } from "./pages.ts";

const WORDS = "<p>We and our partners use cookies to improve your experience.</p>";
const AD = "position:absolute;left:0;width:300px;height:100px";

export const clearPages: Pages = {
  "/shop": html(
    "Shop",
    `<h1>Words of the page</h1><img src="/photo.svg" width="200" height="100">
    <div class="ad-banner" style="top:300px;background:#f00;${AD}">Sponsored</div>
    <ins class="adsbygoogle" style="display:block;top:420px;background:#f00;${AD}">Advert</ins>
    <iframe src="https://googleads.g.doubleclick.net/pagead/ads?client=ca-pub-1" style="top:540px;${AD};border:0"></iframe>
    <iframe src="/inner" style="position:absolute;left:400px;top:300px"></iframe>
    <script src="/pagead/js/adsbygoogle.js"></script>
    <script src="https://www.google-analytics.com/analytics.js"></script>
    <script src="https://widget.intercom.io/widget/abc"></script>
    <div class="intercom-lightweight-app"><div style="position:fixed;right:16px;bottom:16px;width:60px;height:60px;background:#f00">Ask us</div></div>
    <div id="sp_message_container_1" style="position:fixed;inset:0;background:#f00">
      <iframe id="sp_message_iframe_1" src="/index.html?message_id=1" style="width:100%;height:100%"></iframe>
    </div>
    <script>
      document.documentElement.style.overflow = "hidden";
      addEventListener("message", ({ data }) => {
        if (data !== "refused") return;
        document.querySelector("#sp_message_container_1").remove();
        document.querySelector("h1").append(", with consent refused");
      });
    </script>`,
  ),
  "/inner": html(
    "Inner",
    '<p>Words of the frame</p><iframe src="https://googleads.g.doubleclick.net/pagead/ads?client=ca-pub-2"></iframe>',
  ),
  "/stubborn": html(
    "Stubborn",
    `<h1>Words of the page</h1>
    <div id="onetrust-consent-sdk"><div id="onetrust-banner-sdk" style="position:fixed;bottom:0;height:100px;width:100%">
      ${WORDS}<button id="onetrust-reject-all-handler" onclick="location.reload()">Reject All</button>
    </div></div>`,
  ),
  "/photo.svg": picture("#0a0"),
  "/pagead/js/adsbygoogle.js": (_, response) => {
    response.setHeader("content-type", "text/javascript").end("document.title = 'Shop with adverts'");
  },
  "/index.html": html(
    "Message",
    `${WORDS}<button class="message-component sp_choice_type_12">Options</button>
    <button class="message-component sp_choice_type_13" onclick="parent.postMessage('refused', '*')">Reject all</button>
    <button class="message-component sp_choice_type_11" onclick="parent.postMessage('accepted', '*')">Accept all</button>`,
  ),
};
