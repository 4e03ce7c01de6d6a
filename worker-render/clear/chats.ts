/** The chats of other companies: the hosts of their scripts, and the containers that the scripts make. */

interface Chat {
  hosts: readonly string[];
  /** Selectors, for sites that serve the script themselves and for documents that were saved with the chat. */
  elements: readonly string[];
}

const CHATS: Record<string, Chat> = {
  Intercom: {
    hosts: ["intercom.io", "intercomcdn.com", "intercomassets.com"],
    elements: ["#intercom-container", ".intercom-lightweight-app", "#intercom-frame", ".intercom-app"],
  },
  Drift: {
    hosts: ["js.driftt.com", "widget.drift.com", "customer.api.drift.com"],
    elements: ["#drift-widget-container", "#drift-frame-controller", "#drift-frame-chat", "#drift-widget"],
  },
  Zendesk: {
    hosts: ["static.zdassets.com", "ekr.zdassets.com", "zopim.com"],
    elements: [
      "iframe#launcher",
      "iframe#webWidget",
      'div[data-product="web_widget"]',
      'iframe[title="Button to launch messaging window"]',
      'iframe[title="Messaging window"]',
      ".zopim",
    ],
  },
  Crisp: { hosts: ["client.crisp.chat"], elements: ["#crisp-chatbox", ".crisp-client"] },
  "Tawk.to": {
    hosts: ["embed.tawk.to", "va.tawk.to"],
    elements: [
      'iframe[title="chat widget"]',
      "#tawkchat-container",
      ".tawk-min-container",
      ".widget-visible",
    ],
  },
  LiveChat: {
    hosts: ["cdn.livechatinc.com", "api.livechatinc.com", "secure.livechatinc.com"],
    elements: ["#chat-widget-container", "#livechat-compact-container", "#livechat-full"],
  },
  HubSpot: {
    hosts: ["js.usemessages.com", "js-eu1.usemessages.com"],
    elements: ["#hubspot-messages-iframe-container", "#hubspot-conversations-iframe"],
  },
  Freshchat: {
    hosts: ["wchat.freshchat.com", "wchat.eu.freshchat.com", "fw-cdn.com", "widget.freshworks.com"],
    elements: ["#fc_frame", "#freshworks-container", "#freshworks-frame-wrapper", "#launcher-frame"],
  },
  Tidio: {
    hosts: ["code.tidio.co", "widget-v4.tidiochat.com"],
    elements: ["#tidio-chat", "#tidio-chat-iframe"],
  },
  Olark: {
    hosts: ["static.olark.com", "olark.com"],
    elements: ["#olark-wrapper", "#olark-container", ".olark-launch-button-wrapper"],
  },
  "Help Scout": {
    hosts: ["beacon-v2.helpscout.net"],
    elements: ["#beacon-container", ".BeaconFabButtonFrame", ".BeaconContainer"],
  },
  Userlike: {
    hosts: ["userlike-cdn-widgets.s3-eu-west-1.amazonaws.com", "userlike-cdn-umm.b-cdn.net", "userlike.com"],
    elements: ["#userlike", 'iframe[id^="userlike-"]', 'div[id^="userlike-"]', 'div[id^="um-messenger"]'],
  },
  Gorgias: { hosts: ["config.gorgias.chat", "gorgias.chat"], elements: ["#gorgias-chat-container"] },
  Chatwoot: {
    hosts: ["app.chatwoot.com", "chatwoot.com"],
    elements: [".woot-widget-holder", ".woot--bubble-holder", ".woot-widget-bubble"],
  },
  Smartsupp: {
    hosts: ["smartsuppchat.com", "widget-v2.smartsuppcdn.com", "smartsuppcdn.com"],
    elements: ["#smartsupp-widget-container", "#chat-application"],
  },
  JivoChat: {
    hosts: ["code.jivosite.com", "code.jivo.ru", "code-ya.jivosite.com", "jivosite.com"],
    elements: ["jdiv", "#jivo-iframe-container", "#jivo-mobile-invitation"],
  },
  LivePerson: {
    hosts: ["lptag.liveperson.net", "lpcdn.lpsnmedia.net", "liveperson.net"],
    elements: [".LPMcontainer", "#lpChat", ".LPMoverlay"],
  },
  Facebook: {
    hosts: ["connect.facebook.net/*/sdk/xfbml.customerchat.js"],
    elements: [".fb-customerchat", ".fb_dialog", ".fb_dialog_advanced", ".fb_customer_chat_bounce_in_v2"],
  },
  "Zoho SalesIQ": {
    hosts: ["salesiq.zoho.com", "salesiq.zoho.eu", "salesiq.zohopublic.com", "salesiq.zohopublic.eu"],
    elements: [".zsiq_floatmain", ".zsiq-float", "#zsiq_float", "#siqiframe", '[data-id="zsalesiq"]'],
  },
  WhatsApp: {
    hosts: [
      "widget.getbutton.io",
      "static.getbutton.io",
      "whatshelp.io",
      "wati-integration-service.clare.ai",
    ],
    elements: [
      ".joinchat",
      "#qlwapp",
      ".nta_wa_button",
      ".wa__btn_popup",
      ".wa__popup_chat_box",
      ".wh-widget",
      "#gb-widget-container",
      ".whatsapp-chat-widget",
      "#wa-chat-btn-root",
    ],
  },
  Chatra: { hosts: ["call.chatra.io"], elements: ["#chatra"] },
  Chaport: { hosts: ["app.chaport.com"], elements: [".chaport-container", ".chaport-launcher"] },
  "Pure Chat": { hosts: ["app.purechat.com"], elements: ["#PureChatWidget", ".purechat"] },
  "Re:amaze": { hosts: ["cdn.reamaze.com"], elements: ["#reamaze-widget", ".reamaze-widget"] },
  Ada: { hosts: ["static.ada.support"], elements: ["#ada-button-frame", "#ada-chat-frame"] },
  Salesforce: {
    hosts: ["service.force.com/embeddedservice"],
    elements: [".embeddedServiceHelpButton", ".embeddedServiceSidebar", "#embedded-messaging"],
  },
  Botpress: { hosts: ["cdn.botpress.cloud"], elements: ["#bp-web-widget-container", "#fab-root.bpFab"] },
  Brevo: {
    hosts: ["conversations-widget.brevo.com"],
    elements: ["#brevo-conversations", "#sib-conversations"],
  },
  Kommunicate: { hosts: ["widget.kommunicate.io"], elements: ["#kommunicate-widget-iframe"] },
};

export const CHAT_RULES = Object.values(CHATS)
  .flatMap(({ hosts }) => hosts)
  .map((host) => (host.includes("/") ? `||${host}` : `||${host}^`));

export const CHAT_ELEMENTS = Object.values(CHATS).flatMap(({ elements }) => elements);
