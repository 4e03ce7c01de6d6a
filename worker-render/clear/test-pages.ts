/** Pages with the elements that consent managers and chats of other companies make. The buttons note the choice. */

function page(unwanted: string, script = ""): string {
  return `<!doctype html><title>Shop</title>
<style>
  body { font: 16px sans-serif }
  .fixed { position: fixed; z-index: 99999; right: 0; bottom: 0; width: 100%; height: 200px; background: #fff }
  .bubble { position: fixed; right: 16px; bottom: 16px; width: 60px; height: 60px; background: #06c }
</style>
<main><h1>Words of the page</h1><div style="height: 3000px"></div></main>
${unwanted}
<script>
  const choose = (choice) => {
    window.choice = choice;
    document.querySelector("[data-unwanted=banner]").remove();
    document.body.style.overflow = "";
  };
  ${script}
</script>`;
}

const LOCKED = 'document.body.style.overflow = "hidden";';
const refuse = `onclick="choose('refused')"`;
const accept = `onclick="choose('accepted')"`;
const banner = 'data-unwanted="banner"';
const WORDS = "<p>We and our partners use cookies to improve your experience.</p>";

export const BANNER_PAGES: Record<string, { html: string; choice: "refused" | null }> = {
  OneTrust: {
    choice: "refused",
    html: page(
      `<div id="onetrust-consent-sdk" ${banner}><div class="onetrust-pc-dark-filter ot-fade-in" style="position:fixed;inset:0"></div>
      <div id="onetrust-banner-sdk" class="otFlat bottom ot-wo-title fixed" role="region" aria-label="Cookie banner">${WORDS}
      <div id="onetrust-button-group"><button id="onetrust-pc-btn-handler">Cookies Settings</button>
      <button id="onetrust-reject-all-handler" ${refuse}>Reject All</button>
      <button id="onetrust-accept-btn-handler" ${accept}>Accept All Cookies</button></div></div></div>`,
      LOCKED,
    ),
  },
  Cookiebot: {
    choice: "refused",
    html: page(
      `<div ${banner} id="CybotCookiebotDialog" class="fixed" name="CybotCookiebotDialog" role="dialog" aria-modal="true">${WORDS}
      <button id="CybotCookiebotDialogBodyLevelButtonLevelOptinDeclineAll" class="CybotCookiebotDialogBodyButton" ${refuse}>Deny</button>
      <button id="CybotCookiebotDialogBodyLevelButtonLevelOptinAllowAll" class="CybotCookiebotDialogBodyButton" ${accept}>Allow all</button></div>`,
      "window.Cookiebot = { hasResponse: false, dialog: { visible: true } };",
    ),
  },
  Usercentrics: {
    choice: "refused",
    html: page(
      `<div ${banner} id="usercentrics-root" data-created-at="1" class="fixed"></div>`,
      `const root = document.querySelector("#usercentrics-root").attachShadow({ mode: "open" });
      root.innerHTML = '<div data-testid="uc-container" style="height:200px"><button data-testid="uc-deny-all-button">Deny</button><button data-testid="uc-accept-all-button">Accept All</button></div>';
      root.querySelector("button").addEventListener("click", () => choose("refused"));
      root.querySelectorAll("button")[1].addEventListener("click", () => choose("accepted"));
      window.UC_UI = { isInitialized: () => true, isConsentRequired: () => true };
      ${LOCKED}`,
    ),
  },
  Didomi: {
    choice: "refused",
    html: page(
      `<div id="didomi-host" data-nosnippet="true" ${banner}><div class="didomi-popup-container"><div id="didomi-popup" class="didomi-popup-backdrop didomi-notice-popup fixed">
      ${WORDS}<button id="didomi-notice-learn-more-button">Learn More</button>
      <button id="didomi-notice-disagree-button" ${refuse}>Disagree and close</button>
      <button id="didomi-notice-agree-button" ${accept}>Agree and close</button></div></div></div>`,
      LOCKED,
    ),
  },
  InMobi: {
    choice: "refused",
    html: page(
      `<div class="qc-cmp2-container" id="qc-cmp2-container" ${banner}><div id="qc-cmp2-main" class="qc-cmp2-main"><div class="qc-cmp-cleanslate css-1m6mghb fixed" id="qc-cmp2-ui" role="dialog">
      ${WORDS}<div class="qc-cmp2-summary-buttons"><button id="more-options-btn" mode="secondary">MORE OPTIONS</button>
      <button id="disagree-btn" mode="secondary" ${refuse}>DISAGREE</button><button id="accept-btn" mode="primary" ${accept}>AGREE</button></div></div></div></div>`,
      LOCKED,
    ),
  },
  CookieYes: {
    choice: "refused",
    html: page(
      `<div class="cky-consent-container cky-box-bottom-left fixed" tabindex="0" ${banner}><div class="cky-consent-bar" data-cky-tag="notice">${WORDS}
      <div class="cky-notice-btn-wrapper" data-cky-tag="notice-buttons"><button class="cky-btn cky-btn-customize" data-cky-tag="settings-button">Customise</button>
      <button class="cky-btn cky-btn-reject" data-cky-tag="reject-button" ${refuse}>Reject All</button>
      <button class="cky-btn cky-btn-accept" data-cky-tag="accept-button" ${accept}>Accept All</button></div></div></div>`,
    ),
  },
  Complianz: {
    choice: "refused",
    html: page(
      `<div id="cmplz-cookiebanner-container" class="cmplz-cookiebanner cmplz-hidden banner-1 bottom-right optin fixed" aria-modal="true" role="dialog" ${banner}>${WORDS}
      <div class="cmplz-buttons"><button class="cmplz-btn cmplz-accept" ${accept}>Accept</button><button class="cmplz-btn cmplz-deny" ${refuse}>Deny</button></div></div>`,
    ),
  },
  iubenda: {
    choice: "refused",
    html: page(
      `<div id="iubenda-cs-banner" class="iubenda-cs-default-floating iubenda-cs-bottom iubenda-cs-visible fixed" role="alertdialog" ${banner}><div class="iubenda-cs-container">${WORDS}
      <div class="iubenda-cs-opt-group"><button class="iubenda-cs-customize-btn">Learn more</button><button class="iubenda-cs-reject-btn iubenda-cs-btn-primary" ${refuse}>Reject</button>
      <button class="iubenda-cs-accept-btn iubenda-cs-btn-primary" ${accept}>Accept</button></div></div></div>`,
    ),
  },
  Klaro: {
    choice: "refused",
    html: page(
      `<div id="klaro"><div class="klaro"><div class="cookie-notice fixed" ${banner}><div class="cn-body">${WORDS}
      <div class="cn-ok"><div class="cn-buttons"><button type="button" class="cm-btn cm-btn-danger cn-decline" ${refuse}>I decline</button>
      <button type="button" class="cm-btn cm-btn-success" ${accept}>That's ok</button></div></div></div></div></div></div>`,
    ),
  },
  // There is nothing to refuse in it, so it is hidden.
  "Cookie Consent": {
    choice: null,
    html: page(
      `<div role="dialog" aria-label="cookieconsent" class="cc-window cc-banner cc-type-info cc-theme-block cc-bottom fixed" ${banner}>
      <span id="cookieconsent:desc" class="cc-message">This website uses cookies. <a class="cc-link">Learn more</a></span>
      <div class="cc-compliance"><a aria-label="dismiss cookie message" role="button" tabindex="0" class="cc-btn cc-dismiss" ${accept}>Got it!</a></div></div>`,
      LOCKED,
    ),
  },
};

const bubble = (name: string) => `data-unwanted="${name}"`;

/** The closed bubbles of ten chats. */
export const CHAT_PAGE = page(`
<div id="intercom-container" class="intercom-namespace"><div class="intercom-lightweight-app"><div class="intercom-lightweight-app-launcher intercom-launcher bubble" role="button" aria-label="Open Intercom Messenger" ${bubble("Intercom")}></div></div></div>
<div id="drift-widget-container"><div id="drift-frame-controller" class="drift-conductor-item drift-frame-controller bubble" ${bubble("Drift")}><iframe id="drift-widget" title="Drift Widget Chat Controller"></iframe></div></div>
<div><iframe title="Button to launch messaging window" id="launcher" tabindex="0" class="bubble" ${bubble("Zendesk")}></iframe></div>
<div class="crisp-client"><div class="cc-1m2mf" id="crisp-chatbox" data-cursor-pointer="true"><a class="bubble" role="button" ${bubble("Crisp")}></a></div></div>
<div class="widget-visible"><iframe src="about:blank" frameborder="0" scrolling="no" title="chat widget" class="bubble" ${bubble("Tawk.to")}></iframe></div>
<div id="hubspot-messages-iframe-container" class="widget-align-right bubble" ${bubble("HubSpot")}><iframe data-test-id="chat-widget-iframe" title="Chat Widget" id="hubspot-conversations-iframe"></iframe></div>
<div id="fc_frame" class="fc-widget-small bubble" ${bubble("Freshchat")}><iframe id="fc_widget" title="Chat"></iframe></div>
<div id="tidio-chat"><iframe id="tidio-chat-iframe" title="Tidio Chat" class="bubble" ${bubble("Tidio")}></iframe></div>
<div class="woot--bubble-holder" id="cw-bubble-holder"><button class="woot-widget-bubble woot-elements--right bubble" title="Open chat window" ${bubble("Chatwoot")}></button></div>
<div data-id="zsalesiq" class="zsiq_floatmain zsiq_theme1 siq_bR bubble" ${bubble("Zoho SalesIQ")}><div id="zsiq_float" class="zsiq_float"></div></div>
`);
