import { onlyFirst, platformTime, type ReplyRule, type ReceivedCall, type GivenReply } from './look-alike.ts';

export type Shown = Readonly<{ id: string; words: string; at: string }>;
const error = (status: number, code: number): GivenReply => ({
  status,
  json: { error: { code, message: 'No.' } },
});

/** Facebook and Instagram on one host. It has no call about tokens, its lists continue at a `next` address, and it closes connections. */
export function meta(posts: Shown[], media: Shown[]): ReplyRule {
  const [replyOfFacebook, replyOfInstagram] = [facebook(posts), instagram(media)];
  return (received) => {
    const { call, query, authorization } = received;
    if (call === 'GET /v26.0/oauth/access_token') {
      if (query.get('client_secret') !== 'meta secret') return error(400, 101);
      const token = query.get('fb_exchange_token') === 'brief' ? 'lasting' : 'brief';
      return { json: { access_token: token, token_type: 'bearer' } };
    }
    if (call === 'GET /v26.0/me/accounts') {
      if (authorization !== 'Bearer lasting') return error(401, 190);
      if (query.get('after') === null)
        return { json: { data: [], paging: { next: 'https://graph.facebook.com/me/accounts?after=more' } } };
      const linked = { instagram_business_account: { id: '17', username: 'bakery' } };
      return { json: { data: [{ id: '12', name: 'Bakery', access_token: 'of the page', ...linked }] } };
    }
    if (authorization !== 'Bearer of the page') return error(401, 190);
    return replyOfFacebook(received) ?? replyOfInstagram(received);
  };
}

const listOf = (
  posts: readonly Shown[],
  words: string,
  time: string,
  { query }: ReceivedCall,
): GivenReply => {
  const at = Number(query.get('offset') ?? 0);
  const data = posts.slice(at, at + 1).map((post) => ({
    id: post.id,
    [words]: `${post.words.replace('&', '&amp;')}\n`,
    [time]: post.at.replace(/\.\d+Z$/u, '+0000'),
  }));
  const isLast = at + 1 >= posts.length;
  return {
    json: { data, ...(!isLast && { paging: { next: `https://x.example/?offset=${String(at + 1)}` } }) },
  };
};

function facebook(posts: Shown[]): ReplyRule {
  const [closesConnection, fails] = [onlyFirst(), onlyFirst()];
  return (received) => {
    switch (received.call) {
      case 'POST /v26.0/12/photos':
        return fails() ? error(500, 2) : { json: { id: 501 } };
      case 'POST /v26.0/12/feed': {
        const id = `12_${String(posts.length + 1)}`;
        if (received.form.get('attached_media[0]') !== '{"media_fbid":"501"}') return error(400, 100);
        posts.unshift({ id, words: received.form.get('message') ?? '', at: platformTime() });
        return closesConnection() ? { then: 'drop' } : { json: { id } };
      }
      case 'GET /v26.0/12/published_posts':
        return listOf(posts, 'message', 'created_time', received);
    }
    return undefined;
  };
}

function instagram(media: Shown[]): ReplyRule {
  const closesConnection = onlyFirst();
  const containers = new Map<string, { words: string; isPublished: boolean }>();
  return (received) => {
    switch (received.call) {
      case 'GET /v26.0/17/content_publishing_limit':
        return { json: { data: [{ quota_usage: 1 }] } };
      case 'POST /v26.0/17/media': {
        const id = `3${String(containers.size)}`;
        containers.set(id, { words: received.form.get('caption') ?? '', isPublished: false });
        return { json: { id: Number(id) } };
      }
      case 'POST /v26.0/17/media_publish': {
        const container = containers.get(received.form.get('creation_id') ?? '');
        if (!container || container.isPublished) return error(400, 100);
        container.isPublished = true;
        const id = `90${String(media.length)}`;
        media.unshift({ id, words: container.words, at: platformTime() });
        return closesConnection() ? { then: 'drop' } : { json: { id } };
      }
      case 'GET /v26.0/17/media':
        return listOf(media, 'caption', 'timestamp', received);
    }
    const container = containers.get(received.call.replace('GET /v26.0/', ''));
    return container && { json: { status_code: container.isPublished ? 'PUBLISHED' : 'FINISHED' } };
  };
}
