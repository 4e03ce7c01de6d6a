/** A column with a JSON array of texts. */
import { customType } from "drizzle-orm/sqlite-core";
import { z } from "zod";

export const textList = customType<{ data: string[]; driverData: string }>({
  dataType: () => "text",
  fromDriver: (json) => z.array(z.string()).parse(JSON.parse(json)),
  toDriver: (list) => JSON.stringify(list),
});
