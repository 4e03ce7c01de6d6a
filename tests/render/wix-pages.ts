/** Pages with the markup of a Wix site before a visitor scrolls: blurred images, hidden content, an advert. */
import { html, type Pages, picture } from "./pages.ts";

export const WIX = {
  sharp: "rgb(12, 140, 60)",
  blurred: "rgb(200, 200, 200)",
  animated: "rgb(140, 12, 90)",
} as const;

const info = JSON.stringify({ imageData: { uri: "abc~mv2.jpg", width: 1200, height: 800 }, isLQIP: true });
const placeholder =
  "/media/abc~mv2.jpg/v1/fill/w_49,h_33,al_c,q_80,usm_0.66_1.00_0.01,blur_2,enc_auto/abc~mv2.jpg";

export const wixPages: Pages = {
  [placeholder]: picture(WIX.blurred),
  "/media/abc~mv2.jpg/v1/fill/w_600,h_400,al_c,q_80,usm_0.66_1.00_0.01,enc_auto/abc~mv2.jpg": picture(
    WIX.sharp,
    100,
    600,
    400,
  ),
  "/wix": siteOf(""),
  "/named-wix": siteOf('<meta name="generator" content="Wix.com Website Builder">'),
  "/hosted-by-wix": siteOf("<script async src='//static.parastorage.com/services/main.js'></script>"),
  "/mentions-wix": html(
    "About Wix",
    "<p id=words>Wix</p><img alt='' src='//static.wixstatic.com/media/a.png'>",
  ),
};

function siteOf(head: string): ReturnType<typeof html> {
  return html(
    "Made with Wix",
    `${head}<div id="WIX_ADS">This site was designed with the website builder</div>
     <div id="SITE_CONTAINER"><div id="SITE_ROOT">
       <h1>Sections</h1>
       <section style="height:1500px"></section>
       <wow-image data-image-info='${info}' style="display:block;width:600px;height:400px">
         <img src="${placeholder}" srcset="${placeholder} 1x" style="width:600px;height:400px;filter:blur(2px)">
       </wow-image>
       <div data-motion-enter="FadeIn" style="visibility:hidden;width:300px;height:300px;background:${WIX.animated}">Entered</div>
       <section data-bg-effect-name="BgParallax" style="height:300px"><div style="position:fixed;inset:0;background:rgb(1, 99, 199)"></div></section>
       <section style="height:500px">The end of the site</section>
     </div></div>
     <div id="SCROLL_TO_TOP">up</div>`,
    `html,body{height:100%;overflow:hidden}#SITE_CONTAINER{height:100vh;overflow-y:scroll}
     :root{--wix-ads-height:50px}#WIX_ADS{position:fixed;top:0;height:50px;width:100%;background:rgb(255, 0, 255)}
     #SITE_ROOT{position:relative;top:var(--wix-ads-height)}`,
  );
}
