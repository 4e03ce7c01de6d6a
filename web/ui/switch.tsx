import { Switch as RadixSwitch } from "radix-ui";

interface SwitchProps {
  label: string;
  checked: boolean;
  /** Ignores clicks, and keeps the focus, which a disabled switch would lose. */
  busy?: boolean;
  onChange: (checked: boolean) => void;
}

export function Switch({ label, checked, busy = false, onChange }: SwitchProps) {
  return (
    <RadixSwitch.Root
      aria-label={label}
      checked={checked}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onCheckedChange={(on) => {
        if (!busy) onChange(on);
      }}
      className="relative h-6 w-10 shrink-0 rounded-full border border-edge bg-wash p-[2px] transition-colors aria-disabled:cursor-not-allowed aria-disabled:opacity-60 pointer-coarse:after:absolute pointer-coarse:after:-inset-[11px] data-[state=checked]:border-accent data-[state=checked]:bg-accent forced-colors:data-[state=checked]:bg-[Highlight]"
    >
      <RadixSwitch.Thumb className="block size-[18px] rounded-full bg-edge transition-transform data-[state=checked]:translate-x-4 data-[state=checked]:bg-sheet forced-colors:bg-[ButtonText]" />
    </RadixSwitch.Root>
  );
}
