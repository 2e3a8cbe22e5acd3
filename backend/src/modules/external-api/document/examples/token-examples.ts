import { ENTITLEMENTS } from '@posthorn/contracts/billing/entitlements';
import type { MeView } from '@posthorn/contracts/external/me.http';

const { plan, ...entitlements } = ENTITLEMENTS.free;
export const ME: MeView = {
  id: '0d5c1f9e-3c0b-4a5e-9a55-6f0f7f3f2b11',
  username: 'ana',
  plan,
  entitlements,
  token: {
    id: '7b0f6a52-5e0c-4c1f-8a59-0f2f1c6f9d3e',
    name: 'My blog',
    scopes: ['posts:read', 'posts:write'],
    expiresAt: null,
  },
  limits: { scheduledPosts: { used: 1, max: 3 } },
};
