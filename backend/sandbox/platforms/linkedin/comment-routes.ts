import { randomBytes } from 'node:crypto';
import { finalCall } from '../../faults/final-call.ts';
import type { Exchange } from '../../http/exchange.ts';
import { isObject, textOf } from '../../http/json.ts';
import type { Params, Route } from '../../http/router.ts';
import type { Holder } from '../../oauth/authorization-server.ts';
import type { SandboxContext } from '../sandbox-platform.ts';
import { denied, faultWords, notFound, notValid } from './linkedin-refusal.ts';
import type { LinkedInComment, LinkedInEntry, LinkedInStore, LinkedInPost } from './linkedin-store.ts';
import { authorNames, personId, personName, personUrn, type LinkedInPeople } from './people.ts';

const COMMENTS = '/rest/socialActions/:urn/comments';
/** LinkedIn does not document a limit; this is the limit of its web page. */
const TEXT_MAX = 1250;

/** A post has an activity with its own number. Comments belong to the activity. */
export const activityOf = (postUrn: string): string => {
  const [, number = '0'] = /:(\d+)$/.exec(postUrn) ?? [];
  return `urn:li:activity:${String(BigInt(number) + 1n)}`;
};

export const actorOf = ({ account, author }: LinkedInComment): string =>
  account === null ? personUrn(strangerOf(author)) : author;

/** People who comment are members too, but the consent page does not offer their accounts. */
const strangerOf = (author: string): string => `stranger ${author}`;

/** Comments under posts of organizations: one level of replies; comments cannot be hidden. */
export class LinkedInCommentRoutes {
  readonly routes: readonly Route[] = [
    { method: 'POST', pattern: COMMENTS, run: (exchange, params) => this.#create(exchange, params) },
    {
      method: 'GET',
      pattern: COMMENTS,
      run: (exchange, params) => {
        this.#list(exchange, params);
      },
    },
    {
      method: 'GET',
      pattern: `${COMMENTS}/:id`,
      run: (exchange, params) => {
        exchange.reply(200, this.#view(this.#commentOf(exchange, params)));
      },
    },
    {
      method: 'DELETE',
      pattern: `${COMMENTS}/:id`,
      run: (exchange, params) => {
        this.#delete(exchange, params);
      },
    },
    {
      method: 'GET',
      pattern: '/rest/people',
      run: (exchange) => {
        this.#sendPeople(exchange);
      },
    },
  ];

  readonly #context: SandboxContext;
  readonly #store: LinkedInStore;
  readonly #people: LinkedInPeople;
  readonly #commit: (entry: LinkedInEntry) => void;

  constructor(
    context: SandboxContext,
    store: LinkedInStore,
    people: LinkedInPeople,
    commit: (entry: LinkedInEntry) => void,
  ) {
    this.#context = context;
    this.#store = store;
    this.#people = people;
    this.#commit = commit;
  }

  newUrn(postUrn: string): string {
    const id = String(randomBytes(8).readBigUInt64BE() >> 1n);
    return `urn:li:comment:(${activityOf(postUrn)},${id})`;
  }

  #list(exchange: Exchange, { urn = '' }: Params): void {
    const holder = this.#people.versioned(exchange);
    const { query } = exchange;
    const start = Number(query.get('start') ?? 0);
    const count = Math.min(100, Number(query.get('count') ?? 10));
    const top = this.#store.comments.get(urn);
    const post = this.#postOf(top?.postId ?? urn, holder);
    const all = this.#shownOn(post).filter(({ parentId }) => parentId === (top?.id ?? null));
    const elements = all.slice(start, start + count).map((comment) => this.#view(comment));
    exchange.reply(200, { elements, paging: { start, count, total: all.length, links: [] } });
  }

  /** Finds a post by its own URN or by the URN of its activity. @throws Refusal 403, 404 */
  #postOf(urn: string, holder: Holder): LinkedInPost {
    const post = this.#store.post(urn) ?? this.#store.posts().find((each) => activityOf(each.urn) === urn);
    if (!post) throw notFound();
    if (!this.#people.mayReadComments(holder, post.author))
      throw denied('partnerApiSocialActionsComments.GET_ALL');
    return post;
  }

  #shownOn({ urn }: LinkedInPost): readonly LinkedInComment[] {
    const visibleIfCreatedBefore = this.#context.visibleIfCreatedBefore();
    return this.#store.comments.on(urn).filter(({ createdAt }) => createdAt <= visibleIfCreatedBefore);
  }

  /** The comment in the path, if the caller may read it. @throws Refusal 403, 404 */
  #commentOf(exchange: Exchange, { urn = '', id = '' }: Params): LinkedInComment {
    const holder = this.#people.versioned(exchange);
    const post = this.#postOf(this.#store.comments.get(urn)?.postId ?? urn, holder);
    const comment = this.#shownOn(post).find((each) => each.id.endsWith(`,${id})`));
    if (!comment) throw notFound();
    return comment;
  }

  async #create(exchange: Exchange, { urn = '' }: Params): Promise<void> {
    const holder = this.#people.versioned(exchange);
    const body = await exchange.json();
    const actor = textOf(body?.['actor']) ?? '';
    this.#people.checkCommenter(holder, actor);
    const repliedTo = this.#store.comments.get(urn);
    const post = this.#postOf(repliedTo?.postId ?? urn, holder);
    const object = textOf(body?.['object']);
    if (object !== activityOf(post.urn) && object !== post.urn)
      throw notValid('INVALID_VALUE_FOR_FIELD', 'object is not the entity of the path');
    const parent = body?.['parentComment'] ?? null;
    if (parent !== (repliedTo?.id ?? null) || (repliedTo && repliedTo.parentId !== null))
      throw notValid(
        'INVALID_VALUE_FOR_FIELD',
        'parentComment must be the comment of the path, on top of its thread',
      );
    const message = isObject(body?.['message']) ? body['message'] : {};
    const text = textOf(message['text']) ?? '';
    if (text.trim() === '') throw notValid('MISSING_FIELD', 'message.text is required');
    if (text.length > TEXT_MAX) throw notValid('FIELD_LENGTH_TOO_LONG', 'message.text is too long');
    const { account } = holder;
    const call = {
      platform: 'linkedin',
      names: authorNames(account, actor),
      words: faultWords,
      answer: (id: string) => {
        exchange.response.writeHead(201, { 'x-restli-id': idIn(id), 'Content-Length': 0 }).end();
      },
    };
    finalCall(exchange, this.#context.faults, call, () => {
      const id = this.newUrn(post.urn);
      const parentId = repliedTo?.id ?? null;
      const comment = { id, postId: post.urn, parentId, author: actor, account, text, unannounced: false };
      this.#commit({ type: 'comment', comment });
      return id;
    });
  }

  /** The author may delete a comment, and so may the organization that owns the post. */
  #delete(exchange: Exchange, params: Params): void {
    const holder = this.#people.versioned(exchange);
    const actor = exchange.query.get('actor') ?? '';
    this.#people.checkCommenter(holder, actor);
    const comment = this.#commentOf(exchange, params);
    if (comment.author !== actor && this.#store.post(comment.postId)?.author !== actor)
      throw denied('partnerApiSocialActionsComments.DELETE');
    this.#commit({ type: 'commentDeleted', id: comment.id });
    exchange.response.writeHead(204).end();
  }

  #view(comment: LinkedInComment): object {
    const { id, postId, parentId, text, createdAt, updatedAt } = comment;
    const actor = actorOf(comment);
    const replies = this.#store.comments.on(postId).filter((each) => each.parentId === id).length;
    return {
      id: idIn(id),
      $URN: id,
      commentUrn: id,
      actor,
      object: activityOf(postId),
      message: { attributes: [], text },
      created: { actor, time: createdAt },
      lastModified: { actor, time: updatedAt },
      ...(parentId !== null && { parentComment: parentId }),
      likesSummary: { aggregatedTotalLikes: 0, totalLikes: 0, selectedLikes: [], likedByCurrentUser: false },
      commentsSummary: {
        aggregatedTotalComments: replies,
        totalFirstLevelComments: replies,
        selectedComments: [],
      },
    };
  }

  /** Sends the names of people who commented. Unknown people are left out. */
  #sendPeople(exchange: Exchange): void {
    this.#people.versioned(exchange, 'r_organization_social_feed');
    const requestedIds = [...(exchange.query.get('ids') ?? '').matchAll(/\(id:([\w-]+)\)/g)].map(
      ([, id]) => id,
    );
    const strangers = this.#store.comments.all().filter(({ account }) => account === null);
    const known = strangers.flatMap(({ author }) => {
      const id = personId(strangerOf(author));
      const { first, last } = personName(author);
      const person = { id, localizedFirstName: first, localizedLastName: last, vanityName: author };
      return requestedIds.includes(id) ? [[`(id:${id})`, person] as const] : [];
    });
    exchange.reply(200, { results: Object.fromEntries(known), statuses: {}, errors: {} });
  }
}

const idIn = (urn: string): string => urn.slice(urn.lastIndexOf(',') + 1, -1);
