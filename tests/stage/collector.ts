/** A collector of traces for tests: receives OTLP over HTTP and keeps what it gets. */
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { z } from "zod";
import { listen } from "../../tools/listen.ts";

const Span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  startTimeUnixNano: z.string(),
  endTimeUnixNano: z.string(),
  attributes: z.array(z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) })),
});
type Span = z.infer<typeof Span>;
const Received = z.object({
  resourceSpans: z.array(z.looseObject({ scopeSpans: z.array(z.looseObject({ spans: z.array(Span) })) })),
});

export async function startCollector() {
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    bodies.push(await text(request));
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
  const port = await listen(server);
  const spans = () =>
    bodies
      .flatMap((body) => Received.parse(JSON.parse(body)).resourceSpans)
      .flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
  return {
    endpoint: `http://127.0.0.1:${port}/v1/traces`,
    /** All that it has received, as text. */
    received: () => bodies.join("\n"),
    /** The spans of all traces with this job. */
    spansOf(jobId: string): Span[] {
      const isOfJob = ({ attributes }: Span) =>
        attributes.some(({ key, value }) => key === "platen.job_id" && value.stringValue === jobId);
      const traceIds = new Set(
        spans()
          .filter(isOfJob)
          .map(({ traceId }) => traceId),
      );
      return spans().filter(({ traceId }) => traceIds.has(traceId));
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
