// Before the first paint, so that a chosen theme never flashes the other one. Key and values: web/ui/theme.ts.
try {
  const theme = localStorage.getItem("platen.theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Storage is closed: the system's theme stays.
}
