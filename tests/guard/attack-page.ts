/** What the attacker's pages are made of. */

export interface AttackResponse {
  status?: number;
  headers?: Record<string, string>;
  body?: string;
}

export type Attack = (target: string) => AttackResponse;

export function html(body: string): AttackResponse {
  return { body: `<!doctype html><title>An attack</title><body><p>Nothing to see.</p>${body}` };
}

export function script(source: string): AttackResponse {
  return html(`<script>${source}</script>`);
}
