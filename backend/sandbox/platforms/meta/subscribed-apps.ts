import type { Exchange } from '../../http/exchange.ts';
import type { Route } from '../../http/router.ts';
import { CLIENT } from '../../oauth/authorization-server.ts';
import type { SandboxContext } from '../sandbox-platform.ts';
import { readForm } from './graph-form.ts';
import { invalidParameter } from './graph-refusal.ts';
import type { MetaApp } from './meta-app.ts';
import type { FacebookPage } from './people.ts';

const SCOPE = 'pages_manage_metadata';
/** Distinguishes these subscriptions of an Instagram account from those with Instagram’s own login. */
const BY_PAGE = 'by-page';

/** `/{page}/subscribed_apps` for the Page, and for the Instagram account that is linked to it. */
export function subscribedPageRoutes(context: SandboxContext, app: MetaApp): readonly Route[] {
  const { subscriptions } = context;
  return subscribedRoutes('/:page/subscribed_apps', context, {
    ownerOf: (exchange, fields, id) => app.page(exchange, { id, scope: SCOPE, fields }),
    fields: ['feed'],
    fieldOf: ({ id }) => subscriptions.subscriptionOf('facebook', id)?.['field'] ?? null,
    begin: ({ id, instagram }, field) => {
      subscriptions.begin('facebook', id, { field });
      if (instagram) subscriptions.begin('instagram', instagram.id, { field }, BY_PAGE);
    },
    end: ({ id, instagram }) => {
      subscriptions.end('facebook', id);
      if (instagram) subscriptions.end('instagram', instagram.id, BY_PAGE);
    },
  } satisfies Subscribed<FacebookPage>);
}

type Subscribed<Owner> = Readonly<{
  /** Finds the owner of the subscription. @throws Refusal */
  ownerOf: (exchange: Exchange, fields: URLSearchParams, id: string) => Owner;
  /** The fields that an app can subscribe to. */
  fields: readonly string[];
  fieldOf: (owner: Owner) => string | null;
  begin: (owner: Owner, field: string) => void;
  end: (owner: Owner) => void;
}>;

/** The routes of the `subscribed_apps` edge, for both of Meta's logins. */
export function subscribedRoutes<Owner>(
  pattern: string,
  { blobs }: Pick<SandboxContext, 'blobs'>,
  { ownerOf, fields: known, fieldOf, begin, end }: Subscribed<Owner>,
): readonly Route[] {
  return [
    {
      method: 'GET',
      pattern,
      run: (exchange, { page = '' }) => {
        const field = fieldOf(ownerOf(exchange, exchange.query, page));
        const app = { id: CLIENT.id, name: 'Posthorn', subscribed_fields: [field] };
        exchange.reply(200, { data: field === null ? [] : [app] });
      },
    },
    {
      method: 'POST',
      pattern,
      run: async (exchange, { page = '' }) => {
        const { fields } = await readForm(exchange, blobs, 0);
        const owner = ownerOf(exchange, fields, page);
        const field = fields.get('subscribed_fields') ?? '';
        if (!known.includes(field)) throw invalidParameter('Param subscribed_fields is not valid.');
        begin(owner, field);
        exchange.reply(200, { success: true });
      },
    },
    {
      method: 'DELETE',
      pattern,
      run: (exchange, { page = '' }) => {
        end(ownerOf(exchange, exchange.query, page));
        exchange.reply(200, { success: true });
      },
    },
  ];
}
