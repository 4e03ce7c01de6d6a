/**
 * Whether something in the window says that the page is loading: a spinner, the shape of what is to come, or such words.
 * @param {boolean} waits whether a request of the page has no response: then a page without words and pictures is loading too, and so is
 *   one with a small thing without words that moves without end, which may also be a decoration
 * @param {boolean} wholePage while it waits, what is outside of the window counts too
 */
export default function showsLoading(waits, wholePage) {
  const NAMES =
    /(?<!up|down|lazy)load(?:ing|er)(?![a-z])|\bspin(?:ner|ning)?(?![a-z])|skeleton|shimmer|indeterminate|animate-(?:spin|pulse)|placeholder-(?:glow|wave)/i;
  const ROOT_NAMES = /(?:^|[\s-])(?:busy|loading|pace-running)(?:$|\s)/i;
  const SAYS = "[aria-busy=true], [role=progressbar]:not([aria-valuenow]), progress:not([value])";
  // In the languages of most sites.
  const WORDS =
    "loading|fetching|please wait|lädt|laden|wird geladen|bitte warten|chargement|cargando|caricamento|carregando|ładowanie|загрузка|yükleniyor|memuat|đang tải|読み込み中|加载中|載入中|로딩 중|جار التحميل|جاري التحميل";
  const SAYS_SO = new RegExp(`^(?:${WORDS})(?:(?:,?\\s[^\\s.…]+){0,4}\\s*(?:…|\\.{2,3}))?$`, "i");
  const MAX_CHARS = 60;
  const MAX_PX = 150;
  const MIN_PX = 4;
  const PICTURES = "img, svg, canvas, video, iframe";
  const CONTENT = "input, select, textarea, button, a, video, iframe";

  const isInView = (element) => {
    const { top, bottom, left, right, width, height } = element.getBoundingClientRect();
    const hasSize = width >= MIN_PX && height >= MIN_PX;
    const meetsWindow = bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
    return (
      hasSize &&
      (meetsWindow || (waits && wholePage)) &&
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    );
  };
  const textOf = (element) => (element.textContent ?? "").trim();
  const hasContent = (element) =>
    textOf(element).length > MAX_CHARS || element.matches(CONTENT) || element.querySelector(CONTENT) !== null;
  const namesOf = (element) =>
    ["class", "id", "data-testid", ...(element.localName === "img" ? ["src"] : [])]
      .map((name) => element.getAttribute(name)?.slice(0, 200) ?? "")
      .concat(element.localName)
      .join(" ");

  const movesForEver = ({ playState, effect }) => {
    const target = effect?.target;
    if (playState !== "running" || effect.getTiming().iterations !== Infinity || !target) return false;
    return (effect.pseudoElement !== null || isSmall(target)) && isSign(target);
  };
  const isSmall = (element) => {
    const { width, height } = element.getBoundingClientRect();
    return width <= MAX_PX && height <= MAX_PX;
  };
  const isSign = (element) => textOf(element) === "" && !hasContent(element) && isInView(element);

  function* elements(tree) {
    for (const element of tree.querySelectorAll("*")) {
      yield element;
      if (element.shadowRoot) yield* elements(element.shadowRoot);
    }
  }
  const saysSo = (element) => {
    if (element.matches(SAYS)) return true;
    const isNamed = NAMES.test(namesOf(element));
    if ((!isNamed && element.childElementCount > 0) || hasContent(element)) return false;
    const text = textOf(element);
    return SAYS_SO.test(text) || (text === "" && isNamed);
  };

  const { body, documentElement } = document;
  if (!body) return false;
  if ([documentElement, body].some((root) => ROOT_NAMES.test(root.getAttribute("class") ?? ""))) return true;
  for (const element of elements(body)) if (saysSo(element) && isInView(element)) return true;
  if (!waits) return false;
  const isEmpty = body.innerText.trim() === "" && ![...body.querySelectorAll(PICTURES)].some(isInView);
  if (isEmpty) return true;
  const drawings = [...document.querySelectorAll("svg:has([repeatCount=indefinite])")];
  return document.getAnimations().some(movesForEver) || drawings.some(isSign);
}
