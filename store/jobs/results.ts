/** Where results lie in R2. Each attempt has a key of its own: one that lost its lease never overwrites the winner's. */

interface Attempted {
  id: string;
  /** Of the row as claimed or completed. */
  attempts: number;
}

/** The result of the row's latest attempt, which is the one that completed it. */
export function resultKey({ id, attempts }: Attempted): string {
  return `results/${id}/${attempts}`;
}

/** Whatever any attempt of the job may have stored. */
export function resultKeys({ id, attempts }: Attempted): string[] {
  return Array.from({ length: attempts }, (_, index) => resultKey({ id, attempts: index + 1 }));
}
