import { createHash } from 'node:crypto';
import type { Exchange } from '../../http/exchange.ts';
import type { AuthorizationServer } from '../../oauth/authorization-server.ts';
import { portraitOf } from '../../pages/portraits.ts';
import type { SandboxContext } from '../sandbox-platform.ts';
import { badToken, missingObject, notPermitted } from './threads-refusal.ts';

export const SCOPES = [
  'threads_basic',
  'threads_content_publish',
  'threads_read_replies',
  'threads_manage_replies',
  'threads_manage_insights',
  'threads_delete',
] as const;
type Scope = (typeof SCOPES)[number];

/** Returns the same digits for the same name. */
export const userIdOf = (account: string): string =>
  String(
    20_000_000_000_000_000n + BigInt(`0x${createHash('sha256').update(account).digest('hex').slice(0, 12)}`),
  );

/** Reads the fields of the URL and of the form. */
export async function fieldsOf(exchange: Exchange): Promise<URLSearchParams> {
  const fields = new URLSearchParams(exchange.query);
  if (exchange.method !== 'POST') return fields;
  for (const [name, value] of new URLSearchParams(await exchange.text())) fields.set(name, value);
  return fields;
}

/** Checks who calls. Each account has one profile. */
export class ThreadsProfiles {
  readonly #context: SandboxContext;
  readonly #authorization: AuthorizationServer;

  constructor(context: SandboxContext, authorization: AuthorizationServer) {
    this.#context = context;
    this.#authorization = authorization;
  }

  /** The account of the token; `scope` null accepts any token. @throws Refusal 401 or 403 */
  authenticate(exchange: Exchange, fields: URLSearchParams, scope: Scope | null = 'threads_basic'): string {
    const holder = this.#authorization.holderOf(fields.get('access_token') ?? exchange.bearer() ?? '');
    if (typeof holder === 'string') throw badToken(holder);
    const { account, scopes } = holder;
    if (this.#context.faults.take('threads', 'revoked', names(account))) {
      this.#authorization.end(account, 'revoke');
      throw badToken('revoked');
    }
    if (scope !== null && !scopes.includes(scope)) throw notPermitted();
    return account;
  }

  /** Like `authenticate`, and checks that the account is the user in the path. @throws Refusal 400, 401 or 403 */
  owner(exchange: Exchange, fields: URLSearchParams, user: string, scope: Scope): string {
    const account = this.authenticate(exchange, fields, scope);
    if (user !== 'me' && user !== userIdOf(account)) throw missingObject(user);
    return account;
  }

  view(account: string): Readonly<Record<string, unknown>> {
    return {
      id: userIdOf(account),
      username: account,
      name: account.charAt(0).toUpperCase() + account.slice(1),
      threads_profile_picture_url: portraitOf(account),
      threads_biography: '',
    };
  }
}

/** The names by which a fault can select the account. */
export const names = (account: string): readonly string[] => [account, userIdOf(account)];

/** Returns the id and the requested fields of a view. */
export function selectFields(view: Readonly<Record<string, unknown>>, fields: URLSearchParams): object {
  const requested = (fields.get('fields') ?? 'id').split(',').map((name) => name.trim());
  return Object.fromEntries(
    Object.entries(view).filter(([name]) => name === 'id' || requested.includes(name)),
  );
}

const PAGE = { fallback: 25, max: 100 };

/** Sends one page of a list, after the cursor of the request. */
export function sendPage<Item extends Readonly<{ id: string }>>(
  exchange: Exchange,
  items: readonly Item[],
  view: (item: Item) => object,
  fields: URLSearchParams,
): void {
  const start = items.findIndex(({ id }) => id === fields.get('after')) + 1;
  const limit = Math.min(Number(fields.get('limit')) || PAGE.fallback, PAGE.max);
  const page = items.slice(start, start + limit);
  const last = page.at(-1)?.id;
  const next = start + limit < items.length && { next: `https://${exchange.host}${exchange.url.pathname}` };
  exchange.reply(200, {
    data: page.map(view),
    ...(last !== undefined && { paging: { cursors: { before: page[0]?.id, after: last }, ...next } }),
  });
}

/** Reads seconds since 1970 or a date; returns milliseconds. */
export function timeIn(text: string | null): number | null {
  if (text === null) return null;
  const time = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text);
  return Number.isNaN(time) ? null : time;
}
