/** worker-api's entry: requests go to the app. */
import { app } from "./app.ts";

export default {
  fetch: app.fetch,
} satisfies ExportedHandler<Env>;
