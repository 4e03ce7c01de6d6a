/** Checks of the sign-in forms before they are sent (spec §5): the message, and the fields that are at fault. */
import { isPasswordLongEnough, SENTENCES } from "#contract/sentences.ts";

export interface FormFault<Field extends string> {
  message: string;
  fields: readonly Field[];
}

function missing<Field extends string>(values: Record<Field, string>, order: readonly Field[]): Field[] {
  return order.filter((field) => !values[field].trim());
}

export function loginFault(values: {
  email: string;
  password: string;
}): FormFault<"email" | "password"> | null {
  const fields = missing(values, ["email", "password"]);
  return fields.length > 0 ? { message: "Please enter email and password", fields } : null;
}

export function emailFault(values: { email: string }): FormFault<"email"> | null {
  const fields = missing(values, ["email"]);
  return fields.length > 0 ? { message: "Please enter your email address", fields } : null;
}

interface NewPassword {
  password: string;
  confirm: string;
}

export function newPasswordFault(values: NewPassword): FormFault<keyof NewPassword> | null {
  const fields = missing(values, ["password", "confirm"]);
  if (fields.length > 0) return { message: "Please fill in all fields", fields };
  if (values.password !== values.confirm) return { message: "Passwords do not match", fields: ["confirm"] };
  if (isPasswordLongEnough(values.password)) return null;
  return { message: SENTENCES.passwordTooShort, fields: ["password"] };
}

export function registerFault(
  values: NewPassword & { email: string },
): FormFault<"email" | keyof NewPassword> | null {
  const fields = missing(values, ["email", "password", "confirm"]);
  if (fields.length > 0) return { message: "Please fill in all fields", fields };
  return newPasswordFault(values);
}
