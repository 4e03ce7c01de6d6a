/** Before each test file: starts to record mails, and makes password hashes cheap. */
import { hashCheaply } from "./test-hashing.ts";
import { watchMails } from "./test-session.ts";

watchMails();
hashCheaply();
