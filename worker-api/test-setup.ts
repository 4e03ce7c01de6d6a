/** Before each test file: starts to record mails, and computes each password's hash once. */
import { rememberHashes } from "./test-hashing.ts";
import { watchMails } from "./test-session.ts";

watchMails();
rememberHashes();
