import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';

type Event = Readonly<{ id: string; type: string; timestamp: string; data: unknown }>;

const { WEBHOOK_SECRET = '', PORT = '8080' } = process.env;
const webhook = new Webhook(WEBHOOK_SECRET);
/** A delivery may come twice; in a real receiver this is a table. */
const seen = new Set<string>();

const server = createServer((request, response) => {
  text(request)
    .then((body) => {
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
      );
      // The body as it came: parsed and written again it has another signature. Old and forged ones are thrown out here.
      const event = webhook.verify(body, headers) as Event;
      if (!seen.has(event.id)) console.log(`${event.type} ${event.id}`);
      seen.add(event.id);
      // Answer soon and work later: after 15 seconds the delivery counts as failed.
      response.writeHead(204).end();
    })
    .catch(() => {
      response.writeHead(400).end();
    });
});
server.listen(Number(PORT), () => {
  console.log('Listening.');
});
