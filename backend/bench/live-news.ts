import { request, type ClientRequest } from 'node:http';
import { LIVE_PATH, type LiveMessage, type LiveTopic } from '@posthorn/contracts/shared/live.http';

/** Tells of each message about one topic, as a page of this user hears them. @returns what ends it */
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

/** `untilShown` returns once a page that heard of the change finds it. */
export type LiveWatch = Readonly<{
  untilShown(change: () => Promise<unknown>, isShown: () => Promise<boolean>): Promise<void>;
  stop(): void;
}>;

/** An open page that asks again whenever it hears of a topic. */
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
