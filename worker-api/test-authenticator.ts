/** A passkey in software, for tests: what a browser and its authenticator return. https://www.w3.org/TR/webauthn-3/ */

import { env } from "cloudflare:workers";
import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";

const USER_PRESENT = 0x01;
const HAS_CREDENTIAL = 0x40;
const COORDINATE_BYTES = 32;

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest();
const base64url = (data: Uint8Array | ArrayBuffer) => Buffer.from(new Uint8Array(data)).toString("base64url");

/** CBOR: text of at most 23 bytes, and a byte string. */
const cborText = (text: string) => Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);
const cborBytes = (bytes: Buffer) =>
  Buffer.concat([Buffer.from([0x59, bytes.length >> 8, bytes.length & 255]), bytes]);

/** Signatures of ECDSA in DER, which WebAuthn wants, from WebCrypto's two numbers. */
function toDer(signature: Buffer): Buffer {
  const numbers = [signature.subarray(0, COORDINATE_BYTES), signature.subarray(COORDINATE_BYTES)].map(
    (number) => {
      const first = number.findIndex((byte) => byte !== 0);
      const short = number.subarray(first);
      const positive = (short[0] ?? 0) > 127 ? Buffer.concat([Buffer.from([0]), short]) : short;
      return Buffer.concat([Buffer.from([0x02, positive.length]), positive]);
    },
  );
  const body = Buffer.concat(numbers);
  return Buffer.concat([Buffer.from([0x30, body.length]), body]);
}

export async function newAuthenticator(origin = env.PUBLIC_ORIGIN) {
  const keys = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, [
    "sign",
    "verify",
  ]);
  if (!("publicKey" in keys)) throw new Error("ECDSA has pairs of keys.");
  const { publicKey, privateKey } = keys;
  const rawKey = Buffer.from(await crypto.subtle.exportKey("raw", publicKey));
  const id = crypto.getRandomValues(new Uint8Array(32));
  const head = { id: base64url(id), rawId: base64url(id), type: "public-key" };
  const rpId = sha256(new URL(env.PUBLIC_ORIGIN).hostname);
  let counter = 0;

  function clientData(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  function authenticatorData(flags: number): Buffer {
    counter += 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([rpId, Buffer.from([flags]), count]);
  }

  /** The public key in COSE: an EC2 key for ES256 on P-256. */
  const coseKey = Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, COORDINATE_BYTES]),
    rawKey.subarray(1, 1 + COORDINATE_BYTES),
    Buffer.from([0x22, 0x58, COORDINATE_BYTES]),
    rawKey.subarray(1 + COORDINATE_BYTES),
  ]);

  return {
    /** `navigator.credentials.create` */
    create(challenge: string, format = "none") {
      const data = Buffer.concat([
        authenticatorData(USER_PRESENT + HAS_CREDENTIAL),
        Buffer.alloc(16),
        Buffer.from([0, id.length]),
        id,
        coseKey,
      ]);
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        cborText("fmt"),
        cborText(format),
        cborText("attStmt"),
        Buffer.from([0xa0]),
        cborText("authData"),
        cborBytes(data),
      ]);
      const response = {
        clientDataJSON: base64url(clientData("webauthn.create", challenge)),
        attestationObject: base64url(attestation),
        transports: ["internal"],
      };
      return { ...head, response };
    },

    /** `navigator.credentials.get` */
    async get(challenge: string) {
      const client = clientData("webauthn.get", challenge);
      const data = authenticatorData(USER_PRESENT);
      const signature = await crypto.subtle.sign(
        { name: "ECDSA", hash: "SHA-256" },
        privateKey,
        Buffer.concat([data, sha256(client)]),
      );
      const response = {
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(toDer(Buffer.from(signature))),
      };
      return { ...head, response };
    },
  };
}
