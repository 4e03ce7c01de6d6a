/** Before each test file: starts to record mails. */
import { watchMails } from "./test-session.ts";

watchMails();
