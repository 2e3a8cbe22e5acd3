import type { Exchange } from '../../http/exchange.ts';
import type { AuthorizationServer } from '../../oauth/authorization-server.ts';
import { portraitOf } from '../../pages/portraits.ts';
import type { SandboxContext } from '../sandbox-platform.ts';
import { userId } from './ids.ts';
import { notPermitted, unauthorized } from './problem.ts';

export const SCOPES = [
  'tweet.read',
  'tweet.write',
  'users.read',
  'media.write',
  'tweet.moderate.write',
  'offline.access',
];

/** Checks who calls. An account whose name begins with `premium` has a subscription with longer posts. */
export class TwitterPeople {
  readonly #context: SandboxContext;
  readonly #authorization: AuthorizationServer;

  constructor(context: SandboxContext, authorization: AuthorizationServer) {
    this.#context = context;
    this.#authorization = authorization;
  }

  /** Returns the account of the token. @throws Refusal 401, or 403 when one of the scopes is missing */
  authenticate(exchange: Exchange, ...scopes: readonly string[]): string {
    const holder = this.#authorization.holderOf(exchange.bearer() ?? '');
    if (typeof holder === 'string') throw unauthorized();
    const { account } = holder;
    if (this.#context.faults.take('twitter', 'revoked', namesOf(account))) {
      this.#authorization.end(account, 'revoke');
      throw unauthorized();
    }
    if (!scopes.every((scope) => holder.scopes.includes(scope))) throw notPermitted();
    return account;
  }
}

/** The names by which a fault can select the account. */
export const namesOf = (account: string): readonly string[] => [account, userId(account)];

/** For these accounts, X uses the renamed fields of its newer specification. */
export const isRenamed = (account: string): boolean => account.startsWith('renamed');
export const isPremium = (account: string): boolean => account.startsWith('premium');

/** `fields`: the requested `user.fields`. */
export function userView(account: string, fields: readonly string[]): object {
  const optionalFields: Readonly<Record<string, unknown>> = {
    profile_image_url: portraitOf(account),
    verified: isPremium(account),
    verified_type: isPremium(account) ? 'blue' : 'none',
    subscription_type: isPremium(account) ? 'Premium' : 'None',
  };
  const requested = Object.entries(optionalFields).filter(([name]) => fields.includes(name));
  const name = account.charAt(0).toUpperCase() + account.slice(1);
  return { id: userId(account), name, username: account, ...Object.fromEntries(requested) };
}
