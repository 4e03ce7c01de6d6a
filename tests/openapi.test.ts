import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, test } from "vitest";
import { baseUrl } from "./stage/service.ts";

test("the API's description is valid OpenAPI", async () => {
  const response = await fetch(`${baseUrl}/api/v1/openapi.json`);
  const validator = new Validator();
  const { valid, errors } = await validator.validate(await response.json());
  expect(errors ?? []).toEqual([]);
  expect(valid).toBe(true);
  expect(validator.version).toBe("3.1");
});
