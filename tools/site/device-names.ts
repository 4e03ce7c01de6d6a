/** A Vite plugin: pages name the devices that a job may imitate, and need none of their dimensions, which are 42 kB. */
import { KnownDevices } from "@cloudflare/puppeteer/internal/common/Device.js";
import type { Plugin } from "vite";

const DEVICES = /\/@cloudflare\/puppeteer\/.*\/common\/Device\.js$/;

export function deviceNames(): Plugin {
  return {
    name: "platen-device-names",
    load(id) {
      if (this.environment.name !== "client" || !DEVICES.test(id)) return null;
      const names = Object.fromEntries(Object.keys(KnownDevices).map((name) => [name, null]));
      return `export const KnownDevices = ${JSON.stringify(names)};`;
    },
  };
}
