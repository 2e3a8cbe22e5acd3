import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { PublishOptions } from '@posthorn/contracts/shared/publish-options';
import type { Platform } from '@posthorn/contracts/shared/platform';
import { optionProblems } from '@posthorn/contracts/integrations/option-values';
import type { AppName } from '#infrastructure/config/app-names.ts';
import { ReconnectNeeded } from '../../kit/outcomes.ts';
import { PRECHECK_TEXT } from '@posthorn/contracts/integrations/precheck-text';
import { problemsOf } from '@posthorn/contracts/integrations/precheck';
import type { Proof, RemoteAccount, Connector } from '../../contract/connector.ts';
import { describeActions } from './action-cases.ts';
import { ConformanceWorld, type PostAtPlatform } from './conformance-world.ts';
import { choicesOf, mediaOf, outcomeOf, type ConformanceKind } from './kinds.ts';
import { Killed, Publisher, type Written } from './publisher.ts';

/** An answer of the platform's final call, and its expected outcome. */
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
  /** Connects by a form; default: by the consent page. */
  proof?: (account: string) => Proof;
  /** The scopes that publishing requires. The cases leave one out. */
  neededScopes?: readonly string[];
  /** The number of accounts of this platform that the consent of `ana` covers. */
  accounts?: number;
  /** The kind of account that the cases use, if a consent covers several kinds. Default: the first one. */
  kind?: Readonly<{
    name: string;
    is: (account: RemoteAccount) => boolean;
    /** The API cannot read its posts, so after a lost answer the user decides. */
    blind?: boolean;
  }>;
  /** The kinds of posts that the platform accepts, and those that it refuses. */
  takes: readonly ConformanceKind[];
  refuses: readonly ConformanceKind[];
  options?: PublishOptions;
  title?: string;
  /** The user can choose a frame of a video as its cover. */
  covers?: boolean;
  /** The kind of post in the cases about failures. Default: the first that the platform accepts. */
  usual?: ConformanceKind;
  /** Tokens can be renewed without the user. */
  renews: boolean;
  /** Answers to a throttled final call, besides the sandbox's own. */
  refusals: readonly Refusal[];
  /** False when a missing answer is not a failure of the final call, for example of one chunk of an upload. Default: true. */
  tellsUnknown?: boolean;
  /** The text as the platform shows it, if it differs from the sent text. */
  shown?: (text: string) => string;
}>;

/** A page of the sandbox, and its metadata. */
const LINK = 'https://pages.sandbox.test/bakery';
const CARD = {
  url: LINK,
  title: 'Ana’s Bakery & Café',
  description: expect.stringContaining('Fresh bread'),
  picture: { type: 'image/jpeg', bytes: expect.any(Number) },
};

/** The same cases for each platform, against the sandbox over real HTTP. */
export function describeConnector(subject: ConnectorSubject): void {
  const { platform } = subject;
  const world = new ConformanceWorld(subject.app);
  let connector: Connector;
  let number = 0;
  /** Each case has its own user, so that tokens, faults and budgets do not affect other cases. */
  let account = '';

  const connected = async (name = account): Promise<RemoteAccount> => {
    const way = subject.proof?.(name) ?? { account: name };
    const first = (await world.accounts(platform, way)).find(subject.kind?.is ?? (() => true));
    if (!first) throw new Error('The consent opened no account.');
    return first;
  };
  const usual: ConformanceKind = subject.usual ?? subject.takes[0] ?? 'text';
  const written = (kind: ConformanceKind, text = `A ${kind} of ${account}`): Written => ({
    text: kind === 'link' ? `${text} ${LINK}` : text,
    media: mediaOf(world, kind),
    options: subject.options ?? {},
    title: subject.title ?? null,
  });
  const publisherOf = async (kind: ConformanceKind = usual, text?: string): Promise<Publisher> => {
    const remote = await connected();
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
          const remote = await connected();
          expect(remote).toMatchObject({ platform, remoteId: expect.stringMatching(/./u) });
          expect(remote.accountName).not.toBe('');
          expect(remote.limits.platform).toBe(platform);
          expect(JSON.parse(JSON.stringify(remote.credentials))).toEqual(remote.credentials);
        });
        it('finds the same account again', async () => {
          expect((await connected()).remoteId).toBe((await connected()).remoteId);
        });
        if (!subject.proof) {
          it('finds all accounts that a consent covers', async () => {
            const all = await world.accounts(platform, { account: 'ana' });
            expect(new Set(all.map(({ remoteId }) => remoteId)).size).toBe(subject.accounts ?? 1);
          });
          it('returns without a code when the user refuses', async () => {
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
          await expect(connector.disconnect((await connected()).credentials)).resolves.toEqual(
            expect.any(Boolean),
          );
        });
      });

      describe('tokens', () => {
        const app = () => world.connection(platform).name;
        if (subject.renews) {
          it('are renewed in the middle of a publication', async () => {
            const publisher = await publisherOf();
            const before = publisher.access.current;
            await world.endTokens(app(), account, 'expire');
            expect(await publisher.publish()).toMatchObject({ kind: 'published' });
            expect(publisher.access.current).not.toEqual(before);
            expect(await received(publisher)).toHaveLength(1);
          });
          it('keep the old refresh token when the platform sends no new one', async () => {
            const { credentials } = await connected();
            const fresh = await connector.refresh?.(credentials);
            expect({ ...credentials, ...fresh }).toMatchObject({ accessToken: expect.any(String) });
          });
          it('that were revoked need a new login', async () => {
            const { credentials } = await connected();
            await world.endTokens(app(), account, 'revoke');
            await expect(connector.refresh?.(credentials)).rejects.toBeInstanceOf(ReconnectNeeded);
          });
        }
        if (!subject.proof) {
          it('that were revoked stop the publication before it is sent', async () => {
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
          const passedOn = AS_THEY_ARE[kind];
          if (passedOn !== undefined) expect(posts[0]?.media).toMatchObject([{ type: passedOn }]);
        });
        if (subject.takes.includes('link')) {
          it('makes one link card, however often a killed process starts again', async () => {
            const whole = await publisherOf('link');
            await whole.prepare();
            expect(whole.saves).toBeGreaterThan(0);
            for (let step = 1; step <= whole.saves; step += 1) {
              account = `card${String(number)}at${String(step)}`;
              const publisher = await publisherOf('link');
              await expect(publisher.prepare(step)).rejects.toBeInstanceOf(Killed);
              const before = await world.pageReads();
              expect(await publisher.publish()).toMatchObject({ kind: 'published' });
              expect(await received(publisher)).toMatchObject([{ card: CARD }]);
              expect(await world.pageReads()).toBe(before);
            }
          });
          it('makes no link card when the user wants none, or the page has no metadata', async () => {
            const remote = await connected();
            const post = written('link');
            const without = new Publisher(connector, world.clock, remote, {
              ...post,
              options: { ...post.options, linkCard: false },
            });
            const dead = new Publisher(connector, world.clock, remote, {
              ...post,
              text: `Dead of ${account} ${LINK.replace('bakery', 'silent')}`,
            });
            for (const publisher of [without, dead]) {
              expect(await publisher.publish()).toMatchObject({ kind: 'published' });
              const [only, ...more] = await received(publisher);
              expect([only?.card, more]).toEqual([undefined, []]);
            }
          });
        }
        if (subject.covers) {
          it('a video with the chosen cover', async () => {
            const remote = await connected();
            const post = written('video');
            const options = { ...(await choicesOf(connector, remote)), ...post.options, coverAt: 2_500 };
            const publisher = new Publisher(connector, world.clock, remote, { ...post, options });
            expect(problems(publisher)).toEqual([]);
            expect(await publisher.publish()).toMatchObject({ kind: 'published' });
            expect(await received(publisher)).toMatchObject([{ coverAt: 2_500 }]);
          });
          it("not with a cover time after the video's end, and says so before it sends anything", async () => {
            const publisher = new Publisher(connector, world.clock, await connected(), {
              ...written('video'),
              options: { ...subject.options, coverAt: 8_000 },
            });
            expect(problems(publisher)).toContainEqual({
              code: 'integrations.option-not-valid',
              message: PRECHECK_TEXT.notInVideo(connector.descriptor.name, 'Cover'),
            });
          });
        }
        for (const kind of subject.refuses)
          it(`not ${kind}, and says so before anything is sent`, async () => {
            expect(problems(await publisherOf(kind))).not.toEqual([]);
          });
        it('continues where a killed process stopped, at each step', async () => {
          const whole = await publisherOf();
          await whole.prepare();
          for (let step = 1; step <= whole.saves; step += 1) {
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
          const other = await publisherOf(usual, `Other ${account}`);
          other.refs = publisher.refs;
          expect(await other.publish()).toMatchObject({ kind: 'published' });
          expect(await received(other)).toHaveLength(1);
        });
      });

      describe('an answer of the final call', () => {
        const prepared = async () => {
          const publisher = await publisherOf();
          expect(await publisher.prepare()).toMatchObject({ kind: 'prepared' });
          return publisher;
        };
        it('that asks to wait postpones the publication', async () => {
          const publisher = await prepared();
          await world.fault(platform, 'http429', { retryAfterSeconds: 90 });
          expect(await publisher.call()).toMatchObject({ kind: 'postponed', until: expect.any(String) });
          expect(await received(publisher)).toEqual([]);
        });
        for (const { name, status, body, headers = {}, expected } of subject.refusals)
          it(`“${name}” comes to what it means`, async () => {
            const publisher = await prepared();
            await world.fault(platform, 'answer', { answer: { status, body, headers } });
            expect(await publisher.call()).toMatchObject(expected);
          });
        if (subject.tellsUnknown === false) return;
        it.each(['http500', 'html'])('without information (%s) leaves the outcome unknown', async (fault) => {
          const publisher = await prepared();
          await world.fault(platform, fault);
          expect(await publisher.call()).toMatchObject({ kind: 'unknown' });
        });
        it('that never arrives leaves the outcome unknown', async () => {
          const publisher = await prepared();
          await world.fault(platform, 'hang');
          expect(await publisher.call(1_500)).toMatchObject({ kind: 'unknown' });
        });
        it('that was lost is found by a look-up, or the user decides', async () => {
          const publisher = await prepared();
          await world.fault(platform, 'dropAfterAccept');
          expect(await publisher.call()).toMatchObject({ kind: 'unknown' });
          const found = await publisher.lookUp();
          expect(['published', 'cannot-tell']).toContain(found.kind);
          if (connector.repeatRule !== 'never' && !subject.kind?.blind) expect(found.kind).toBe('published');
          expect(await received(publisher)).toHaveLength(1);
        });
        it('that was lost before the platform accepted the post allows one more attempt', async () => {
          const publisher = await prepared();
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
        it('deletes the post on the platform where that is possible, with any number of repetitions', async () => {
          expect(connector.descriptor.capabilities.deletePost).toBe(connector.deletePost !== undefined);
          if (!connector.deletePost) return;
          const publisher = await publisherOf();
          const outcome = await publisher.publish();
          if (outcome.kind !== 'published') throw new Error(JSON.stringify(outcome));
          const { remoteId, permalink } = outcome;
          const post = { remoteId, permalink, publishRefs: publisher.refs };
          if (connector.deletesPostsWith?.(publisher.access.current) === false) {
            const refused = await connector.deletePost(publisher.access, post, AbortSignal.timeout(10_000));
            expect(refused).toMatchObject({ kind: 'refused', reason: 'rejected', retryable: false });
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
        it('is refused for an account without that permission, which can still publish', async () => {
          const { deletionScope } = connector.descriptor;
          if (deletionScope === undefined) return;
          const poor = await world.accounts(platform, { account, without: [deletionScope] });
          const [first] = poor;
          if (!first) throw new Error('The consent opened no account.');
          if (connector.deletesPostsWith?.(first.credentials) === false) return;
          const publisher = new Publisher(connector, world.clock, first, written(usual));
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

/** Files that are sent unchanged, because a conversion would lose their motion. */
const AS_THEY_ARE: Readonly<Partial<Record<ConformanceKind, string>>> = {
  gif: 'image/gif',
  mov: 'video/quicktime',
};
