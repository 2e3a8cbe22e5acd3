import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { PublishOptions } from '@posthorn/contracts/shared/publish-options';
import type { Platform } from '@posthorn/contracts/shared/platform';
import { optionProblems } from '@posthorn/contracts/integrations/option-values';
import type { AppName } from '#infrastructure/config/app-names.ts';
import { COVER_FIELD } from '../../kit/cover-field.ts';
import { ReconnectNeeded } from '../../kit/outcomes.ts';
import { accountProblem } from '@posthorn/contracts/integrations/precheck-problem';
import { problemsOf } from '@posthorn/contracts/integrations/precheck';
import type { Proof, RemoteAccount, Connector } from '../../contract/connector.ts';
import { describeActions } from './action-cases.ts';
import { ConformanceWorld, type PostAtPlatform } from './conformance-world.ts';
import { choicesOf, mediaOf, outcomeOf, type ConformanceKind } from './kinds.ts';
import { Killed, Publisher, type Written } from './publisher.ts';

/** A response of the platform to the final call, and the expected outcome. */
type Refusal = Readonly<{
  name: string;
  status: number;
  body: unknown;
  headers?: Readonly<Record<string, string>>;
  expected: Readonly<Record<string, unknown>>;
}>;

export type ConnectorSubject = Readonly<{
  platform: Platform;
  /** The app whose consent the cases use, if the platform has several. Default: the first one. */
  app?: AppName;
  /** For accounts that a form connects: what the user types. Default: the consent page. */
  proof?: (account: string) => Proof;
  /** The scopes that publishing requires. Each case leaves out one of them. */
  neededScopes?: readonly string[];
  /** The number of accounts that the consent of `ana` gives access to. Default: 1. */
  accounts?: number;
  /** The kind of account that the cases use, if a consent covers several kinds. Default: the first one. */
  kind?: Readonly<{
    name: string;
    is: (account: RemoteAccount) => boolean;
    /** The API cannot read posts of this kind of account. So after a lost response, the user decides. */
    blind?: boolean;
  }>;
  /** The kinds of posts that the platform accepts. `refuses`: the kinds that it refuses. */
  takes: readonly ConformanceKind[];
  refuses: readonly ConformanceKind[];
  options?: PublishOptions;
  title?: string;
  /** The user can choose a frame of a video as its cover. */
  covers?: boolean;
  /** The kind of post in cases about failures. Default: the first in `takes`. */
  usualKind?: ConformanceKind;
  /** Tokens can be renewed without the user. */
  renews: boolean;
  /** Further responses to the final call, and their expected outcomes. */
  refusals: readonly Refusal[];
  /** False if a failed request may concern something other than the final call, for example a chunk of an upload. Default: true. */
  tellsUnknown?: boolean;
  /** The text as the platform shows it, if it differs from the sent text. */
  shown?: (text: string) => string;
}>;

/** A page of the sandbox. `CARD`: the expected card for this page. */
const LINK = 'https://pages.sandbox.test/bakery';
const CARD = {
  url: LINK,
  title: 'Ana’s Bakery & Café',
  description: expect.stringContaining('Fresh bread'),
  picture: { type: 'image/jpeg', bytes: expect.any(Number) },
};

/** Runs the same cases for each platform, with the sandbox and real HTTP. */
export function describeConnector(subject: ConnectorSubject): void {
  const { platform } = subject;
  const world = new ConformanceWorld(subject.app);
  let connector: Connector;
  let number = 0;
  /** Each case has its own user, so that tokens, faults and budgets do not affect other cases. */
  let account = '';

  const connectAccount = async (name = account): Promise<RemoteAccount> => {
    const way = subject.proof?.(name) ?? { account: name };
    const first = (await world.accounts(platform, way)).find(subject.kind?.is ?? (() => true));
    if (!first) throw new Error('The consent opened no account.');
    return first;
  };
  const usualKind: ConformanceKind = subject.usualKind ?? subject.takes[0] ?? 'text';
  const written = (kind: ConformanceKind, text = `A ${kind} of ${account}`): Written => ({
    text: kind === 'link' ? `${text} ${LINK}` : text,
    media: mediaOf(world, kind),
    options: subject.options ?? {},
    title: subject.title ?? null,
  });
  const publisherOf = async (kind: ConformanceKind = usualKind, text?: string): Promise<Publisher> => {
    const remote = await connectAccount();
    const post = written(kind, text);
    const options = { ...(await choicesOf(connector, remote)), ...post.options };
    return new Publisher(connector, world.clock, remote, { ...post, options });
  };
  const received = async (publisher: Publisher): Promise<readonly PostAtPlatform[]> => {
    const text = subject.shown?.(publisher.publication.text) ?? publisher.publication.text;
    return (await world.posts(platform)).filter((post) => post.text.includes(text));
  };
  const problems = ({ publication, access }: Publisher) => [
    ...problemsOf(publication, access.limits, connector.descriptor.name),
    ...optionProblems(publication, connector.descriptor.options, connector.descriptor.name),
    ...(connector.precheck?.(publication, access.limits) ?? []),
  ];

  describe(
    [
      'the connector of',
      platform,
      ...[subject.kind?.name, subject.app].flatMap((which) => (which ? [`(${which})`] : [])),
    ].join(' '),
    () => {
      beforeAll(async () => {
        await world.open();
        connector = world.connector(platform);
      });
      beforeEach(() => {
        account = `person${String(++number)}`;
      });
      afterAll(() => world.close());

      describe('connecting', () => {
        it('describes the account, with limits, and with credentials that are JSON', async () => {
          const remote = await connectAccount();
          expect(remote).toMatchObject({ platform, remoteId: expect.stringMatching(/./u) });
          expect(remote.accountName).not.toBe('');
          expect(remote.limits.platform).toBe(platform);
          expect(JSON.parse(JSON.stringify(remote.credentials))).toEqual(remote.credentials);
        });
        it('finds the same account again', async () => {
          expect((await connectAccount()).remoteId).toBe((await connectAccount()).remoteId);
        });
        if (!subject.proof) {
          it('finds all accounts that a consent gives access to', async () => {
            const all = await world.accounts(platform, { account: 'ana' });
            expect(new Set(all.map(({ remoteId }) => remoteId)).size).toBe(subject.accounts ?? 1);
          });
          it('gets an error and no code when the user denies the consent', async () => {
            const back = await world.deny(platform);
            expect(back.searchParams.get('code')).toBeNull();
            expect(back.searchParams.get('error')).toMatch(/denied|cancel/u);
          });
          for (const scope of subject.neededScopes ?? [])
            it(`does not connect without ${scope}`, async () => {
              await expect(world.consent(platform, { account, without: [scope] })).rejects.toMatchObject({
                code: 'integrations.scopes-missing',
              });
            });
        }
        it('revokes the credentials', async () => {
          await expect(connector.disconnect((await connectAccount()).credentials)).resolves.toEqual(
            expect.any(Boolean),
          );
        });
      });

      describe('tokens', () => {
        const app = () => world.connection(platform).name;
        if (subject.renews) {
          it('are renewed when they expire before a publication', async () => {
            const publisher = await publisherOf();
            const before = publisher.access.current;
            await world.endTokens(app(), account, 'expire');
            expect(await publisher.publish()).toMatchObject({ kind: 'published' });
            expect(publisher.access.current).not.toEqual(before);
            expect(await received(publisher)).toHaveLength(1);
          });
          it('contain an access token after a renewal', async () => {
            const { credentials } = await connectAccount();
            const fresh = await connector.refresh?.(credentials);
            expect({ ...credentials, ...fresh }).toMatchObject({ accessToken: expect.any(String) });
          });
          it('cannot be renewed after they were revoked: a new login is needed', async () => {
            const { credentials } = await connectAccount();
            await world.endTokens(app(), account, 'revoke');
            await expect(connector.refresh?.(credentials)).rejects.toBeInstanceOf(ReconnectNeeded);
          });
        }
        if (!subject.proof) {
          it('prevent the publication after they were revoked', async () => {
            const publisher = await publisherOf();
            await world.endTokens(app(), account, 'revoke');
            expect(await outcomeOf(publisher.publish())).toMatchObject({
              kind: 'refused',
              reason: 'reconnect',
            });
            expect(await received(publisher)).toEqual([]);
          });
        }
      });

      describe('publishing', () => {
        it.each(subject.takes)('%s', async (kind) => {
          const publisher = await publisherOf(kind);
          expect(problems(publisher)).toEqual([]);
          const outcome = await publisher.publish();
          expect(outcome).toMatchObject({ kind: 'published', remoteId: expect.stringMatching(/./u) });
          const posts = await received(publisher);
          expect(posts).toHaveLength(1);
          expect(posts[0]?.media).toHaveLength(publisher.publication.media.length);
          expect(posts[0]?.card).toEqual(kind === 'link' ? CARD : undefined);
          const passedOn = UNCHANGED_TYPES[kind];
          if (passedOn !== undefined) expect(posts[0]?.media).toMatchObject([{ type: passedOn }]);
        });
        if (subject.takes.includes('link')) {
          it('reads the page once and makes one link card, even when the process is killed after any step', async () => {
            const uninterrupted = await publisherOf('link');
            await uninterrupted.prepare();
            expect(uninterrupted.saves).toBeGreaterThan(0);
            for (let step = 1; step <= uninterrupted.saves; step += 1) {
              account = `card${String(number)}at${String(step)}`;
              const publisher = await publisherOf('link');
              await expect(publisher.prepare(step)).rejects.toBeInstanceOf(Killed);
              const before = await world.pageReads();
              expect(await publisher.publish()).toMatchObject({ kind: 'published' });
              expect(await received(publisher)).toMatchObject([{ card: CARD }]);
              expect(await world.pageReads()).toBe(before);
            }
          });
          it('makes no link card if the user switched it off, or the page has no metadata', async () => {
            const remote = await connectAccount();
            const post = written('link');
            const switchedOff = new Publisher(connector, world.clock, remote, {
              ...post,
              options: { ...post.options, linkCard: false },
            });
            const withoutMetadata = new Publisher(connector, world.clock, remote, {
              ...post,
              text: `Dead of ${account} ${LINK.replace('bakery', 'silent')}`,
            });
            for (const publisher of [switchedOff, withoutMetadata]) {
              expect(await publisher.publish()).toMatchObject({ kind: 'published' });
              const [only, ...others] = await received(publisher);
              expect([only?.card, others]).toEqual([undefined, []]);
            }
          });
        }
        if (subject.covers) {
          it('a video with the chosen cover', async () => {
            const remote = await connectAccount();
            const post = written('video');
            const options = { ...(await choicesOf(connector, remote)), ...post.options, coverAt: 2_500 };
            const publisher = new Publisher(connector, world.clock, remote, { ...post, options });
            expect(problems(publisher)).toEqual([]);
            expect(await publisher.publish()).toMatchObject({ kind: 'published' });
            expect(await received(publisher)).toMatchObject([{ coverAt: 2_500 }]);
          });
          it("reports a cover time after the video's end, before anything is sent", async () => {
            const publisher = new Publisher(connector, world.clock, await connectAccount(), {
              ...written('video'),
              options: { ...subject.options, coverAt: 8_000 },
            });
            expect(problems(publisher)).toContainEqual(
              accountProblem('option-not-valid/moment', {
                platform: connector.descriptor.name,
                label: COVER_FIELD.label,
                option: COVER_FIELD.name,
              }),
            );
          });
        }
        for (const kind of subject.refuses)
          it(`reports that it refuses ${kind}, before anything is sent`, async () => {
            expect(problems(await publisherOf(kind))).not.toEqual([]);
          });
        it('continues where a killed process stopped, at each step', async () => {
          const uninterrupted = await publisherOf();
          await uninterrupted.prepare();
          for (let step = 1; step <= uninterrupted.saves; step += 1) {
            account = `killed${String(number)}at${String(step)}`;
            const publisher = await publisherOf();
            await expect(publisher.prepare(step)).rejects.toBeInstanceOf(Killed);
            expect(await publisher.publish()).toMatchObject({ kind: 'published' });
            expect(await received(publisher)).toHaveLength(1);
          }
        });
        it('ignores stored references of other content', async () => {
          const publisher = await publisherOf();
          await publisher.prepare();
          const other = await publisherOf(usualKind, `Other ${account}`);
          other.refs = publisher.refs;
          expect(await other.publish()).toMatchObject({ kind: 'published' });
          expect(await received(other)).toHaveLength(1);
        });
      });

      describe('the response of the final call', () => {
        const preparedPublisher = async () => {
          const publisher = await publisherOf();
          expect(await publisher.prepare()).toMatchObject({ kind: 'prepared' });
          return publisher;
        };
        it('postpones the publication when it reports a rate limit', async () => {
          const publisher = await preparedPublisher();
          await world.fault(platform, 'http429', { retryAfterSeconds: 90 });
          expect(await publisher.call()).toMatchObject({ kind: 'postponed', until: expect.any(String) });
          expect(await received(publisher)).toEqual([]);
        });
        for (const { name, status, body, headers = {}, expected } of subject.refusals)
          it(`“${name}” gives the expected outcome`, async () => {
            const publisher = await preparedPublisher();
            await world.fault(platform, 'answer', { answer: { status, body, headers } });
            expect(await publisher.call()).toMatchObject(expected);
          });
        if (subject.tellsUnknown === false) return;
        it.each(['http500', 'html'])(
          'leaves the outcome unknown if it is an unclear error (%s)',
          async (fault) => {
            const publisher = await preparedPublisher();
            await world.fault(platform, fault);
            expect(await publisher.call()).toMatchObject({ kind: 'unknown' });
          },
        );
        it('leaves the outcome unknown if it never arrives', async () => {
          const publisher = await preparedPublisher();
          await world.fault(platform, 'hang');
          expect(await publisher.call(1_500)).toMatchObject({ kind: 'unknown' });
        });
        it('was lost: a look-up finds the post, or the user decides', async () => {
          const publisher = await preparedPublisher();
          await world.fault(platform, 'dropAfterAccept');
          expect(await publisher.call()).toMatchObject({ kind: 'unknown' });
          const found = await publisher.lookUp();
          expect(['published', 'cannot-tell']).toContain(found.kind);
          if (connector.repeatRule !== 'never' && !subject.kind?.blind) expect(found.kind).toBe('published');
          expect(await received(publisher)).toHaveLength(1);
        });
        it('was a server error: after a negative look-up, a second attempt publishes the post once', async () => {
          const publisher = await preparedPublisher();
          await world.fault(platform, 'http500');
          await publisher.call();
          const found = await publisher.lookUp();
          if (found.kind === 'cannot-tell') return;
          if (found.kind !== 'published')
            expect(await publisher.publish()).toMatchObject({ kind: 'published' });
          expect(await received(publisher)).toHaveLength(1);
        });
      });

      describe('the actions on a published post', () => {
        describeActions(
          world,
          () => connector,
          () => publisherOf(),
        );
      });

      describe('deleting', () => {
        it('deletes the post if the platform allows this, even when the call is repeated', async () => {
          expect(connector.descriptor.capabilities.deletePost).toBe(connector.deletePost !== undefined);
          if (!connector.deletePost) return;
          const publisher = await publisherOf();
          const outcome = await publisher.publish();
          if (outcome.kind !== 'published') throw new Error(JSON.stringify(outcome));
          const { remoteId, permalink } = outcome;
          const post = { remoteId, permalink, publishRefs: publisher.refs };
          if (connector.deletesPostsWith?.(publisher.access.current) === false) {
            const refused = await connector.deletePost(publisher.access, post, AbortSignal.timeout(10_000));
            expect(refused).toMatchObject({ kind: 'refused', reason: 'page-missing', retryable: false });
            expect(await received(publisher)).toHaveLength(1);
            return;
          }
          for (let time = 0; time < 2; time += 1) {
            expect(await connector.deletePost(publisher.access, post, AbortSignal.timeout(10_000))).toEqual({
              kind: 'deleted',
            });
          }
          expect(await received(publisher)).toEqual([]);
        });
        it('is refused for an account without the permission, which can still publish', async () => {
          const { deletionScope } = connector.descriptor;
          if (deletionScope === undefined) return;
          const accounts = await world.accounts(platform, { account, without: [deletionScope] });
          const [first] = accounts;
          if (!first) throw new Error('The consent opened no account.');
          if (connector.deletesPostsWith?.(first.credentials) === false) return;
          const publisher = new Publisher(connector, world.clock, first, written(usualKind));
          const outcome = await publisher.publish();
          if (outcome.kind !== 'published') throw new Error(JSON.stringify(outcome));
          const post = { ...outcome, publishRefs: publisher.refs };
          const deletion = connector.deletePost?.(publisher.access, post, AbortSignal.timeout(10_000));
          expect(await deletion).toMatchObject({ kind: 'refused', reason: 'permission-missing' });
          expect(await received(publisher)).toHaveLength(1);
        });
      });
    },
  );
}

/** The MIME types of files that must be sent unchanged. */
const UNCHANGED_TYPES: Readonly<Partial<Record<ConformanceKind, string>>> = {
  gif: 'image/gif',
  mov: 'video/quicktime',
};
