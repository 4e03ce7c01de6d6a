/** Texts of the button. The first subtag of the page's `lang` selects the language; the default is English. */

import { BUTTON_LABELS } from "#contract/widget/embed.ts";

type Words = readonly [
  pdf: string,
  screenshot: string,
  working: string,
  done: string,
  close: string,
  limit: string,
  page: string,
  offline: string,
  retry: string,
  open: string,
  /** `{when}` is a time such as "in 5 minutes". */
  wait: string,
];

/** Sentences that a visitor sees when the conversion fails. */
export type Sentence = "limit" | "page" | "offline" | "retry" | "wait";

export interface Texts extends Record<Sentence, string> {
  lang: string;
  pdf: string;
  screenshot: string;
  working: string;
  done: string;
  close: string;
  open: string;
}

const ENGLISH: Words = [
  BUTTON_LABELS.pdf,
  BUTTON_LABELS.screenshot,
  "Generating…",
  "Your file is ready.",
  "Close",
  "This site has reached its conversion limit.",
  "This page could not be converted.",
  "No connection. Please check your network.",
  "Something went wrong. Please try again in a minute.",
  "Open file",
  "Too many requests. Please try again {when}.",
];

const LANGUAGES: Readonly<Record<string, Words>> = {
  en: ENGLISH,
  de: [
    "PDF erstellen",
    "Screenshot erstellen",
    "Wird erstellt…",
    "Ihre Datei ist fertig.",
    "Schließen",
    "Das Limit dieser Website für Umwandlungen ist erreicht.",
    "Diese Seite konnte nicht umgewandelt werden.",
    "Keine Verbindung. Bitte prüfen Sie Ihr Netzwerk.",
    "Etwas ist schiefgegangen. Bitte versuchen Sie es in einer Minute erneut.",
    "Datei öffnen",
    "Zu viele Anfragen. Bitte versuchen Sie es {when} erneut.",
  ],
  fr: [
    "Générer un PDF",
    "Capturer la page",
    "Génération…",
    "Votre fichier est prêt.",
    "Fermer",
    "Ce site a atteint sa limite de conversions.",
    "Cette page n’a pas pu être convertie.",
    "Pas de connexion. Vérifiez votre réseau.",
    "Une erreur est survenue. Réessayez dans une minute.",
    "Ouvrir le fichier",
    "Trop de demandes. Réessayez {when}.",
  ],
  es: [
    "Generar PDF",
    "Generar captura",
    "Generando…",
    "Su archivo está listo.",
    "Cerrar",
    "Este sitio ha alcanzado su límite de conversiones.",
    "No se pudo convertir esta página.",
    "Sin conexión. Compruebe su red.",
    "Algo salió mal. Inténtelo de nuevo en un minuto.",
    "Abrir archivo",
    "Demasiadas solicitudes. Inténtelo de nuevo {when}.",
  ],
  it: [
    "Genera PDF",
    "Genera screenshot",
    "Creazione…",
    "Il file è pronto.",
    "Chiudi",
    "Questo sito ha raggiunto il limite di conversioni.",
    "Impossibile convertire questa pagina.",
    "Nessuna connessione. Controlla la rete.",
    "Qualcosa è andato storto. Riprova tra un minuto.",
    "Apri file",
    "Troppe richieste. Riprova {when}.",
  ],
  pt: [
    "Gerar PDF",
    "Gerar captura",
    "Gerando…",
    "O seu arquivo está pronto.",
    "Fechar",
    "Este site atingiu o limite de conversões.",
    "Não foi possível converter esta página.",
    "Sem conexão. Verifique a sua rede.",
    "Algo deu errado. Tente novamente em um minuto.",
    "Abrir arquivo",
    "Muitas solicitações. Tente novamente {when}.",
  ],
  nl: [
    "PDF maken",
    "Screenshot maken",
    "Bezig…",
    "Uw bestand is klaar.",
    "Sluiten",
    "Deze site heeft de conversielimiet bereikt.",
    "Deze pagina kon niet worden omgezet.",
    "Geen verbinding. Controleer uw netwerk.",
    "Er ging iets mis. Probeer het over een minuut opnieuw.",
    "Bestand openen",
    "Te veel aanvragen. Probeer het {when} opnieuw.",
  ],
  pl: [
    "Generuj PDF",
    "Zrób zrzut ekranu",
    "Generowanie…",
    "Plik jest gotowy.",
    "Zamknij",
    "Ta witryna osiągnęła limit konwersji.",
    "Nie udało się przekonwertować tej strony.",
    "Brak połączenia. Sprawdź sieć.",
    "Coś poszło nie tak. Spróbuj ponownie za minutę.",
    "Otwórz plik",
    "Zbyt wiele żądań. Spróbuj ponownie {when}.",
  ],
  ru: [
    "Создать PDF",
    "Сделать снимок",
    "Создание…",
    "Файл готов.",
    "Закрыть",
    "Сайт исчерпал лимит преобразований.",
    "Не удалось преобразовать страницу.",
    "Нет соединения. Проверьте сеть.",
    "Что-то пошло не так. Повторите через минуту.",
    "Открыть файл",
    "Слишком много запросов. Повторите {when}.",
  ],
  tr: [
    "PDF oluştur",
    "Ekran görüntüsü al",
    "Oluşturuluyor…",
    "Dosyanız hazır.",
    "Kapat",
    "Bu site dönüştürme sınırına ulaştı.",
    "Bu sayfa dönüştürülemedi.",
    "Bağlantı yok. Ağınızı kontrol edin.",
    "Bir sorun oluştu. Bir dakika sonra tekrar deneyin.",
    "Dosyayı aç",
    "Çok fazla istek var. {when} tekrar deneyin.",
  ],
  ar: [
    "إنشاء PDF",
    "التقاط الصفحة",
    "جارٍ الإنشاء…",
    "ملفك جاهز.",
    "إغلاق",
    "بلغ هذا الموقع حد التحويلات.",
    "تعذر تحويل هذه الصفحة.",
    "لا يوجد اتصال. تحقق من الشبكة.",
    "حدث خطأ. حاول مرة أخرى بعد دقيقة.",
    "فتح الملف",
    "طلبات كثيرة جدًا. حاول مرة أخرى {when}.",
  ],
  ja: [
    "PDFを作成",
    "スクリーンショットを作成",
    "作成中…",
    "ファイルの準備ができました。",
    "閉じる",
    "このサイトは変換の上限に達しました。",
    "このページは変換できませんでした。",
    "接続できません。ネットワークをご確認ください。",
    "問題が発生しました。1分後にもう一度お試しください。",
    "ファイルを開く",
    "リクエストが多すぎます。{when}にもう一度お試しください。",
  ],
  ko: [
    "PDF 만들기",
    "스크린샷 만들기",
    "만드는 중…",
    "파일이 준비되었습니다.",
    "닫기",
    "이 사이트의 변환 한도에 도달했습니다.",
    "이 페이지를 변환할 수 없습니다.",
    "연결되지 않았습니다. 네트워크를 확인하세요.",
    "문제가 발생했습니다. 1분 후 다시 시도하세요.",
    "파일 열기",
    "요청이 너무 많습니다. {when} 다시 시도하세요.",
  ],
  zh: [
    "生成 PDF",
    "生成截图",
    "正在生成…",
    "文件已就绪。",
    "关闭",
    "本网站已达到转换上限。",
    "无法转换此页面。",
    "无法连接，请检查网络。",
    "出了点问题，请一分钟后重试。",
    "打开文件",
    "请求过多，请{when}重试。",
  ],
};

/** Languages above that are written from right to left. */
const RIGHT_TO_LEFT = /^ar$/;

/** Texts for a language tag such as `de-AT`. `lang` is the language that was found. */
export function textsFor(tag: string): Texts {
  const subtag = tag.toLowerCase().split("-", 1)[0] ?? "";
  const words = LANGUAGES[subtag];
  const [pdf, screenshot, working, done, close, limit, page, offline, retry, open, wait] = words ?? ENGLISH;
  const lang = words ? subtag : "en";
  return { lang, pdf, screenshot, working, done, close, limit, page, offline, retry, open, wait };
}

/** The sentence "wait" with the time of the next try: in minutes, or in hours from one hour on. */
export function waitSentence({ lang, wait }: Texts, seconds: number): string {
  const [count, unit] =
    seconds < 3_600 ? ([seconds / 60, "minute"] as const) : ([seconds / 3_600, "hour"] as const);
  return wait.replace("{when}", new Intl.RelativeTimeFormat(lang).format(Math.ceil(count), unit));
}

export function directionOf(lang: string): "rtl" | undefined {
  return RIGHT_TO_LEFT.test(lang) ? "rtl" : undefined;
}

/** The nearest `lang` at or above the element, also across shadow roots. */
export function languageOf(element: Element): string {
  const holder = element.closest("[lang]");
  if (holder) return holder.getAttribute("lang") ?? "";
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? languageOf(root.host) : "";
}
