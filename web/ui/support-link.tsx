/** The operator's address for questions, from wrangler.toml. */
export function SupportLink() {
  const email = String(import.meta.env.VITE_SUPPORT_EMAIL ?? "");
  return (
    <a className="text-accent underline underline-offset-2" href={`mailto:${email}`}>
      {email}
    </a>
  );
}
