/** What the list of errors says about each of them. */
export interface ErrorEntry {
  /** HTTP status of the response. For a failed job: the status when the client asked for the file itself. */
  status: 400 | 401 | 402 | 403 | 404 | 405 | 409 | 410 | 413 | 415 | 422 | 429 | 500 | 502 | 503 | 504;
  message: string;
  retryable: boolean;
  advice: string;
}
