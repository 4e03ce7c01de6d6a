/** Banners that stay when consent could not be refused. Each selector is a container that a consent manager's script makes. */

const SELECTORS = [
  // OneTrust, Cookiebot, Usercentrics, Didomi, InMobi (formerly Quantcast)
  "#onetrust-consent-sdk, #onetrust-banner-sdk, .optanon-alert-box-wrapper, #optanon-popup-bg",
  "#CybotCookiebotDialog, #CybotCookiebotDialogBodyUnderlay, #CookiebotWidget",
  "#usercentrics-root, #usercentrics-cmp-ui, #uc-banner-modal",
  "#didomi-host, #didomi-popup, #didomi-notice",
  "#qc-cmp2-container, .qc-cmp-ui-container",
  // TrustArc, Sourcepoint, consentmanager, Osano, Google
  "#truste-consent-track, #consent_blackbar, .truste_overlay, .truste_box_overlay",
  'div[id^="sp_message_container_"]',
  "#cmpbox, #cmpbox2, #cmpwrapper",
  ".osano-cm-window, .cc-window, .cc-banner",
  ".fc-consent-root, .fc-dialog-container",
  // CookieYes, Complianz, Borlabs, iubenda, Termly
  ".cky-consent-container, .cky-overlay, .cky-modal, #cookie-law-info-bar, .cli-modal-backdrop",
  "#cmplz-cookiebanner-container, .cmplz-cookiebanner",
  "#BorlabsCookieBox, #BorlabsCookieBoxWrap, .brlbs-cmpnt-container",
  "#iubenda-cs-banner",
  '#termly-code-snippet-support, div[class^="termly-styles-"]',
  // CookieFirst, Cookie Information, Axeptio, Klaro, tarteaucitron
  "#cookiefirst-root, .cookiefirst-root",
  "#coiOverlay, #coi-banner-wrapper, #cookie-information-template-wrapper",
  "#axeptio_overlay, #axeptio_main_button",
  ".klaro > .cookie-notice, .klaro > .cookie-modal",
  "#tarteaucitronRoot, #tarteaucitronAlertBig",
  // orestbida's cookieconsent, Civic, Cookie Script, CookieHub, Evidon
  "#cc-main, #cc--main",
  "#ccc, #ccc-overlay",
  "#cookiescript_injected, #cookiescript_injected_wrapper, #cookiescript_injected_fsd",
  ".ch2, .ch2-container, #ch2-dialog",
  "#_evidon_banner, #_evidon-background",
  // Ketch, Transcend, Fides, Sirdata, Commanders Act, AppConsent, Enzuzo, Pandectes
  "#lanyard_root, #ketch-banner",
  "#transcend-consent-manager",
  "#fides-overlay, #fides-banner-container",
  "#sd-cmp",
  "#tc-privacy-wrapper, #privacy-overlay",
  "#appconsent",
  "#ez-cookie-dialog-wrapper, #ez-cookie-notification",
  "#pandectes-banner, .pd-cookie-banner-window",
  // Shops and site builders
  "#shopify-pc__banner, #shopify-pc__prefs__overlay",
  ".sqs-cookie-banner-v2",
  "#hs-eu-cookie-confirmation, #hs-banner-parent",
  '[data-hook="consent-banner-root"], [data-hook="ccsu-banner-wrapper"]',
  "#sliding-popup.sliding-popup-bottom, #sliding-popup.sliding-popup-top, .eu-cookie-compliance-banner",
  "#moove_gdpr_cookie_info_bar, #moove_gdpr_cookie_modal",
  "#cookie-notice[role=dialog], #hu.hu-wrapper",
  "#gdpr-cookie-message, #gdpr-cookie-consent-bar, .gdpr-cookie-banner",
  // Names that many sites give to a banner of their own
  "#cookie-banner, #cookie-bar, #cookie-consent, #cookieConsent, #cookie-consent-banner, #cookiebanner",
  ".cookie-banner, .cookie-consent-banner, .cookie-consent-bar, .cookieconsent-banner, .js-cookie-banner",
];

export const BANNERS = SELECTORS.flatMap((line) => line.split(", "));
