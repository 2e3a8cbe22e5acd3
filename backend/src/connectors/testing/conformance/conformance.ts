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

/** What the platform's final call answers, and what that has to come to. */
type Refusal = Readonly<{
  name: string;
  status: number;
  body: unknown;
  headers?: Readonly<Record<string, string>>;
  expected: Readonly<Record<string, unknown>>;
}>;

export type ConnectorSubject = Readonly<{
  platform: Platform;
  /** Where several consents lead to the platform: which of them the cases use. Otherwise the first one. */
  app?: AppName;
  /** By a form; else by the consent page. */
  proof?: (account: string) => Proof;
  /** Scopes that publishing cannot do without; one of them is unticked. */
  neededScopes?: readonly string[];
  /** How many accounts of this platform the consent of `ana` opens. */
  accounts?: number;
  /** Where a consent opens accounts of several kinds: which of them the cases use. Otherwise the first one. */
  kind?: Readonly<{
    name: string;
    is: (account: RemoteAccount) => boolean;
    /** Nothing that it has published can be read: after a lost answer a person decides. */
    blind?: boolean;
  }>;
  /** Each kind of post that the platform takes, and those that it does not. */
  takes: readonly ConformanceKind[];
  refuses: readonly ConformanceKind[];
  options?: PublishOptions;
  title?: string;
  /** The writer may choose which picture of a video is its cover. */
  covers?: boolean;
  /** The kind that the cases of trouble use. Default: the first that the platform takes. */
  usual?: ConformanceKind;
  /** Tokens can be renewed without their owner. */
  renews: boolean;
  /** What a throttled final call of this platform looks like besides the sandbox's own. */
  refusals: readonly Refusal[];
  /** Where an outcome without an answer is no fault of the final call, e.g. a chunk of an upload. Default: true. */
  tellsUnknown?: boolean;
  /** The text as the platform shows it, when it is not the text that was sent. */
  shown?: (text: string) => string;
}>;

/** A page of the sandbox, and what it says of itself. */
const LINK = 'https://pages.sandbox.test/bakery';
const CARD = {
  url: LINK,
  title: 'Ana’s Bakery & Café',
  description: expect.stringContaining('Fresh bread'),
  picture: { type: 'image/jpeg', bytes: expect.any(Number) },
};

/** The same cases for every platform, against the sandbox over real HTTP. */
export function describeConnector(subject: ConnectorSubject): void {
  const { platform } = subject;
  const world = new ConformanceWorld(subject.app);
  let connector: Connector;
  let number = 0;
  /** A person of their own for each case: nobody's tokens, faults or budgets reach into another. */
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
          it('opens all accounts behind one consent', async () => {
            const all = await world.accounts(platform, { account: 'ana' });
            expect(new Set(all.map(({ remoteId }) => remoteId)).size).toBe(subject.accounts ?? 1);
          });
          it('comes back without a code when the person says no', async () => {
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
        it('gives the credentials back', async () => {
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
          it('keep a refresh token that the platform does not repeat', async () => {
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
          it('that were revoked stop the publication before anything is sent', async () => {
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
          it('shows one card, however often a killed process begins anew', async () => {
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
          it('leaves the card away when its writer wants none, or the page has none', async () => {
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
          it('a video under the cover that its writer chose', async () => {
            const remote = await connected();
            const post = written('video');
            const options = { ...(await choicesOf(connector, remote)), ...post.options, coverAt: 2_500 };
            const publisher = new Publisher(connector, world.clock, remote, { ...post, options });
            expect(problems(publisher)).toEqual([]);
            expect(await publisher.publish()).toMatchObject({ kind: 'published' });
            expect(await received(publisher)).toMatchObject([{ coverAt: 2_500 }]);
          });
          it('not under a cover after its end, and says so before anything is sent', async () => {
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
        it('goes on where a killed process stopped, whichever step it was', async () => {
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
        it('takes references of another content for none', async () => {
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
        it('that asks to wait puts the publication off', async () => {
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
        it.each(['http500', 'html'])('that tells nothing (%s) leaves it unknown', async (fault) => {
          const publisher = await prepared();
          await world.fault(platform, fault);
          expect(await publisher.call()).toMatchObject({ kind: 'unknown' });
        });
        it('that never comes leaves it unknown', async () => {
          const publisher = await prepared();
          await world.fault(platform, 'hang');
          expect(await publisher.call(1_500)).toMatchObject({ kind: 'unknown' });
        });
        it('that was lost is found again, or left to a person', async () => {
          const publisher = await prepared();
          await world.fault(platform, 'dropAfterAccept');
          expect(await publisher.call()).toMatchObject({ kind: 'unknown' });
          const found = await publisher.lookUp();
          expect(['published', 'cannot-tell']).toContain(found.kind);
          if (connector.repeatRule !== 'never' && !subject.kind?.blind) expect(found.kind).toBe('published');
          expect(await received(publisher)).toHaveLength(1);
        });
        it('that was lost before the platform took the post lets it be sent again, once', async () => {
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

      describe('what its interface offers to do with a published post', () => {
        describeActions(
          world,
          () => connector,
          () => publisherOf(),
        );
      });

      describe('deleting', () => {
        it('takes the post off the platform where that is possible, as often as it is asked', async () => {
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
        it('refuses that alone to an account that was connected without its permission', async () => {
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

/** Files that are never made into another: what moves would stand still. */
const AS_THEY_ARE: Readonly<Partial<Record<ConformanceKind, string>>> = {
  gif: 'image/gif',
  mov: 'video/quicktime',
};
