import { request, type ClientRequest } from 'node:http';
import { LIVE_PATH, type LiveMessage, type LiveTopic } from '@posthorn/contracts/shared/live.http';

/** Calls `onMessage` for each live message about one topic, as a page of this user receives them. @returns a function that closes the connection */
export async function listenLive(
  url: string,
  cookie: string,
  topic: LiveTopic,
  onMessage: () => void,
): Promise<() => void> {
  const connection = await new Promise<ClientRequest>((resolve, reject) => {
    const call = request(
      new URL(LIVE_PATH, url),
      { headers: { cookie, 'sec-fetch-site': 'same-origin' } },
      (response) => {
        response.setEncoding('utf8');
        response.on('data', (text: string) => {
          for (const [, data] of text.matchAll(/^data: (.+)$/gmu))
            if ((JSON.parse(data ?? '') as LiveMessage).topic === topic) onMessage();
        });
        response.on('error', () => undefined);
        if (response.statusCode === 200) resolve(call);
        else reject(new Error(`${LIVE_PATH} responded with ${String(response.statusCode)}`));
      },
    );
    call.on('error', reject);
    call.end();
  });
  return () => connection.destroy();
}

/** `untilShown` makes a change. It resolves when a live message arrives and `isShown` then returns true. */
export type LiveWatch = Readonly<{
  untilShown(change: () => Promise<unknown>, isShown: () => Promise<boolean>): Promise<void>;
  stop(): void;
}>;

/** Simulates an open page that loads its data again after each live message about a topic. */
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
