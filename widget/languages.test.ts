import { expect, test } from "vitest";
import { textsFor, waitSentence } from "./languages.ts";

const LANGUAGES = ["en", "de", "fr", "es", "it", "pt", "nl", "pl", "ru", "tr", "ar", "ja", "ko", "zh"];

test("the time of the next try is in minutes, and in hours from one hour on", () => {
  const english = textsFor("en");
  expect(waitSentence(english, 60)).toBe("Too many requests. Please try again in 1 minute.");
  expect(waitSentence(english, 61)).toBe("Too many requests. Please try again in 2 minutes.");
  expect(waitSentence(english, 3_600)).toBe("Too many requests. Please try again in 1 hour.");
  expect(waitSentence(english, 28_000)).toBe("Too many requests. Please try again in 8 hours.");
});

test.each(LANGUAGES)("%s has every text, and a time that fits its sentence", (language) => {
  const texts = textsFor(language);
  expect(texts.lang).toBe(language);
  for (const text of Object.values(texts)) expect(text).not.toBe("");
  expect(waitSentence(texts, 300)).toContain(new Intl.RelativeTimeFormat(language).format(5, "minute"));
});
