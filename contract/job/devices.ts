/** Device presets: the list that Puppeteer keeps. */
import { type Device, KnownDevices } from "@cloudflare/puppeteer/internal/common/Device.js";

const DEVICES: ReadonlyMap<string, Device> = new Map(Object.entries(KnownDevices));

export const DEVICE_NAMES: readonly string[] = [...DEVICES.keys()].filter((name) => !name.includes("$"));

export function deviceOf(name: string | undefined): Device | null {
  return DEVICES.get(name ?? "") ?? null;
}
