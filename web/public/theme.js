// Sets the theme before the first paint, so that the other theme never flashes, and hides the landing page of visitors
// for signed-in users. Keys and values: web/ui/theme.ts, web/session/session.ts.
try {
  const theme = localStorage.getItem("platen.theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  if (localStorage.getItem("platen.session")) document.documentElement.dataset.session = "";
} catch {
  // The browser blocks local storage: the theme of the system applies.
}
