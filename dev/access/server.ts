/**
 * A local team of Cloudflare Access: its public keys, and tokens as Access adds them to requests.
 * https://developers.cloudflare.com/cloudflare-one/access-controls/applications/http-apps/authorization-cookie/application-token/
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { json } from "node:stream/consumers";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { z } from "zod";

const HOST = "127.0.0.1";
const ALGORITHM = "RS256";
const KEY_ID = "local";

const Asked = z.object({
  audience: z.string(),
  issuer: z.url().optional(),
  /** Negative: the token has expired. */
  seconds: z.number().default(60),
  /** Signed with a key that the team does not have. */
  forged: z.boolean().default(false),
});

export interface RunningAccess {
  /** The team's domain. */
  origin: string;
  /** Lets the process end while it still listens. */
  unref(): void;
}

/** Listens on any free port. `POST /tokens` makes a token. */
export async function startAccess(): Promise<RunningAccess> {
  const [team, stranger] = await Promise.all([generateKeyPair(ALGORITHM), generateKeyPair(ALGORITHM)]);
  const publicKey = { ...(await exportJWK(team.publicKey)), kid: KEY_ID, alg: ALGORITHM, use: "sig" };

  async function respond(request: IncomingMessage, response: ServerResponse, origin: string): Promise<void> {
    const send = (body: unknown) =>
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
    switch (`${request.method} ${request.url}`) {
      case "GET /cdn-cgi/access/certs":
        send({ keys: [publicKey] });
        return;
      case "POST /tokens": {
        const { audience, issuer = origin, seconds, forged } = Asked.parse(await json(request));
        const now = Math.floor(Date.now() / 1_000);
        const token = await new SignJWT({ email: "operator@example.com", type: "app" })
          .setProtectedHeader({ alg: ALGORITHM, kid: KEY_ID })
          .setAudience([audience])
          .setIssuer(issuer)
          .setIssuedAt(now - 120)
          .setExpirationTime(now + seconds)
          .sign(forged ? stranger.privateKey : team.privateKey);
        send({ token });
        return;
      }
      default:
        response.writeHead(404).end();
    }
  }

  const server = createServer((request, response) => {
    respond(request, response, `http://${request.headers.host}`).catch(() => response.writeHead(400).end());
  });
  await new Promise<void>((resolve) => server.listen(0, HOST, resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The stand-in of Access has no port.");
  return { origin: `http://${HOST}:${address.port}`, unref: () => server.unref() };
}
