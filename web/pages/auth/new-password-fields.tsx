import { LIMITS } from "#contract/limits.ts";
import { PasswordField } from "../../ui/password-field.tsx";

type Field = "password" | "confirm";

interface NewPasswordFieldsProps {
  form: {
    values: Record<Field, string>;
    set: (field: Field, value: string) => void;
    isWrong: (field: Field) => boolean;
  };
  labels: Record<Field, string>;
}

/** A new password and its repetition, of a form that `newPasswordFault` checks. */
export function NewPasswordFields({ form, labels }: NewPasswordFieldsProps) {
  return (
    <>
      <PasswordField
        label={labels.password}
        name="password"
        autoComplete="new-password"
        hint={`At least ${LIMITS.passwordMinChars} characters`}
        value={form.values.password}
        invalid={form.isWrong("password")}
        onChange={(value) => form.set("password", value)}
      />
      <PasswordField
        label={labels.confirm}
        name="confirm"
        autoComplete="new-password"
        value={form.values.confirm}
        invalid={form.isWrong("confirm")}
        onChange={(value) => form.set("confirm", value)}
      />
    </>
  );
}
