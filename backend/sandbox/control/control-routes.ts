import type { Exchange } from '../http/exchange.ts';
import type { Route } from '../http/router.ts';
import type { PostedCard, ReceivedPost } from '../platforms/sandbox-platform.ts';
import type { World } from '../world.ts';
import {
  BadInput,
  bodyOf,
  isForm,
  readComment,
  readCommentId,
  readCommentText,
  readFault,
  readMetrics,
  readPlatform,
  readSettings,
  readTokenAction,
  readWebhookSettings,
} from './control-input.ts';
import { sendOverview } from './overview-page.ts';

type Action = (exchange: Exchange) => Promise<Readonly<{ status: number; body: unknown }>>;

/** The calls by which a test or a person controls the sandbox. */
export function controlRoutes(world: World): readonly Route[] {
  const { faults, calls, settings, names, webhooks } = world;

  const getRoute = (pattern: string, answer: (exchange: Exchange) => unknown): Route => ({
    method: 'GET',
    pattern,
    run: (exchange) => runAction(exchange, () => Promise.resolve({ status: 200, body: answer(exchange) })),
  });
  const postRoute = (pattern: string, action: Action): Route => ({
    method: 'POST',
    pattern,
    run: (exchange) => runAction(exchange, action),
  });

  /** Runs an action and sends its result. A form gets a redirect to the page; a program gets JSON. */
  async function runAction(exchange: Exchange, action: Action): Promise<void> {
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
    getRoute('/control/posts', ({ query }) => {
      const asked = query.get('platform');
      const platform = asked === null || asked === '' ? null : readPlatform(asked, names);
      return world.posts(platform).map(postView);
    }),
    getRoute('/control/faults', () => faults.waiting),
    getRoute('/control/calls', () => calls.list()),
    getRoute('/control/model', () => ({ mode: settings.current.model, asked: world.model.asked })),
    getRoute('/control/settings', () => settings.current),
    postRoute('/control/faults', async (exchange) => {
      const fault = readFault(await bodyOf(exchange), world.faultTargets);
      if (fault.call !== undefined && !world.isCall(fault.platform, fault.call))
        throw new BadInput(
          'call must be a call of stripe, as GET /control/calls names it, or *; or of bluesky, the one that gives a session back.',
        );
      faults.plan(fault);
      return { status: 200, body: faults.waiting };
    }),
    postRoute('/control/release', async (exchange) => {
      await bodyOf(exchange);
      return { status: 200, body: faults.release() };
    }),
    postRoute('/control/comments', async (exchange) => {
      const { platform, ...comment } = readComment(await bodyOf(exchange), names);
      const id = world.platform(platform)?.comment(comment) ?? null;
      if (id === null)
        throw new BadInput(
          `${platform} has no post with the remoteId ${comment.remoteId}, or no such comment under it.`,
        );
      const post = world.posts(platform).find(({ remoteId }) => remoteId === comment.remoteId);
      if (post) webhooks.commentAdded(post, id, comment);
      return { status: 201, body: { id, remoteId: id } };
    }),
    postRoute('/control/comments/edit', async (exchange) => {
      const body = await bodyOf(exchange);
      const { platform, id } = readCommentId(body, names);
      const text = readCommentText(body);
      const edited = world.platform(platform)?.editComment?.(id, text) ?? false;
      if (!edited) throw new BadInput(`${platform} has no such comment that can be edited.`);
      webhooks.commentChanged(platform, id, 'edited', text);
      return { status: 200, body: { id } };
    }),
    postRoute('/control/comments/delete', async (exchange) => {
      const { platform, id } = readCommentId(await bodyOf(exchange), names);
      const deleted = world.platform(platform)?.deleteComment?.(id) ?? false;
      if (!deleted) throw new BadInput(`${platform} has no such comment.`);
      webhooks.commentChanged(platform, id, 'remove');
      return { status: 200, body: { id } };
    }),
    getRoute('/control/comments/hidden', ({ query }) => {
      const platform = readPlatform(query.get('platform'), names);
      const hidden = world.platform(platform)?.isHidden?.(query.get('id') ?? '') ?? null;
      if (hidden === null) throw new BadInput(`${platform} has no such comment.`);
      return { hidden };
    }),
    postRoute('/control/metrics', async (exchange) => {
      const metrics = readMetrics(await bodyOf(exchange), names);
      const exists = world.posts(metrics.platform).some(({ remoteId }) => remoteId === metrics.remoteId);
      if (!exists)
        throw new BadInput(`${metrics.platform} has no post with the remoteId ${metrics.remoteId}.`);
      world.counters.set(metrics);
      return { status: 200, body: metrics };
    }),
    getRoute('/control/replies', ({ query }) => {
      const asked = query.get('platform');
      return world.replies(asked === null || asked === '' ? null : readPlatform(asked, names));
    }),
    getRoute('/control/tokens', ({ query }) => {
      const [app, account] = [query.get('app'), query.get('account')];
      return world
        .liveTokens()
        .filter((token) => (app ?? token.app) === token.app && (account ?? token.account) === token.account);
    }),
    postRoute('/control/tokens', async (exchange) => {
      const { app, account, action } = readTokenAction(await bodyOf(exchange));
      const server = world.authorizationServer(app);
      if (!server) throw new BadInput(`There is no application called ${app}.`);
      server.end(account, action);
      return { status: 200, body: { app, account, action } };
    }),
    postRoute('/control/settings', async (exchange) => {
      world.changeSettings(readSettings(await bodyOf(exchange)));
      return { status: 200, body: settings.current };
    }),
    getRoute('/control/webhooks', ({ query }) => ({
      settings: webhooks.current,
      delivered: webhooks.delivered,
      received: world.webhookReceiver.taken(query.get('path')),
    })),
    getRoute('/control/subscriptions', ({ query }) =>
      world.subscriptions
        .on(readPlatform(query.get('platform'), names))
        .map(({ accountId, topic: more }) => ({ accountId, more })),
    ),
    postRoute('/control/subscriptions/end', async (exchange) => {
      const platform = readPlatform((await bodyOf(exchange))['platform'], names);
      for (const { accountId, topic } of world.subscriptions.on(platform))
        world.subscriptions.end(platform, accountId, topic);
      return { status: 200, body: { platform } };
    }),
    postRoute('/control/webhooks', async (exchange) => {
      webhooks.change(readWebhookSettings(await bodyOf(exchange)));
      return { status: 200, body: webhooks.current };
    }),
    postRoute('/control/reset', async (exchange) => {
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
