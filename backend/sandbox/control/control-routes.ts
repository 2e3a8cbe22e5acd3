import type { Exchange } from '../http/exchange.ts';
import type { Route } from '../http/router.ts';
import type { PostedCard, ReceivedPost } from '../platforms/sandbox-platform.ts';
import type { World } from '../world.ts';
import {
  BadInput,
  bodyOf,
  isForm,
  readComment,
  readFault,
  readPlatform,
  readSettings,
  readTokenOrder,
} from './control-input.ts';
import { sendOverview } from './overview-page.ts';

type Action = (exchange: Exchange) => Promise<Readonly<{ status: number; body: unknown }>>;

/** What a test or a person may ask of the sandbox. */
export function controlRoutes(world: World): readonly Route[] {
  const { faults, calls, settings, names } = world;

  const ask = (pattern: string, answer: (exchange: Exchange) => unknown): Route => ({
    method: 'GET',
    pattern,
    run: (exchange) => answered(exchange, () => Promise.resolve({ status: 200, body: answer(exchange) })),
  });
  const order = (pattern: string, action: Action): Route => ({
    method: 'POST',
    pattern,
    run: (exchange) => answered(exchange, action),
  });

  /** Forms come from the page and go back to it; programs get JSON. */
  async function answered(exchange: Exchange, action: Action): Promise<void> {
    try {
      const { status, body } = await action(exchange);
      if (isForm(exchange)) exchange.send(303, '', 'text/plain', { Location: '/' });
      else exchange.reply(status, body);
    } catch (error) {
      if (!(error instanceof BadInput)) throw error;
      if (isForm(exchange)) sendOverview(exchange, world, { status: 400, problem: error.message });
      else exchange.reply(400, { message: error.message });
    }
  }

  return [
    ask('/control/posts', ({ query }) => {
      const asked = query.get('platform');
      const platform = asked === null || asked === '' ? null : readPlatform(asked, names);
      return world.posts(platform).map(postView);
    }),
    ask('/control/faults', () => faults.waiting),
    ask('/control/calls', () => calls.list()),
    ask('/control/settings', () => settings.current),
    order('/control/faults', async (exchange) => {
      faults.plan(readFault(await bodyOf(exchange), names));
      return { status: 200, body: faults.waiting };
    }),
    order('/control/release', async (exchange) => {
      await bodyOf(exchange);
      return { status: 200, body: { released: faults.release() } };
    }),
    order('/control/comments', async (exchange) => {
      const { platform, remoteId, author, text } = readComment(await bodyOf(exchange), names);
      const comment = world.platform(platform)?.comment(remoteId, author, text) ?? null;
      if (comment === null) throw new BadInput(`${platform} has no post with the remoteId ${remoteId}.`);
      return { status: 201, body: { remoteId: comment } };
    }),
    order('/control/tokens', async (exchange) => {
      const { app, account, action } = readTokenOrder(await bodyOf(exchange));
      const server = world.authorizationServer(app);
      if (!server) throw new BadInput(`There is no application called ${app}.`);
      server.end(account, action);
      return { status: 200, body: { app, account, action } };
    }),
    order('/control/settings', async (exchange) => {
      world.changeSettings(readSettings(await bodyOf(exchange)));
      return { status: 200, body: settings.current };
    }),
    order('/control/reset', async (exchange) => {
      await bodyOf(exchange);
      world.reset();
      return { status: 200, body: { reset: true } };
    }),
  ];
}

const postView = ({
  platform,
  account,
  remoteId,
  text,
  media,
  card,
  coverAt,
  cover,
  receivedAt,
}: ReceivedPost): object => ({
  platform,
  account,
  remoteId,
  text,
  media: media.map(({ type, bytes }) => ({ type, bytes })),
  ...(card && { card: cardView(card) }),
  ...(coverAt !== undefined && { coverAt }),
  ...(cover && { cover: { type: cover.type, bytes: cover.bytes } }),
  receivedAt,
});

const cardView = ({ url, title, description, picture }: PostedCard): object => ({
  url,
  title,
  description,
  picture: picture && { type: picture.type, bytes: picture.bytes },
});
