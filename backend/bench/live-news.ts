import { request, type ClientRequest } from 'node:http';
import { LIVE_PATH, type LiveMessage, type LiveTopic } from '@posthorn/contracts/shared/live.http';

/** Calls `onMessage` for each live message about one topic, as a page of this user receives them. @returns a function that stops this */
export async function listenLive(
  url: string,
  cookie: string,
  topic: LiveTopic,
  onMessage: () => void,
): Promise<() => void> {
  const call = await new Promise<ClientRequest>((resolve, reject) => {
    const asked = request(
      new URL(LIVE_PATH, url),
      { headers: { cookie, 'sec-fetch-site': 'same-origin' } },
      (reply) => {
        reply.setEncoding('utf8');
        reply.on('data', (text: string) => {
          for (const [, data] of text.matchAll(/^data: (.+)$/gmu))
            if ((JSON.parse(data ?? '') as LiveMessage).topic === topic) onMessage();
        });
        reply.on('error', () => undefined);
        if (reply.statusCode === 200) resolve(asked);
        else reject(new Error(`${LIVE_PATH} answered ${String(reply.statusCode)}`));
      },
    );
    asked.on('error', reject);
    asked.end();
  });
  return () => call.destroy();
}

/** `untilShown` makes a change, and resolves when a page finds this change after a live message. */
export type LiveWatch = Readonly<{
  untilShown(change: () => Promise<unknown>, isShown: () => Promise<boolean>): Promise<void>;
  stop(): void;
}>;

/** Simulates an open page that reads again after each live message about a topic. */
export async function watchLive(url: string, cookie: string, topic: LiveTopic): Promise<LiveWatch> {
  let notify: () => void = () => undefined;
  const next = () => new Promise<void>((resolve) => (notify = resolve));
  const stop = await listenLive(url, cookie, topic, () => {
    notify();
  });
  return {
    stop,
    untilShown: async (change, isShown) => {
      let received = next();
      await change();
      for (;;) {
        await received;
        received = next();
        if (await isShown()) return;
      }
    },
  };
}
