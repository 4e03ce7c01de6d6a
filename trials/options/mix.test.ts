import { expect, test } from "vitest";
import { FIELDS } from "#contract/job/fields.ts";
import { JobRequest } from "#contract/job/request.ts";
import { OPTION_MIX, optionsWith } from "./mix.ts";

const at = (options: unknown, path: string) =>
  path.split(".").reduce<unknown>((value, name) => Object(value)[name], options);

test.for(FIELDS)("the mix has the option $path with a value that the API accepts", (field) => {
  const options = optionsWith(field);
  expect(at(options, field.path)).toBeDefined();
  expect(JobRequest.safeParse({ url: "https://example.com", options }).error).toBeUndefined();
});

test("the soak renders every option except responseType", () => {
  const mixed = FIELDS.filter(({ path }) => OPTION_MIX.some((options) => at(options, path) !== undefined));
  expect(FIELDS.filter((field) => !mixed.includes(field)).map(({ path }) => path)).toEqual(["responseType"]);
});
