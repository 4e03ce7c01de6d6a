import { useState } from "react";
import { IconButton } from "./button.tsx";
import { TextField } from "./field.tsx";

interface PasswordFieldProps {
  label: string;
  name: string;
  value: string;
  onChange: (value: string) => void;
  autoComplete: "current-password" | "new-password";
  fault?: string | null;
  hint?: string;
  invalid?: boolean;
  autoFocus?: boolean;
}

/** A password field with a button that shows its text. */
export function PasswordField({ onChange, label, invalid, ...rest }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <div className="relative">
      <TextField
        {...rest}
        label={label}
        invalid={invalid}
        type={shown ? "text" : "password"}
        onChange={(event) => onChange(event.target.value)}
        className="pr-10"
      />
      <div className="absolute top-[26px] right-0.5">
        <IconButton
          icon={shown ? "eyeOff" : "eye"}
          label={`${shown ? "Hide" : "Show"} ${label.toLowerCase()}`}
          onClick={() => setShown(!shown)}
        />
      </div>
    </div>
  );
}
