import { onlyFirst, platformTime, type ReplyRule, type GivenReply } from './look-alike.ts';

type Post = Readonly<{ id: string; text: string; timestamp: string }>;
const error = (status: number, code: number): GivenReply => ({
  status,
  json: { error: { code, message: 'No.' } },
});

/** Fails at the first container, processes a container slowly, and closes the connection after its first post. */
export function threads(posts: Post[]): ReplyRule {
  const [fails, isProcessing, closesConnection] = [onlyFirst(), onlyFirst(), onlyFirst()];
  const containers = new Map<string, { text: string; isPublished: boolean }>();
  const publish = (id: string): GivenReply => {
    const container = containers.get(id);
    if (!container || container.isPublished) return error(400, 100);
    container.isPublished = true;
    const post = { id: `18${String(posts.length + 1)}`, text: container.text, timestamp: platformTime() };
    posts.unshift(post);
    return closesConnection() ? { then: 'drop' } : { json: { id: post.id } };
  };
  return ({ call, query, form }) => {
    const token = query.get('access_token') ?? form.get('access_token');
    switch (call) {
      case 'POST /oauth/access_token':
        return form.get('code') === 'a-code' && form.get('client_secret') === 'threads secret'
          ? { text: '{"access_token":"brief","user_id":17841405793187218001}' }
          : error(400, 100);
      case 'GET /access_token':
        return { json: { access_token: 'lasting', token_type: 'bearer', expires_in: 5_184_000 } };
    }
    if (token !== 'lasting') return error(401, 190);
    switch (call) {
      case 'GET /v1.0/me':
        return { text: '{"id":17841405793187218001,"username":"ana"}' };
      case 'GET /v1.0/17841405793187218001/threads_publishing_limit':
        return { json: { data: [] } };
      case 'POST /v1.0/17841405793187218001/threads': {
        if (fails()) return { status: 500, text: 'oops' };
        const id = `c${String(containers.size + 1)}`;
        containers.set(id, { text: form.get('text') ?? '', isPublished: false });
        return { json: { id } };
      }
      case 'POST /v1.0/17841405793187218001/threads_publish':
        return publish(form.get('creation_id') ?? '');
      case 'GET /v1.0/me/threads': {
        // One item on each page, with texts in HTML form.
        const at = Number(query.get('after') ?? 0);
        const data = posts
          .slice(at, at + 1)
          .map((post) => ({ ...post, text: post.text.replace('&', '&amp;') }));
        return { json: { data, paging: { cursors: { after: String(at + 1) } } } };
      }
    }
    const id = call.replace('GET /v1.0/', '');
    const container = containers.get(id);
    if (container) {
      if (container.isPublished) return { json: { status: 'PUBLISHED' } };
      return { json: { status: isProcessing() ? 'IN_PROGRESS' : 'FINISHED' } };
    }
    if (posts.some((post) => post.id === id)) return { json: { id } };
    return undefined;
  };
}
