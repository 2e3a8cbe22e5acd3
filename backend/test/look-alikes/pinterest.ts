import { onlyFirst, platformTime, type ReplyRule } from './look-alike.ts';

export type Pin = Readonly<{
  id: number;
  title: string | undefined;
  description: string | undefined;
  created_at: string;
}>;

/** Knows only documented calls, and closes the connection after its first pin. */
export function pinterest(pins: Pin[]): ReplyRule {
  const closesConnection = onlyFirst();
  const basic = `Basic ${Buffer.from('app:pin/secret+').toString('base64')}`;
  return ({ call, query, form, body, authorization }) => {
    if (call === 'POST /v5/oauth/token') {
      return authorization === basic && form.get('code') === 'a-code'
        ? { json: { access_token: 'pina', expires_in: '2592000', refresh_token: 'pinr' } }
        : { status: 401, json: { code: 2, message: 'Authentication failed.' } };
    }
    if (authorization !== 'Bearer pina')
      return { status: 401, json: { code: 2, message: 'Authentication failed.' } };
    switch (call) {
      case 'GET /v5/user_account':
        return { json: { username: 'ana' } };
      case 'GET /v5/boards': {
        const isLast = query.get('bookmark') === 'more';
        return { json: { items: [{ id: isLast ? 8 : 7, name: 'Soups' }], bookmark: isLast ? null : 'more' } };
      }
      case 'POST /v5/pins': {
        const { title, description } = JSON.parse(body) as Pin;
        const id = 900 + pins.length;
        pins.unshift({ id, title, description, created_at: platformTime().replace('Z', '') });
        return closesConnection() ? { then: 'drop' } : { status: 201, json: { id } };
      }
      case 'GET /v5/boards/7/pins': {
        const at = Number(query.get('bookmark') ?? 0);
        return {
          json: { items: pins.slice(at, at + 1), bookmark: at + 1 < pins.length ? String(at + 1) : null },
        };
      }
    }
    return undefined;
  };
}
