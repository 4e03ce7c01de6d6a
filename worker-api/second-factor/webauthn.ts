/**
 * What we use of the WebAuthn library. All of it is one module, so that the build makes one chunk: in two chunks, the
 * library's modules start in an order in which one of them throws.
 */
export {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
export { decodeAttestationObject, isoBase64URL } from "@simplewebauthn/server/helpers";
