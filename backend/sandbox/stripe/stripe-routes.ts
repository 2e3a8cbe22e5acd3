import type { Route } from '../http/router.ts';
import { formRoutes } from './browser/form-routes.ts';
import { portalRoutes } from './browser/portal-routes.ts';
import { stripeControlRoutes } from './control-routes.ts';
import type { StripeSandbox } from './stripe.ts';

/** Stripe's routes at the sandbox's own URL: control calls, the script and its form, the portal. */
export const stripeRoutes = (stripe: StripeSandbox, appUrl: string): readonly Route[] => [
  ...stripeControlRoutes(stripe),
  ...formRoutes(stripe, appUrl),
  ...portalRoutes(stripe),
];
