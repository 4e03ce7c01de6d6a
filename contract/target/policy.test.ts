import { describe, expect, test } from "vitest";
import { targetPolicy } from "./policy.ts";

describe("private targets", () => {
  test("are allowed where the service runs on loopback and the variable is true", () => {
    for (const PUBLIC_ORIGIN of ["http://localhost:8787", "http://127.0.0.1:8787", "http://[::1]:8787"]) {
      expect(targetPolicy({ ALLOW_PRIVATE_TARGETS: "true", PUBLIC_ORIGIN }).allowPrivate).toBe(true);
    }
  });

  test("are refused without the variable, and with any other value", () => {
    const PUBLIC_ORIGIN = "http://localhost:8787";
    expect(targetPolicy({ PUBLIC_ORIGIN }).allowPrivate).toBe(false);
    for (const ALLOW_PRIVATE_TARGETS of ["", "false", "1", "TRUE"]) {
      expect(targetPolicy({ ALLOW_PRIVATE_TARGETS, PUBLIC_ORIGIN }).allowPrivate).toBe(false);
    }
  });

  test("are refused on a public origin whatever the variable says", () => {
    for (const PUBLIC_ORIGIN of [
      "https://platen.example.com",
      "https://localhost.example.com",
      "http://10.0.0.5",
    ]) {
      expect(targetPolicy({ ALLOW_PRIVATE_TARGETS: "true", PUBLIC_ORIGIN }).allowPrivate).toBe(false);
    }
  });
});

test("our own host is the host of PUBLIC_ORIGIN, with its port", () => {
  expect(targetPolicy({ PUBLIC_ORIGIN: "https://platen.example.com" }).ownHosts).toEqual([
    "platen.example.com",
  ]);
  expect(targetPolicy({ PUBLIC_ORIGIN: "http://localhost:8787" }).ownHosts).toEqual(["localhost:8787"]);
});
