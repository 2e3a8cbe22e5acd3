import { randomUUID } from 'node:crypto';
import type { AccountExportReply } from '@posthorn/contracts/identity/account-export.http';
import type { CommentView } from '@posthorn/contracts/inbox/comments.http';
import { eachOptionalWord } from '@posthorn/contracts/scheduling/optional-words';
import type { OpenIdProvider } from '#modules/identity/testing/open-id-provider.ts';
import sharp from 'sharp';
import { accountOn, accountsOf, giveEveryConsent, uploadFile, uploadPicture } from './all-platforms.ts';
import { newestLink, type ApiResponse } from './browserless-client.ts';
import { signInByProvider } from './by-provider.ts';
import { eventually } from './eventually.ts';
import { inDatabase } from './kept-data.ts';
import type { Product } from './product.ts';
import type { Subscriber } from './subscriber.ts';

/** Unique words that a person has left, by their meaning. No word is a part of another word. */
export type Canaries = ReadonlyMap<string, string>;

/** What a person writes, and what others write to this person. */
export const WRITTEN = {
  'first address': 'canary-first@leaving.example',
  'second address': 'canary-second@leaving.example',
  'address that waits for its proof': 'canary-third@leaving.example',
  'first name': 'Canaryfirst',
  'last name': 'Canarylast',
  'former handle': 'canary_before',
  handle: 'canary_handle',
  personality: 'As a canarypersona sings',
  zone: 'Pacific/Chatham',
  'default hashtags': '#canarydefault',
  'default caption': 'Canarycaption',
  sentence: 'Canarysentence of the page',
  'title of a link': 'Canarylink',
  'address of a link': 'https://canaryaddress.example/',
  'title of a hidden link': 'Canaryhidden',
  'address of a link that was removed': 'https://canaryremoved.example/',
  'file name of the banner': 'canarybanner.jpg',
  'file name of the photo': 'canaryphoto.jpg',
  'alternative text': 'A canaryalt',
  'file name of a picture': 'canarypicture.jpg',
  'words before an edit': 'Canarydraft',
  'words of a draft': 'Canaryunfinished',
  'scheduled post': 'Canaryscheduled',
  'posted post': 'Canaryposted',
  'failed post': 'Canaryfailed',
  'archived post': 'Canaryarchived',
  'words for one account': 'Canaryown',
  'key of a repeated request': 'canary-repeated-request',
  'page that a post links to': 'https://pages.sandbox.test/bakery?canarypage',
  'reason of a platform': 'Canaryreason',
  'account on Bluesky': 'canarysky.sandbox.test',
  'app password': 'cana-ryap-pass-word',
  'token that was pasted': 'canary-pasted-token',
  'account on eight platforms': 'canaryeverywhere',
  'identity at Google': 'canary-google-subject',
  comment: 'What a canarycomment',
  commenter: 'canaryfan',
  'own reply': 'Canaryreply says thanks',
  'blocked commenter': 'canaryblocked',
  // Without "canary", because the sandbox's model reveals everything that it knows when a comment contains that word.
  'comment that the model answers': 'I love your songbirdloaf',
} as const;
const OPTIONAL_WORDS_OF_A_POST = eachOptionalWord((name) => `#canary${name}`);

/** Other users may have the same picture. */
export const SHARED_PICTURE = '#0c5';

const LONG_SECONDS = 90;
const WEEK = 7 * 86_400_000;

async function bodyOf<Body>(response: Promise<ApiResponse<Body>>): Promise<Body> {
  const { status, text, body } = await response;
  if (status >= 400) throw new Error(`The response was ${String(status)}: ${text}`);
  return body;
}

/**
 * A user with Premium uses every feature. `canaries`: every word and every secret that the user leaves.
 * `secrets`: secrets that the product sent to the browser, and of which it stores only a digest.
 */
export async function liveFully(
  product: Product,
  person: Subscriber,
  google: OpenIdProvider,
): Promise<Readonly<{ canaries: Canaries; secrets: readonly string[] }>> {
  const life = new Life(product, person);
  await life.signUpFor(google);
  await life.connect();
  await life.drawPage();
  await life.publish();
  await life.talk();
  const text = await life.takeExport();
  const canaries = new Map([...Object.entries(WRITTEN), ...(await life.generated())]);
  return { canaries, secrets: [text, person.creator.client.cookieHeader] };
}

class Life {
  readonly #generated = new Map<string, string>();

  constructor(
    private readonly product: Product,
    private readonly person: Subscriber,
  ) {}

  get #creator() {
    return this.person.creator;
  }

  get #client() {
    return this.#creator.client;
  }

  #change(json: object): Promise<unknown> {
    return bodyOf(this.#client.call('PATCH', `/api/users/${this.person.id}`, json));
  }

  /** Names, addresses, sign-in methods and payment of the person. */
  async signUpFor(google: OpenIdProvider): Promise<void> {
    const { person, product } = this;
    if ((await person.pay()).status !== 'succeeded') throw new Error('The payment did not succeed.');
    await person.becomes('premium');
    const names = { firstName: WRITTEN['first name'], lastName: WRITTEN['last name'] };
    await this.#change({ ...names, email: WRITTEN['second address'] });
    const link = await newestLink(product.dataDir, WRITTEN['second address'], '/api/email/verify');
    const token = new URL(link).searchParams.get('token') ?? '';
    await bodyOf(this.#client.post('/api/email/verify', { token }));
    await this.#change({ email: WRITTEN['address that waits for its proof'] });
    const waiting = await newestLink(
      product.dataDir,
      WRITTEN['address that waits for its proof'],
      '/api/email/verify',
    );
    this.#generated.set('link of a mail', new URL(waiting).searchParams.get('token') ?? '');
    await this.#change({ handle: WRITTEN['former handle'] });
    await this.#change({ handle: WRITTEN.handle });
    await this.#change({ personalityProfile: WRITTEN.personality });
    await bodyOf(this.#client.call('PUT', '/api/user/timezone', { timezone: WRITTEN.zone }));
    await signInByProvider(
      this.#client,
      'google',
      google,
      { sub: WRITTEN['identity at Google'] },
      { link: true },
    );
  }

  async connect(): Promise<void> {
    const bluesky = { handle: WRITTEN['account on Bluesky'], appPassword: WRITTEN['app password'] };
    await bodyOf(this.#client.post('/api/auth/bluesky/connect', bluesky));
    await this.#creator.connectMastodon(WRITTEN['token that was pasted']);
    await giveEveryConsent(this.#creator, WRITTEN['account on eight platforms']);
  }

  async drawPage(): Promise<void> {
    await bodyOf(this.#client.call('PUT', '/api/link-page', { sentence: WRITTEN.sentence }));
    const link = async (title: string, url: string) =>
      (await bodyOf(this.#client.post<{ id: string }>('/api/link-page/links', { title, url }))).id;
    await link(WRITTEN['title of a link'], WRITTEN['address of a link']);
    const hidden = await link(WRITTEN['title of a hidden link'], 'https://elsewhere.example/');
    await bodyOf(this.#client.call('PATCH', `/api/link-page/links/${hidden}`, { shown: false }));
    const removed = await link('Removed', WRITTEN['address of a link that was removed']);
    await bodyOf(this.#client.call('DELETE', `/api/link-page/links/${removed}`));
    await this.#uploadOf('banner', WRITTEN['file name of the banner']);
    await this.#uploadOf('photo', WRITTEN['file name of the photo']);
  }

  async #uploadOf(what: 'banner' | 'photo', name: string): Promise<void> {
    const { bytes } = await this.#bytesAt(await uploadPicture(this.#creator, '#d61'));
    const form = new FormData();
    form.append(what, new File([bytes], name, { type: 'image/jpeg' }));
    await bodyOf(this.#client.post(`/api/users/${this.person.id}/${what}`, form));
  }

  /** Uploads a picture whose parts are all different. */
  async #uploadNoise(): Promise<string> {
    const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
    const image = sharp({ create: { width: 320, height: 320, channels: 3, background: '#888', noise } });
    const bytes = new Uint8Array(await image.jpeg().toBuffer());
    const name = WRITTEN['file name of a picture'];
    return uploadFile(this.#creator, new File([bytes], name, { type: 'image/jpeg' }));
  }

  async publish(): Promise<void> {
    const accounts = await accountsOf(this.#creator);
    const [bluesky, mastodon] = [accountOn(accounts, 'bluesky'), accountOn(accounts, 'mastodon')];
    const mediaUrl = await this.#uploadNoise();
    const shared = await uploadPicture(this.#creator, SHARED_PICTURE);
    const { slice } = await this.#bytesAt(mediaUrl);
    this.#generated.set('bytes of a picture', slice);
    this.#generated.set('address of a picture', mediaUrl.split('/').at(-1) ?? '');
    const publishPost = async (content: string, extra: object = {}, on = [bluesky]) => {
      const post = await bodyOf(this.#creator.schedule(on, content, extra));
      await this.#creator.settled(post.id, ['posted']);
      return post.id;
    };
    for (const [name, word] of Object.entries(OPTIONAL_WORDS_OF_A_POST))
      this.#generated.set(`${name} of a post`, word);
    const words = {
      ...OPTIONAL_WORDS_OF_A_POST,
      mediaFiles: [{ mediaUrl, altText: WRITTEN['alternative text'] }, { mediaUrl: shared }],
      targets: [{ accountId: mastodon.id, content: WRITTEN['words for one account'] }],
      aiRepliesEnabled: true,
    };
    await publishPost(WRITTEN['posted post'], words, [bluesky, mastodon]);
    await publishPost(`See ${WRITTEN['page that a post links to']}`);
    const archived = await publishPost(WRITTEN['archived post']);
    await bodyOf(this.#client.call('DELETE', `/api/posts/${String(archived)}`));
    await this.person.sandbox.refuse('mastodon', 422, { error: WRITTEN['reason of a platform'] });
    const failed = await bodyOf(this.#creator.schedule([mastodon], WRITTEN['failed post']));
    await this.#creator.settled(failed.id, ['failed']);
    await this.#scheduleForNextWeek(bluesky.id);
    const defaults = { hashtags: WRITTEN['default hashtags'], caption: WRITTEN['default caption'] };
    await bodyOf(this.#client.call('PUT', '/api/user/settings', defaults));
  }

  async #scheduleForNextWeek(account: number): Promise<void> {
    const scheduledFor = new Date(Date.now() + WEEK).toISOString();
    const draft = { scheduledFor, selectedAccountIds: [account], content: WRITTEN['words before an edit'] };
    const key = { 'idempotency-key': WRITTEN['key of a repeated request'] };
    const { id } = await bodyOf(this.#client.post<{ id: number }>('/api/posts', draft, key));
    const edited = { ...draft, content: WRITTEN['scheduled post'] };
    await bodyOf(this.#client.call('PUT', `/api/posts/${String(id)}`, edited));
    const unfinished = { content: WRITTEN['words of a draft'] };
    await bodyOf(this.#client.call('PUT', `/api/drafts/${randomUUID()}`, unfinished));
  }

  /** Creates comments of others, and replies to them. */
  async talk(): Promise<void> {
    const { sandbox } = this.person;
    await bodyOf(this.#client.call('PUT', '/api/inbox/settings', { autoReply: 'draft' }));
    const [received] = await sandbox.postsWith(WRITTEN['posted post']);
    const { platform = '', remoteId = '' } = received ?? {};
    const comment = (author: string, text: string) => sandbox.comment({ platform, remoteId, author, text });
    await comment(WRITTEN.commenter, WRITTEN.comment);
    await comment(WRITTEN['blocked commenter'], 'Buy my things');
    await comment('somebody', WRITTEN['comment that the model answers']);
    const { id } = await this.#commentWith(WRITTEN.comment);
    const reply = { status: 'manual_reply', replyText: WRITTEN['own reply'] };
    await bodyOf(this.#client.post(`/api/comments/${String(id)}/reply`, reply));
    const { id: unwanted } = await this.#commentWith('Buy my things');
    await bodyOf(this.#client.post(`/api/comments/${String(unwanted)}/block`));
    await eventually(async () => {
      const texts = (await sandbox.replies()).map(({ text }) => text);
      if (!texts.includes(WRITTEN['own reply'])) throw new Error('The reply is not published');
      const { id: commentId, reply: draft } = await this.#commentWith(
        WRITTEN['comment that the model answers'],
      );
      if (draft?.kind !== 'ai') throw new Error(`Nothing was written: ${await this.#storyOf(commentId)}`);
      this.#generated.set('words of the model', draft.text);
    }, LONG_SECONDS);
  }

  #commentWith(text: string): Promise<CommentView> {
    return eventually(async () => {
      const { body } = await this.#client.get<readonly CommentView[]>('/api/comments');
      const found = body.find(({ commentText }) => commentText === text);
      if (!found) throw new Error(`The comment has not arrived: ${text}`);
      return found;
    }, LONG_SECONDS);
  }

  async #storyOf(comment: number): Promise<string> {
    return (await this.#client.get(`/api/comments/${String(comment)}`)).text;
  }

  /** Returns the response of the product. */
  async takeExport(): Promise<string> {
    const reply = await bodyOf(this.#client.post<AccountExportReply>('/api/account/export'));
    this.#generated.set('address of an export', reply.url.split('/').at(-1) ?? '');
    return JSON.stringify(reply);
  }

  /** Names and ids that the product and other servers have generated. */
  async generated(): Promise<Canaries> {
    const { sandbox } = this.person;
    this.#generated.set('session', /__Host-session=([^;]+)/u.exec(this.#client.cookieHeader)?.[1] ?? '');
    const [customer] = await this.person.customers();
    this.#generated.set('customer at Stripe', customer?.id ?? '');
    const [subscription] = await this.person.atStripe();
    this.#generated.set('subscription at Stripe', subscription?.id ?? '');
    const words = WRITTEN['posted post'];
    for (const { platform, remoteId } of await sandbox.postsWith(words))
      this.#generated.set(`id of a post on ${platform}`, remoteId);
    for (const { platform, remoteId } of await this.#accountsThere())
      this.#generated.set(`id of an account on ${platform}`, remoteId);
    return this.#generated;
  }

  #accountsThere(): Promise<readonly Readonly<{ platform: string; remoteId: string }>[]> {
    return inDatabase(this.product, async (database) => {
      const { rows } = await database.query<{ platform: string; remoteId: string }>(
        `select distinct on (platform) platform, remote_id as "remoteId" from integrations.account_key
         where owner_id = $1 and length(remote_id) >= 12 order by platform, remote_id`,
        [this.person.id],
      );
      return rows;
    });
  }

  /** `slice`: a part from the middle, which no other file has. */
  async #bytesAt(path: string): Promise<Readonly<{ bytes: Uint8Array<ArrayBuffer>; slice: string }>> {
    const bytes = new Uint8Array(await (await fetch(`${this.product.url}${path}`)).arrayBuffer());
    const middle = Math.floor(bytes.length / 2);
    return { bytes, slice: Buffer.from(bytes.subarray(middle, middle + 48)).toString('latin1') };
  }
}
