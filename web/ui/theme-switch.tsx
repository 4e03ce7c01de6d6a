import { IconButton } from "./button.tsx";
import { chooseTheme, THEMES, type Theme, useTheme } from "./theme.ts";

const ICONS = { system: "monitor", light: "sun", dark: "moon" } as const satisfies Record<Theme, string>;

/** Switches to the next theme: system, light, dark, then system again. */
export function ThemeSwitch() {
  const theme = useTheme();
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? "system";
  return (
    <IconButton
      icon={ICONS[theme]}
      label={`Theme: ${theme}. Switch to ${next}`}
      onClick={() => chooseTheme(next)}
    />
  );
}
