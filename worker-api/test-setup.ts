/** Before each test file: mails are watched for. */
import { watchMails } from "./test-session.ts";

watchMails();
