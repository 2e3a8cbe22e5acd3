import type { Exchange } from '../http/exchange.ts';
import { Refusal } from '../http/refusal.ts';
import type { Route } from '../http/router.ts';
import type { World } from '../world.ts';
import type { AuthorizationServer } from './authorization-server.ts';
import { decideConsent, showConsent } from './consent-page.ts';

/**
 * The only redirect URL that the product's app has registered with the platform. Platforms compare the whole URL,
 * so a prefix, another path or another host is refused.
 *
 * @param appUrl the URL of the product, without a slash at its end
 * @param app the platform's name in `/oauth/{app}`
 */
const registeredRedirect = (appUrl: string, app: string): string =>
  `${appUrl}${app === 'linkedin' ? '/api/connect/linkedin' : `/api/auth/${app}`}/callback${app === 'tiktok-business' ? '/' : ''}`;

/** The consent pages of all platforms that have one. The sandbox serves them at its own URL, because browsers open them. */
export const oauthRoutes = (world: World): readonly Route[] => [
  {
    method: 'GET',
    pattern: '/oauth/:app',
    run: (exchange, { app = '' }) => {
      showConsent(exchange, serverOf(world, app), registeredRedirect(world.appUrl, app));
    },
  },
  {
    method: 'POST',
    pattern: '/oauth/:app',
    run: (exchange: Exchange, { app = '' }) =>
      decideConsent(exchange, serverOf(world, app), registeredRedirect(world.appUrl, app)),
  },
];

function serverOf(world: World, app: string): AuthorizationServer {
  const server = world.authorizationServer(app);
  if (!server) throw new Refusal(404, { message: `The sandbox has no consent page called ${app}.` });
  return server;
}
