// Sets the theme before the first paint, so that the other theme never flashes. Key and values: web/ui/theme.ts.
try {
  const theme = localStorage.getItem("platen.theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // The browser blocks local storage: the theme of the system applies.
}
