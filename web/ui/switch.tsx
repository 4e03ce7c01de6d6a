import { Switch as RadixSwitch } from "radix-ui";

interface SwitchProps {
  label: string;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
}

export function Switch({ label, checked, disabled, onChange }: SwitchProps) {
  return (
    <RadixSwitch.Root
      aria-label={label}
      checked={checked}
      disabled={disabled}
      onCheckedChange={onChange}
      className="relative h-6 w-10 shrink-0 rounded-full border border-edge bg-wash p-[2px] transition-colors disabled:opacity-50 pointer-coarse:after:absolute pointer-coarse:after:-inset-[11px] data-[state=checked]:border-accent data-[state=checked]:bg-accent"
    >
      <RadixSwitch.Thumb className="block size-[18px] rounded-full bg-edge transition-transform data-[state=checked]:translate-x-4 data-[state=checked]:bg-sheet" />
    </RadixSwitch.Root>
  );
}
