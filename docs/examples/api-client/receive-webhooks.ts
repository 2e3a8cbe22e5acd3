import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';

type Event = Readonly<{ id: string; type: string; timestamp: string; data: unknown }>;

const { WEBHOOK_SECRET = '', PORT = '8080' } = process.env;
const webhook = new Webhook(WEBHOOK_SECRET);
/** The ids of known events, because a delivery may arrive twice. A real receiver keeps them in a table. */
const seen = new Set<string>();

const server = createServer((request, response) => {
  text(request)
    .then((body) => {
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
      );
      // Verify the body exactly as received: a body that was parsed and written again has another signature. This call throws for old and
      // forged deliveries.
      const event = webhook.verify(body, headers) as Event;
      if (!seen.has(event.id)) console.log(`${event.type} ${event.id}`);
      seen.add(event.id);
      // Respond soon and work later: after 15 seconds without a response, the delivery counts as failed.
      response.writeHead(204).end();
    })
    .catch(() => {
      response.writeHead(400).end();
    });
});
server.listen(Number(PORT), () => {
  console.log('Listening.');
});
