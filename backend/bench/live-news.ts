import { request, type ClientRequest } from 'node:http';
import { LIVE_PATH, type LiveMessage, type LiveTopic } from '@posthorn/contracts/shared/live.http';

/** Calls back for each live message about one topic, as a page of this user receives them. @returns a function that ends it */
export async function listenLive(
  url: string,
  cookie: string,
  topic: LiveTopic,
  hear: () => void,
): Promise<() => void> {
  const call = await new Promise<ClientRequest>((resolve, reject) => {
    const asked = request(
      new URL(LIVE_PATH, url),
      { headers: { cookie, 'sec-fetch-site': 'same-origin' } },
      (reply) => {
        reply.setEncoding('utf8');
        reply.on('data', (text: string) => {
          for (const [, data] of text.matchAll(/^data: (.+)$/gmu))
            if ((JSON.parse(data ?? '') as LiveMessage).topic === topic) hear();
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

/** `untilShown` returns when a page that received the live message finds the change. */
export type LiveWatch = Readonly<{
  untilShown(change: () => Promise<unknown>, isShown: () => Promise<boolean>): Promise<void>;
  stop(): void;
}>;

/** An open page that reads again after each live message about a topic. */
export async function watchLive(url: string, cookie: string, topic: LiveTopic): Promise<LiveWatch> {
  let tell: () => void = () => undefined;
  const next = () => new Promise<void>((resolve) => (tell = resolve));
  const stop = await listenLive(url, cookie, topic, () => {
    tell();
  });
  return {
    stop,
    untilShown: async (change, isShown) => {
      let heard = next();
      await change();
      for (;;) {
        await heard;
        heard = next();
        if (await isShown()) return;
      }
    },
  };
}
