/** The block in the editor: a picture of the button, and its settings in the sidebar. */
((wp) => {
  const { createElement } = wp.element;
  const { __ } = wp.i18n;
  const { InspectorControls, useBlockProps } = wp.blockEditor;
  const { ExternalLink, Notice, PanelBody, SelectControl, TextControl } = wp.components;
  const site = window.platenSettings;

  function sidebar(attributes, setAttributes) {
    const field = (name, control, props) =>
      createElement(control, {
        ...props,
        value: attributes[name],
        onChange: (value) => setAttributes({ [name]: value }),
        __next40pxDefaultSize: true,
        __nextHasNoMarginBottom: true,
      });
    return createElement(
      InspectorControls,
      null,
      createElement(
        PanelBody,
        { title: __("Button", "platen") },
        field("outputType", SelectControl, {
          label: __("Output", "platen"),
          options: [
            { value: "", label: __("As in the settings", "platen") },
            { value: "pdf", label: __("PDF", "platen") },
            { value: "screenshot", label: __("Screenshot", "platen") },
          ],
        }),
        field("buttonText", TextControl, {
          label: __("Label", "platen"),
          help: __("Without a text, the label of the settings is used.", "platen"),
        }),
        field("customUrl", TextControl, {
          label: __("Page address", "platen"),
          help: __("Without an address, the button converts its page, or in a list its post.", "platen"),
          type: "url",
        }),
      ),
    );
  }

  function notice() {
    const text = __("The button needs an address and a public key.", "platen");
    const link = site.settingsUrl
      ? createElement(ExternalLink, { href: site.settingsUrl }, __("Open the settings", "platen"))
      : __("Ask an administrator of this site.", "platen");
    return createElement(Notice, { status: "warning", isDismissible: false }, text, " ", link);
  }

  function picture({ outputType, buttonText }) {
    const isPdf = (outputType || site.outputType) === "pdf";
    const fallback = isPdf ? __("Generate PDF", "platen") : __("Generate screenshot", "platen");
    const style = {
      display: "inline-block",
      padding: "0.6em 1.25em",
      background: site.background || "#1d4ed8",
      color: site.color || "#ffffff",
      borderRadius: site.radius || "8px",
      fontSize: { small: "14px", large: "20px" }[site.size] || "16px",
    };
    return createElement("span", { style }, buttonText || site.buttonText || fallback);
  }

  function Edit({ attributes, setAttributes }) {
    const content = site.isReady ? picture(attributes) : notice();
    return createElement("div", useBlockProps(), sidebar(attributes, setAttributes), content);
  }

  wp.blocks.registerBlockType("platen/button", { edit: Edit, save: () => null });
})(window.wp);
