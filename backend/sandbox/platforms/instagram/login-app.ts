import type { Exchange } from '../../http/exchange.ts';
import { AuthorizationServer, type Holder } from '../../oauth/authorization-server.ts';
import { graphRefusal, missingObject, missingPermission, refusedToken } from '../meta/graph-refusal.ts';
import { tokenIn } from '../meta/meta-app.ts';
import { ownInstagram } from '../meta/people.ts';
import type { SandboxContext } from '../sandbox-platform.ts';
import type { InstagramCaller, InstagramDoor } from './instagram-door.ts';

const SCOPES = [
  'instagram_business_basic',
  'instagram_business_content_publish',
  'instagram_business_manage_comments',
  'instagram_business_manage_insights',
];
/** Maps the permissions of accounts behind Pages to those of Instagram Login, which has no permission to delete. */
const LOGIN_PERMISSIONS: Readonly<Record<string, string>> = {
  instagram_basic: 'instagram_business_basic',
  instagram_content_publish: 'instagram_business_content_publish',
  instagram_manage_comments: 'instagram_business_manage_comments',
  instagram_manage_insights: 'instagram_business_manage_insights',
};

/** Instagram Login: a separate application; its tokens belong to people, not to Pages. */
export class InstagramLoginApp implements InstagramDoor {
  readonly authorization: AuthorizationServer;
  readonly #context: SandboxContext;

  constructor(context: SandboxContext) {
    this.#context = context;
    this.authorization = new AuthorizationServer(context, {
      app: 'instagram-login',
      title: 'Instagram',
      scopes: SCOPES,
      pkce: 'none',
      codeSeconds: 3600,
      accessSeconds: 3600,
      refreshSeconds: null,
      rotates: false,
      separator: ',',
    });
  }

  /** @throws Refusal */
  authenticate(exchange: Exchange, fields = exchange.query): Holder {
    const holder = this.authorization.holderOf(tokenIn(exchange, fields) ?? '');
    if (typeof holder === 'string') throw refusedToken(holder);
    if (!this.#context.faults.take('instagram', 'revoked', namesOf(holder))) return holder;
    this.authorization.end(holder.account, 'revoke');
    throw refusedToken('revoked');
  }

  instagram(
    exchange: Exchange,
    { id, scope, fields }: Parameters<InstagramDoor['instagram']>[1],
  ): InstagramCaller {
    const holder = this.authenticate(exchange, fields);
    const instagram = ownInstagram(holder.account);
    if (id !== undefined && instagram.id !== id) throw missingObject(exchange.method, id);
    const permission = LOGIN_PERMISSIONS[scope];
    if (permission === undefined)
      throw graphRefusal(3, '(#3) Application does not have the capability to make this API call.');
    if (!holder.scopes.includes(permission)) throw missingPermission(permission);
    return { instagram, names: namesOf(holder) };
  }
}

function namesOf({ account }: Holder): readonly string[] {
  const { id, username } = ownInstagram(account);
  return [account, id, username];
}
